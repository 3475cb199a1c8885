package io.mcpsf.os;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Temporary files of a living process stay, those of a killed one go with the next sweep. */
@Timeout(180)
final class ScratchTest {

    @TempDir Path temporary;

    @Test
    void isOpenToUsAloneUnderANameThatTellsNothing() throws IOException {
        try (var scratch = Scratch.in(temporary)) {
            Path outer = list().getFirst();
            assertThat(outer.getFileName().toString()).matches("tmp\\.[0-9a-f]{24}");
            for (Path folder : new Path[] {outer, scratch.path()}) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                        .isEqualTo("rwx------");
            }
            assertThat(scratch.path()).isEmptyDirectory();
        }
    }

    @Test
    void closingRemovesAllOfItAndAnotherTimeDoesNothing() throws IOException {
        var scratch = Scratch.in(temporary);
        Files.writeString(scratch.path().resolve("secret"), "x");

        scratch.close();
        scratch.close();

        assertThat(list()).isEmpty();
    }

    @Test
    void whatAKilledProcessLeftIsSweptAndWhatALivingOneNeedsIsNot() throws Exception {
        Process killed = keeper();
        Process living = keeper();
        try (var ours = Scratch.in(temporary)) {
            String left = line(killed);
            String needed = line(living);
            assertThat(Scratch.sweep(temporary)).isEmpty();

            killed.destroyForcibly();
            assertThat(killed.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(Path.of(left)).exists();

            assertThat(Scratch.sweep(temporary)).hasSize(1);
            assertThat(Path.of(left).getParent()).doesNotExist();
            assertThat(Path.of(needed, "kept")).exists();
            assertThat(ours.path()).exists();

            // A sweep took no lock away: the living is still known as such.
            assertThat(Scratch.sweep(temporary)).isEmpty();
            Process second = new ProcessBuilder(java("sweep")).start();
            assertThat(line(second)).isEqualTo("0");
            assertThat(ours.path()).exists();
        } finally {
            killed.destroyForcibly();
            living.destroyForcibly();
        }
    }

    @Test
    void aFolderThatWasNotFinishedIsLeftAloneForAMinute() throws IOException {
        Path begun =
                Files.createDirectory(
                        temporary.resolve("tmp.0123456789abcdef01234567"),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------")));
        assertThat(Scratch.sweep(temporary)).isEmpty();

        Files.setLastModifiedTime(begun, FileTime.from(Instant.now().minusSeconds(90)));
        assertThat(Scratch.sweep(temporary)).containsExactly(begun);
    }

    @Test
    void whatOthersMayEnterOrIsOnlyALinkIsNotTouched() throws IOException {
        Path open = Files.createDirectory(temporary.resolve("tmp.0123456789abcdef01234567"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("owner"), "somebody");
        Files.writeString(elsewhere.resolve("lock"), "");
        Files.createSymbolicLink(temporary.resolve("tmp.abcdefabcdefabcdefabcdef"), elsewhere);
        Files.setLastModifiedTime(open, FileTime.from(Instant.now().minusSeconds(90)));

        assertThat(Scratch.sweep(temporary)).isEmpty();
        assertThat(elsewhere.resolve("owner")).exists();
    }

    private Process keeper() throws IOException {
        return new ProcessBuilder(java("keep"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private String[] java(String what) {
        return new String[] {
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Keeper.class.getName(),
            what,
            temporary.toString()
        };
    }

    private static String line(Process process) throws IOException {
        var out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return String.valueOf(out.readLine());
    }

    private List<Path> list() throws IOException {
        try (Stream<Path> all = Files.list(temporary)) {
            return all.toList();
        }
    }

    /** Another process, which makes a folder and waits to be killed, or sweeps. */
    static final class Keeper {

        private Keeper() {}

        public static void main(String[] args) throws IOException {
            Path temporary = Path.of(args[1]);
            if (args[0].equals("sweep")) {
                System.out.println(Scratch.sweep(temporary).size());
                return;
            }
            Path folder = Scratch.in(temporary).path();
            Files.writeString(folder.resolve("kept"), "x");
            System.out.println(folder);
            System.in.read();
        }
    }
}
