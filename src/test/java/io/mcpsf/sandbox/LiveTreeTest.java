package io.mcpsf.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.linux.Inotify;
import io.mcpsf.os.Command;
import io.mcpsf.os.TreeCopy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

final class LiveTreeTest {

    private static final TreeCopy.Caps CAPS = new TreeCopy.Caps(2_000, 1 << 20, 5);
    private static final String SECRET = "a file of the host";
    private static final int COPIES = 60;

    @TempDir private Path temporary;
    private Path home;

    @BeforeEach
    void makeHome() throws IOException {
        home = Files.createDirectory(temporary.resolve("home"));
    }

    /** It may be a decoy, and the kernel does not tell everybody who opened one. */
    @Test
    void whatIsAsWeMadeItIsNotOpened() throws IOException {
        Path ours = temporary.resolve("ours");
        Files.createDirectories(ours.resolve(".ssh"));
        Path decoy = Files.writeString(ours.resolve(".ssh/id_rsa"), "a decoy");
        Files.setLastModifiedTime(decoy, FileTime.fromMillis(1_700_000_000_123L));
        Files.writeString(ours.resolve("notes"), "ours");
        Path there = Files.createDirectory(home.resolve(".ssh")).resolve("id_rsa");
        Files.copy(decoy, there, StandardCopyOption.COPY_ATTRIBUTES);
        Path changed = Files.writeString(home.resolve("notes"), "longer by now");
        Path copy = temporary.resolve("copy");
        var opened = new ArrayList<Integer>();

        int notes;
        try (var witness = new Inotify()) {
            witness.watch(there, Inotify.OPEN | Inotify.ACCESS);
            notes = witness.watch(changed, Inotify.OPEN);
            LiveTree.copy(home, copy, CAPS, ours);
            witness.drain((watch, _) -> opened.add(watch));
        }

        assertThat(opened).containsExactly(notes);
        assertThat(copy.resolve(".ssh/id_rsa")).hasContent("a decoy");
        assertThat(Files.getLastModifiedTime(copy.resolve(".ssh/id_rsa")))
                .isEqualTo(Files.getLastModifiedTime(decoy));
        assertThat(copy.resolve("notes")).hasContent("longer by now");
    }

    @Test
    @Timeout(120)
    @Tag("peers")
    void aLinkThatIsPutInThePlaceOfAFolderLeadsNowhere() throws Exception {
        Path host = Files.createDirectory(temporary.resolve("host"));
        Path folder = Files.createDirectory(home.resolve("folder"));
        for (int i = 0; i < 256; i++) {
            Files.writeString(host.resolve("f" + i), SECRET);
            Files.writeString(folder.resolve("f" + i), "x".repeat(SECRET.length()));
        }
        Files.createSymbolicLink(home.resolve("link"), host);
        var going = new AtomicBoolean(true);

        try (var sample = Executors.newSingleThreadExecutor()) {
            var exchanging = sample.submit(() -> exchange(home, going));
            for (int i = 0; i < COPIES && going.get(); i++) {
                Path copy = temporary.resolve("copy" + i);
                try {
                    LiveTree.copy(home, copy, CAPS);
                } catch (IOException _) {
                    // It moved too fast, which is no harm.
                }
                going.set(secrets(copy) == 0);
            }
            boolean nothing = going.getAndSet(false);
            exchanging.get();

            assertThat(nothing).as("no file of the host was copied").isTrue();
        }
    }

    @Test
    void filesFoldersAndLinksAreCopiedWithTheirModesAndAges() throws IOException {
        Path run = Files.createDirectories(home.resolve("a/b")).resolve("run");
        Files.writeString(run, "#!");
        Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("r-xr-x--x"));
        Files.createSymbolicLink(home.resolve("a/link"), Path.of("/etc/shadow"));
        FileTime longAgo = FileTime.fromMillis(1_500_000_000_000L);
        Files.setLastModifiedTime(run, longAgo);
        Files.setLastModifiedTime(home.resolve("a"), longAgo);
        Path copy = temporary.resolve("copy");

        LiveTree.copy(home, copy, CAPS);

        assertThat(copy.resolve("a/b/run")).hasContent("#!");
        assertThat(Files.getPosixFilePermissions(copy.resolve("a/b/run")))
                .isEqualTo(PosixFilePermissions.fromString("rwxr-x--x"));
        assertThat(Files.readSymbolicLink(copy.resolve("a/link"))).hasToString("/etc/shadow");
        assertThat(Files.getLastModifiedTime(copy.resolve("a/b/run"))).isEqualTo(longAgo);
        assertThat(Files.getLastModifiedTime(copy.resolve("a"))).isEqualTo(longAgo);
    }

    @Test
    @Timeout(120)
    void aPipeIsLeftOutAndNotWaitedFor() throws Exception {
        assertThat(Command.of("mkfifo", home.resolve("pipe").toString()).run().good()).isTrue();
        Files.writeString(home.resolve("file"), "x");
        Path copy = temporary.resolve("copy");

        LiveTree.copy(home, copy, CAPS);

        assertThat(copy.resolve("file")).exists();
        assertThat(copy.resolve("pipe")).doesNotExist();
    }

    @Test
    void whatIsTooMuchIsRefused() throws IOException {
        Files.write(home.resolve("large"), new byte[2_000]);
        Files.createDirectories(home.resolve("a/b/c"));

        for (var caps :
                new TreeCopy.Caps[] {
                    new TreeCopy.Caps(3, 10_000, 9),
                    new TreeCopy.Caps(9, 1_999, 9),
                    new TreeCopy.Caps(9, 10_000, 2)
                }) {
            assertThatThrownBy(() -> LiveTree.copy(home, temporary.resolve("c" + caps), caps))
                    .isInstanceOf(TreeCopy.RefusedException.class);
        }
    }

    private static void exchange(Path home, AtomicBoolean going) {
        Path folder = home.resolve("folder");
        Path link = home.resolve("link");
        Path aside = home.resolve("aside");
        try {
            while (going.get()) {
                Files.move(folder, aside);
                Files.move(link, folder);
                Files.move(folder, link);
                Files.move(aside, folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long secrets(Path copy) throws IOException {
        if (!Files.exists(copy)) {
            return 0;
        }
        // Links are not followed: one to the host is harmless as long as it is a link.
        try (Stream<Path> all = Files.walk(copy)) {
            return all.filter(file -> Files.isRegularFile(file))
                    .filter(file -> !Files.isSymbolicLink(file))
                    .filter(LiveTreeTest::holdsSecret)
                    .count();
        }
    }

    private static boolean holdsSecret(Path file) {
        try {
            return Files.readString(file).equals(SECRET);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
