package io.mcpsf.sandbox.host;

import io.mcpsf.os.Child;
import io.mcpsf.os.Command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A small child that does nothing but wait for our end. However we die, the pipe between us closes,
 * and it kills what our sandboxes left running; folders and mounts are the next sweep's work.
 */
final class DeadMansSwitch implements AutoCloseable {

    /** Lists the files whose lines are the ids of a sandbox's processes. */
    static final String MEMBERS = "members";

    /** Holds the id of the runtime that set the sandbox up. */
    static final String RUNTIME = "runtime";

    /** Holds the names of a sandbox's containers, which an engine removes. */
    static final String CONTAINERS = "containers";

    private static final String SCRIPT =
            """
            trap '' INT TERM HUP QUIT
            while read -r _; do :; done
            owned=$1 runtime=$2 noted=$3 members=$4 containers=$5
            shift 5
            if [ $# -gt 0 ]; then
                for folder in "$owned"/*/; do
                    [ -f "$folder$containers" ] || continue
                    while read -r name; do
                        "$@" rm --force "$name" >/dev/null 2>&1 </dev/null
                    done <"$folder$containers"
                done
            fi
            round=0
            while [ $round -lt 200 ]; do
                left=
                for folder in "$owned"/*/; do
                    if read -r pid 2>/dev/null <"$folder$noted" && [ "/proc/$pid/exe" -ef "$runtime" ]; then
                        left=1
                        kill -9 "$pid" 2>/dev/null
                    fi
                    [ -f "$folder$members" ] || continue
                    while read -r procs; do
                        [ -f "$procs" ] || continue
                        while read -r pid; do
                            left=1
                            kill -9 "$pid" 2>/dev/null
                        done <"$procs"
                    done <"$folder$members"
                done
                [ -n "$left" ] || exit 0
                round=$((round + 1))
                [ $round -lt 20 ] || sleep 0.05
            done
            """;

    private final Child child;

    DeadMansSwitch(Path owned, Path runtime, List<String> engine) {
        // A session of its own: Ctrl-C in the terminal is for us, not for it.
        List<String> argv = new ArrayList<>(List.of("setsid", "sh", "-c", SCRIPT, "sh"));
        argv.addAll(List.of(owned.toString(), runtime.toString(), RUNTIME, MEMBERS, CONTAINERS));
        argv.addAll(engine);
        this.child = Command.of(argv).startSilent();
    }

    @Override
    public void close() {
        child.close();
    }
}
