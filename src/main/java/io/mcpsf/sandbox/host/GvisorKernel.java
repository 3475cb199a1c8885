package io.mcpsf.sandbox.host;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The gVisor that one sandbox runs on, asked through its own program.
 *
 * @param state the folder where that program keeps what it notes about its sandboxes
 */
public record GvisorKernel(Path program, Path state, String id) {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration SETTING_UP = Duration.ofSeconds(20);

    /** The root folder of the process that opens files for the kernel inside. */
    public Optional<Path> root() {
        try {
            Path notes = state.resolve("%1$s_sandbox:%1$s.state".formatted(id));
            long gofer = Json.read(Files.readString(notes)).path("goferPid").asLong(0);
            return gofer > 1
                    ? Optional.of(Path.of("/proc", Long.toString(gofer), "root"))
                    : Optional.empty();
        } catch (IOException | BadJsonException e) {
            return Optional.empty();
        }
    }

    /** How many processes the kernel inside has now; -1 when it does not say. */
    public int processes() throws InterruptedException {
        Command.Result said = ask(PATIENCE, "events", "--stats", id);
        try {
            return said.good()
                    ? Json.read(said.stdout()).path("data").path("pids").path("current").asInt(-1)
                    : -1;
        } catch (BadJsonException e) {
            return -1;
        }
    }

    /** Hands a socket that listens here to the kernel inside, which connects it to the port. */
    public void forward(int port, Path socket) throws InterruptedException {
        Command.Result said =
                ask(
                        PATIENCE,
                        "port-forward",
                        "--stream",
                        socket.toString(),
                        id,
                        Integer.toString(port));
        if (!said.good()) {
            throw new ExecutorException("no connection to port " + port + ": " + said.complaint());
        }
    }

    /** From now on it tells what that file asks for; what happened before it does not tell. */
    public void trace(Path config) throws InterruptedException {
        Command.Result said = ask(SETTING_UP, "trace", "create", "--config", config.toString(), id);
        if (!said.good()) {
            throw new ExecutorException("gVisor does not tell what it sees: " + said.complaint());
        }
    }

    private Command.Result ask(Duration patience, String... words) throws InterruptedException {
        List<String> argv = new ArrayList<>();
        argv.addAll(List.of(program.toString(), "--root", state.toString()));
        argv.addAll(List.of(words));
        return Command.of(argv).within(patience).run();
    }
}
