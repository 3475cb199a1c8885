package io.mcpsf.sandbox.oci;

import io.mcpsf.os.Child;
import io.mcpsf.os.Command;

import java.nio.file.Path;

/**
 * A small child that does nothing but wait for our end. However we die, the pipe between us closes,
 * and it kills what our sandboxes left running; folders and mounts are the next sweep's work.
 */
final class DeadMansSwitch implements AutoCloseable {

    /** Lists the files whose lines are the ids of a sandbox's processes. */
    static final String MEMBERS = "members";

    /** Holds the id of the runtime that set the sandbox up. */
    static final String RUNTIME = "runtime";

    private static final String SCRIPT =
            """
            trap '' INT TERM HUP QUIT
            while read -r _; do :; done
            round=0
            while [ $round -lt 200 ]; do
                left=
                for folder in "$1"/*/; do
                    if read -r pid 2>/dev/null <"$folder$3" && [ "/proc/$pid/exe" -ef "$2" ]; then
                        left=1
                        kill -9 "$pid" 2>/dev/null
                    fi
                    [ -f "$folder$4" ] || continue
                    while read -r procs; do
                        [ -f "$procs" ] || continue
                        while read -r pid; do
                            left=1
                            kill -9 "$pid" 2>/dev/null
                        done <"$procs"
                    done <"$folder$4"
                done
                [ -n "$left" ] || exit 0
                round=$((round + 1))
                [ $round -lt 20 ] || sleep 0.05
            done
            """;

    private final Child child;

    DeadMansSwitch(Path owned, Path runtime) {
        // A session of its own: Ctrl-C in the terminal is for us, not for it.
        this.child =
                Command.of(
                                "setsid",
                                "sh",
                                "-c",
                                SCRIPT,
                                "sh",
                                owned.toString(),
                                runtime.toString(),
                                RUNTIME,
                                MEMBERS)
                        .startSilent();
    }

    @Override
    public void close() {
        child.close();
    }
}
