package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Scratch;
import io.mcpsf.sandbox.host.Leftovers;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A whole assessment that is killed in the middle, and what the next sweep finds of it. */
@Tag("chamber")
@Tag("alone")
@Timeout(120)
final class KilledTest {

    @TempDir Path folder;

    @Test
    void nothingStaysInTheTemporaryFolderAndMeanwhileNobodyElseMayEnter() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("t"));
        Process process = start(temporary);
        try {
            awaitMounts(process.pid());
            List<Path> made = list(temporary);
            assertThat(made).isNotEmpty();
            for (Path one : made) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)))
                        .isEqualTo("rwx------");
                assertThat(one.getFileName().toString())
                        .doesNotContainPattern("mcpsf|case|sandbox|notify|trace");
            }
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();

        // Its sandbox dies by the switch; only then its folders can go.
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!list(temporary).isEmpty() && System.nanoTime() < end) {
            Leftovers.sweep();
            Scratch.sweep(temporary);
            LockSupport.parkNanos(100_000_000);
        }
        assertThat(list(temporary)).isEmpty();
    }

    private Process start(Path temporary) throws IOException {
        var argv = new ArrayList<String>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        argv.add("-Djava.io.tmpdir=" + temporary);
        argv.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
        argv.add(System.getProperty("java.class.path"));
        argv.addAll(List.of("io.mcpsf.cli.Main", "assess", "samples/slow-starter"));
        argv.addAll(List.of("--output", folder.resolve("out").toString()));
        return new ProcessBuilder(argv)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** A sandbox has mounts. */
    private static void awaitMounts(long pid) throws IOException {
        while (true) {
            try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mountinfo"))) {
                if (mounts.anyMatch(line -> line.contains("/run/mcpsf/" + pid + "."))) {
                    return;
                }
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }
}
