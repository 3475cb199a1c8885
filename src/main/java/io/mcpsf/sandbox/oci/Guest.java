package io.mcpsf.sandbox.oci;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.host.RunFolder;

import java.nio.file.Path;
import java.time.Duration;

/** Whose kernel a sandbox's program runs on, and so who counts its processes. */
sealed interface Guest {

    /** The host's: its control group counts. */
    record Shared() implements Guest {}

    /** One of its own. */
    record Gvisor(Path program, RunFolder folder) implements Guest {

        private static final Duration PATIENCE = Duration.ofSeconds(2);

        /** How many processes the kernel inside has now; -1 when it does not say. */
        int processes() throws InterruptedException {
            Command.Result said =
                    Command.of(
                                    program.toString(),
                                    "--root",
                                    folder.state().toString(),
                                    "events",
                                    "--stats",
                                    folder.name())
                            .within(PATIENCE)
                            .run();
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
    }
}
