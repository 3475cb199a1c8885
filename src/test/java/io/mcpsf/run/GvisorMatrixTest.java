package io.mcpsf.run;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Samples of every kind on a real gVisor: the same promises as anywhere, kept by other eyes. All
 * samples run there by {@code bin/matrix runsc}.
 */
@Tag("release")
@Tag("chamber")
final class GvisorMatrixTest {

    /** One for each way of seeing: files, deletes, execs, sockets, names, memory, protocol. */
    private static final Set<String> SOME =
            Set.of(
                    "agent-tamper",
                    "calculator",
                    "child-worker",
                    "dns-tunnel",
                    "downloader",
                    "dropper",
                    "escape-artist",
                    "fork-bomb",
                    "ghost",
                    "http-echo",
                    "http-open",
                    "memory-bomb",
                    "memory-runner",
                    "persist-shell",
                    "ransom",
                    "reverse-shell",
                    "settler",
                    "sleeper",
                    "socket-player",
                    "sqlite-python",
                    "temp-cleaner",
                    "thief-curl",
                    "toolbox",
                    "update-checker",
                    "vuln-command-node",
                    "vuln-session-node",
                    "wiper");

    @TempDir static Path reports;
    private static Matrix matrix;

    @BeforeAll
    static void start() {
        matrix = new Matrix("runsc", "balanced", reports, 3);
    }

    @AfterAll
    static void stop() {
        matrix.close();
    }

    @TestFactory
    Stream<DynamicTest> aSampleIsFoundOutOnGvisorToo() throws IOException {
        return matrix.tests(SOME).stream();
    }
}
