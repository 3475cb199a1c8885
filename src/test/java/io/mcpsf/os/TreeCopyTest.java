package io.mcpsf.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

final class TreeCopyTest {

    private static final TreeCopy.Caps CAPS = new TreeCopy.Caps(20, 1000, 5);

    @TempDir private Path temporary;
    private Path from;
    private Path to;

    @BeforeEach
    void makeFolders() throws IOException {
        from = Files.createDirectory(temporary.resolve("from"));
        to = temporary.resolve("to");
    }

    @Test
    void copiesFilesFoldersAndLinksWithin() throws IOException {
        Files.createDirectories(from.resolve("a/b"));
        Files.writeString(from.resolve("a/b/run"), "#!");
        Files.setPosixFilePermissions(
                from.resolve("a/b/run"), PosixFilePermissions.fromString("r-xr-xr-x"));
        Files.createSymbolicLink(from.resolve("a/link"), Path.of("b/run"));

        var counts = TreeCopy.copy(from, to, CAPS);

        assertThat(counts).isEqualTo(new TreeCopy.Counts(1, 3, 1, 0, 2));
        assertThat(to.resolve("a/link")).hasContent("#!").isSymbolicLink();
        assertThat(Files.getPosixFilePermissions(to.resolve("a/b/run")))
                .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void theAgeOfFilesAndFoldersIsKept() throws IOException {
        Files.createDirectories(from.resolve("a"));
        Files.writeString(from.resolve("a/old"), "x");
        FileTime longAgo = FileTime.fromMillis(1_500_000_000_000L);
        Files.setLastModifiedTime(from.resolve("a/old"), longAgo);
        Files.setLastModifiedTime(from.resolve("a"), longAgo);

        TreeCopy.copy(from, to, CAPS);

        assertThat(Files.getLastModifiedTime(to.resolve("a/old"))).isEqualTo(longAgo);
        assertThat(Files.getLastModifiedTime(to.resolve("a"))).isEqualTo(longAgo);
    }

    @Test
    void leavesOutLinksThatLeadOutside() throws IOException {
        Files.writeString(temporary.resolve("secret"), "s");
        Files.createDirectory(from.resolve("d"));
        Files.createSymbolicLink(from.resolve("absolute"), Path.of("/etc/passwd"));
        Files.createSymbolicLink(from.resolve("up"), Path.of("../secret"));
        Files.createSymbolicLink(from.resolve("dots"), Path.of("d/../../secret"));
        Files.createSymbolicLink(from.resolve("loop"), Path.of("loop"));
        Files.createSymbolicLink(from.resolve("dangling"), Path.of("nothing"));

        var counts = TreeCopy.copy(from, to, CAPS);

        assertThat(counts.outsideLinks()).isEqualTo(4);
        assertThat(counts.links()).isEqualTo(1);
        assertThat(Files.isSymbolicLink(to.resolve("dangling"))).isTrue();
        assertThat(to.resolve("up")).doesNotExist();
    }

    @Test
    void dropsSetIdBits() throws IOException {
        Path program = Files.writeString(from.resolve("program"), "x");
        Files.setAttribute(program, "unix:mode", 04755);

        TreeCopy.copy(from, to, CAPS);

        assertThat((int) Files.getAttribute(to.resolve("program"), "unix:mode") & 07777)
                .isEqualTo(0755);
    }

    @Test
    void refusesTooManyTooMuchAndTooDeep() throws IOException {
        for (int i = 0; i < 20; i++) {
            Files.createFile(from.resolve("f" + i));
        }
        assertThatThrownBy(() -> TreeCopy.copy(from, to, CAPS))
                .isInstanceOf(TreeCopy.RefusedException.class)
                .hasMessageContaining("20 entries");
        Path large = Files.createDirectory(temporary.resolve("large"));
        Files.write(large.resolve("x"), new byte[1001]);
        assertThatThrownBy(() -> TreeCopy.copy(large, temporary.resolve("to2"), CAPS))
                .hasMessageContaining("1000 bytes");
        Path deep = Files.createDirectory(temporary.resolve("deep"));
        Files.createDirectories(deep.resolve("1/2/3/4/5/6"));
        assertThatThrownBy(() -> TreeCopy.copy(deep, temporary.resolve("to3"), CAPS))
                .hasMessageContaining("deeper than 5");
    }

    @Test
    void refusesWhatIsNotAFile() throws Exception {
        Command.of("mkfifo", from.resolve("pipe").toString()).run();

        assertThatThrownBy(() -> TreeCopy.copy(from, to, CAPS))
                .isInstanceOf(TreeCopy.RefusedException.class)
                .hasMessageContaining("pipe");
    }

    @Test
    void copiesOneFile() throws IOException {
        Path file = Files.writeString(from.resolve("f"), "x");

        assertThat(TreeCopy.copy(file, to, CAPS).files()).isEqualTo(1);
        assertThat(to).hasContent("x");
    }

    @Test
    void deletingDoesNotFollowLinks() throws IOException {
        Path kept = Files.createDirectory(temporary.resolve("kept"));
        Files.createFile(kept.resolve("file"));
        Files.createSymbolicLink(from.resolve("link"), kept);
        Files.createDirectories(from.resolve("closed/sub"));
        Files.setPosixFilePermissions(
                from.resolve("closed"), PosixFilePermissions.fromString("r-x------"));

        Trees.delete(from);
        Trees.delete(from);

        assertThat(from).doesNotExist();
        assertThat(kept.resolve("file")).exists();
    }

    @Tag("peers")
    @Test
    void aFolderThatBecomesALinkMeanwhileLeadsNowhere() throws Exception {
        Path outside = Files.createDirectory(temporary.resolve("outside"));
        Path inside = Files.createDirectory(from.resolve("a"));
        for (int i = 0; i < 300; i++) {
            Files.writeString(outside.resolve("f" + i), "secret");
            Files.writeString(inside.resolve("f" + i), "public");
        }
        Path aside = from.resolve("b");
        var done = new AtomicBoolean();
        Thread swapper =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (!done.get()) {
                                        exchange(inside, aside, outside);
                                    }
                                });
        try {
            for (int round = 0; round < 40; round++) {
                Path copy = temporary.resolve("copy" + round);
                try {
                    TreeCopy.copy(from, copy, new TreeCopy.Caps(5_000, 1 << 20, 5));
                } catch (IOException e) {
                    continue; // Gone in the moment it was asked for: no copy, and no secret.
                }
                try (Stream<Path> files = Files.walk(copy)) {
                    assertThat(files.filter(Files::isRegularFile)).allMatch(TreeCopyTest::isPublic);
                }
            }
        } finally {
            done.set(true);
            swapper.join();
        }
    }

    private static boolean isPublic(Path file) {
        try {
            return Files.readString(file).equals("public");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void exchange(Path folder, Path aside, Path link) {
        try {
            Files.move(folder, aside);
            Files.createSymbolicLink(folder, link);
            Files.delete(folder);
            Files.move(aside, folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
