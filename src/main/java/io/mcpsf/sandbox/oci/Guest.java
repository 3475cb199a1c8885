package io.mcpsf.sandbox.oci;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.host.RunFolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whose kernel a sandbox's program runs on, and so who counts its processes. */
sealed interface Guest {

    /** The host's: its control group counts. */
    record Shared() implements Guest {}

    /** One of its own. */
    record Gvisor(Path program, RunFolder folder) implements Guest {

        private static final Duration PATIENCE = Duration.ofSeconds(2);

        /** The root folder of the process that opens files for the kernel inside. */
        Optional<Path> root() {
            try {
                long gofer =
                        Json.read(Files.readString(folder.gvisor())).path("goferPid").asLong(0);
                return gofer > 1
                        ? Optional.of(Path.of("/proc", Long.toString(gofer), "root"))
                        : Optional.empty();
            } catch (IOException | BadJsonException e) {
                return Optional.empty();
            }
        }

        /** How many processes the kernel inside has now; -1 when it does not say. */
        int processes() throws InterruptedException {
            Command.Result said = ask("events", "--stats", folder.name());
            try {
                return said.good()
                        ? Json.read(said.stdout())
                                .path("data")
                                .path("pids")
                                .path("current")
                                .asInt(-1)
                        : -1;
            } catch (BadJsonException e) {
                return -1;
            }
        }

        /** Hands a socket that listens here to the kernel inside, which connects it to the port. */
        void forward(int port, Path socket) throws InterruptedException {
            Command.Result said =
                    ask(
                            "port-forward",
                            "--stream",
                            socket.toString(),
                            folder.name(),
                            Integer.toString(port));
            if (!said.good()) {
                throw new ExecutorException(
                        "no connection to port " + port + ": " + said.complaint());
            }
        }

        private Command.Result ask(String... words) throws InterruptedException {
            List<String> argv = new ArrayList<>();
            argv.addAll(List.of(program.toString(), "--root", folder.state().toString()));
            argv.addAll(List.of(words));
            return Command.of(argv).within(PATIENCE).run();
        }
    }
}
