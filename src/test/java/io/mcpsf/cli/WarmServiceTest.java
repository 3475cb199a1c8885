package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The real service and the real processes that wait for its jobs. */
@Tag("chamber")
@Timeout(240)
final class WarmServiceTest {

    @TempDir Path folder;
    @AutoClose private RealCommands commands;

    @BeforeEach
    void start() {
        commands = new RealCommands(folder);
    }

    @Test
    void nothingWaitsAfterTheServiceWasKilled() throws Exception {
        Path data = folder.resolve("data");
        Process service = serve(data, 1);
        List<ProcessHandle> waiting = service.descendants().toList();
        assertThat(waiting).isNotEmpty();

        service.destroyForcibly().waitFor();

        for (ProcessHandle one : waiting) {
            one.onExit().get(60, TimeUnit.SECONDS);
        }
        assertThat(folders(data)).as("left").hasSize(1);
        serve(data, 0);
        assertThat(folders(data)).as("swept").isEmpty();
    }

    @Test
    void withoutAnOrderItGoesAndWithAnotherItRefuses() throws Exception {
        assertThat(told("")).isEqualTo("0 {\"kind\":\"ready\"}\n");
        assertThat(told("[\"serve\"]\n"))
                .startsWith("2 {\"kind\":\"ready\"}\n")
                .contains("mcpsf: cannot read the order", "it is not an assessment");
        assertThat(told("{\n")).startsWith("2 ").contains("mcpsf: cannot read the order");
        assertThat(told("[\"assess\",\"--no-such-option\"]\n"))
                .startsWith("2 ")
                .contains("unknown option: --no-such-option");
    }

    /** What it says on standard error when it is told this, behind its exit code. */
    private String told(String order) throws Exception {
        Path said = folder.resolve("said");
        Process process =
                new ProcessBuilder(RealCommands.line("stand-by"))
                        .redirectError(said.toFile())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (var in = process.getOutputStream()) {
            in.write(order.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue() + " " + Files.readString(said);
    }

    /** A service, once as many wait as are to. */
    private Process serve(Path data, int warm) throws Exception {
        RealCommands.Served service =
                commands.serve("--data", data.toString(), "--workers", "1", "--warm", "" + warm);
        RealCommands.awaitWarm(service.address(), warm);
        return service.process();
    }

    private static List<Path> folders(Path data) throws IOException {
        try (Stream<Path> all = Files.list(data.resolve("work"))) {
            return all.toList();
        }
    }
}
