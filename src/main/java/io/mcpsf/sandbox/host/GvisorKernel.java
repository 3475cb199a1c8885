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
import java.util.concurrent.locks.ReentrantLock;

/** The gVisor that one sandbox runs on, asked through its own program. */
public final class GvisorKernel {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration SETTING_UP = Duration.ofSeconds(20);

    /**
     * The least, usual and most bytes that a connection inside may receive before they are read.
     * gVisor's forwarding reads into 16 KB, and the kernel dies of a piece that is longer.
     */
    private static final String NARROW =
            "echo '4096 8192 8192' >/proc/sys/net/ipv4/tcp_rmem || exit 1";

    private final Path program;
    private final Path state;
    private final String id;
    private final ReentrantLock narrowing = new ReentrantLock();
    private boolean narrow;

    /**
     * @param state the folder where that program keeps what it notes about its sandboxes
     */
    public GvisorKernel(Path program, Path state, String id) {
        this.program = program;
        this.state = state;
        this.id = id;
    }

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
        narrow();
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

    /**
     * Once, by a process of the kernel's own root, which no sample can be: that is how the witness
     * tells it from the sample's.
     */
    private void narrow() throws InterruptedException {
        narrowing.lockInterruptibly();
        try {
            if (!narrow) {
                Command.Result said =
                        ask(SETTING_UP, "exec", "--user", "0:0", id, "/bin/sh", "-c", NARROW);
                if (!said.good()) {
                    throw new ExecutorException(
                            "gVisor's ports cannot be reached: " + said.complaint());
                }
                narrow = true;
            }
        } finally {
            narrowing.unlock();
        }
    }

    /** From now on it tells what that file asks for; what happened before it does not tell. */
    public void trace(Path config) throws InterruptedException {
        Command.Result said = ask(SETTING_UP, "trace", "create", "--config", config.toString(), id);
        if (!said.good()) {
            throw new ExecutorException("gVisor's trace is not available: " + said.complaint());
        }
    }

    private Command.Result ask(Duration patience, String... words) throws InterruptedException {
        List<String> argv = new ArrayList<>();
        argv.addAll(List.of(program.toString(), "--root", state.toString()));
        argv.addAll(List.of(words));
        return Command.of(argv).within(patience).run();
    }
}
