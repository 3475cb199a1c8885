package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Observation;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.run.question.SandboxDialer;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.oci.OciExecutor;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A port of a program on gVisor, reached from outside. */
@Tag("release")
@Tag("chamber")
@Timeout(180)
final class GvisorPortsTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    /** What gVisor's own forwarding reads at once is 16 KB. */
    private static final int MUCH = 3_000_000;

    @Test
    void longAnswersComeThroughAndOurPreparationIsNotTakenForTheSamples(@TempDir Path folder)
            throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(
                folder.resolve("server.py"),
                """
                import socket
                listening = socket.create_server(("127.0.0.1", 8000))
                while True:
                    caller, _ = listening.accept()
                    caller.recv(1)
                    caller.sendall(b"x" * %d)
                    caller.close()
                """
                        .formatted(MUCH));
        var seen = new ConcurrentLinkedQueue<Observation>();
        var bound = new CountDownLatch(1);
        List<String> command = List.of("python3", "FOLDER/server.py");
        try (OciExecutor executor = io.mcpsf.sandbox.oci.Installed.gvisor();
                var rehearsal = Rehearsal.of(folder, command, executor);
                var show =
                        rehearsal.start(
                                executor,
                                true,
                                (_, what) -> {
                                    seen.add(what);
                                    if (what instanceof Bound) {
                                        bound.countDown();
                                    }
                                })) {
            assertThat(bound.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();

            assertThat(answer(show.sandbox())).isEqualTo(MUCH);
            assertThat(answer(show.sandbox())).isEqualTo(MUCH);
        }
        assertThat(seen).isNotEmpty();
        assertThat(seen)
                .extracting(Observation::toString)
                .noneMatch(what -> what.contains("tcp_rmem") || what.contains("/bin/sh"))
                .noneMatch(what -> what.contains("call=fork"));
    }

    private static int answer(Sandbox sandbox) throws IOException {
        try (var connection = new SandboxDialer(sandbox).dial("127.0.0.1", 8000, false, LONG)) {
            connection.out().write("?".getBytes(StandardCharsets.UTF_8));
            connection.out().flush();
            return connection.in().readAllBytes().length;
        }
    }
}
