package io.mcpsf.sandbox.oci;

import io.mcpsf.linux.Cgroup;
import io.mcpsf.linux.Cgroups;
import io.mcpsf.os.Child;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.host.RunFolder;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command line that starts a runtime on a bundle with the sandbox's pipes as its own. */
final class Launch {

    /**
     * Notes its id, joins the groups, hides what the runtime stumbles over, and becomes the
     * runtime. Arguments: file for the id, path to hide or -, number of groups, groups, runtime.
     */
    private static final String SCRIPT =
            """
            echo $$ >"$1" || exit 125
            [ "$2" = - ] || umount "$2" 2>/dev/null || mount -t tmpfs none "$2" || exit 125
            n=$3
            shift 3
            while [ $n -gt 0 ]; do
                echo 0 >"$1" || exit 125
                shift
                n=$((n - 1))
            done
            exec "$@"
            """;

    private Launch() {}

    static Child start(RuntimeBinary runtime, RunFolder folder, Cgroups host, Cgroup group) {
        List<String> argv = new ArrayList<>(List.of("setsid"));
        boolean crun = runtime.kind() == RuntimeKind.CRUN;
        // crun refuses a host where the unified hierarchy stands beside the old ones.
        boolean hide = crun && host.flavour() == Cgroups.Flavour.HYBRID;
        if (hide) {
            argv.addAll(List.of("unshare", "-m", "--propagation", "private"));
        }
        List<Path> joined = crun ? group.memberFiles() : List.of();
        argv.addAll(List.of("sh", "-c", SCRIPT, "sh", folder.runtime().toString()));
        argv.add(hide ? Cgroups.unifiedMounts().getFirst().toString() : "-");
        argv.add(Integer.toString(joined.size()));
        joined.forEach(file -> argv.add(file.toString()));
        argv.addAll(
                List.of(
                        runtime.path().toString(),
                        "--root",
                        folder.state().toString(),
                        "--log",
                        folder.log().toString(),
                        "--log-format",
                        "json"));
        argv.addAll(crun ? List.of("--cgroup-manager=disabled", "run") : List.of("run", "--keep"));
        argv.addAll(
                List.of(
                        "--bundle",
                        folder.bundle().toString(),
                        "--pid-file",
                        folder.pidFile().toString(),
                        folder.name()));
        return Command.of(argv).withOnly(Map.of("PATH", Command.PATH)).start();
    }
}
