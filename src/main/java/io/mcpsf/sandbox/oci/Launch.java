package io.mcpsf.sandbox.oci;

import io.mcpsf.linux.Cgroup;
import io.mcpsf.linux.Cgroups;
import io.mcpsf.os.Child;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;
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

    /**
     * gVisor before 20240807 takes every network namespace for the host's where this is to be seen,
     * and newer kernels show it everywhere.
     */
    private static final String NETWORK_SETTINGS = "/proc/sys/net";

    private Launch() {}

    /** The runtime's process, with the program's pipes as its own. */
    static Child start(
            RuntimeBinary runtime,
            RunFolder folder,
            SandboxSpec spec,
            Cgroups host,
            Cgroup group,
            OtherUptime uptime) {
        List<String> argv = new ArrayList<>(List.of("setsid"));
        argv.addAll(uptime.words());
        String hidden = hidden(runtime.kind(), host);
        if (!hidden.isEmpty()) {
            argv.addAll(List.of("unshare", "-m", "--propagation", "private"));
        }
        // runc joins what its bundle names; the others are born into the groups.
        List<Path> joined = runtime.kind() == RuntimeKind.RUNC ? List.of() : group.memberFiles();
        argv.addAll(List.of("sh", "-c", SCRIPT, "sh", folder.runtime().toString()));
        argv.add(hidden.isEmpty() ? "-" : hidden);
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
        argv.addAll(
                switch (runtime.kind()) {
                    case CRUN -> List.of("--cgroup-manager=disabled", "run");
                    case RUNC -> List.of("run", "--keep");
                    case RUNSC -> gvisor(spec);
                });
        argv.addAll(
                List.of(
                        "--bundle",
                        folder.bundle().toString(),
                        "--pid-file",
                        folder.pidFile().toString(),
                        folder.name()));
        return Command.of(argv).withOnly(Map.of("PATH", Command.PATH)).start();
    }

    /** What must not be seen by the runtime, or the empty text. */
    private static String hidden(RuntimeKind kind, Cgroups host) {
        return switch (kind) {
            // crun refuses a host where the unified hierarchy stands beside the old ones.
            case CRUN ->
                    host.flavour() == Cgroups.Flavour.HYBRID
                            ? Cgroups.unifiedMounts().getFirst().toString()
                            : "";
            case RUNC -> "";
            case RUNSC -> NETWORK_SETTINGS;
        };
    }

    private static List<String> gvisor(SandboxSpec spec) {
        // Without directfs its kernel holds no file of the host: a powerless process opens them.
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "--ignore-cgroups",
                                "--platform=systrap",
                                "--directfs=false",
                                "--overlay2=none"));
        words.add(
                spec.world().network() instanceof World.Network.Joined
                        ? "--network=sandbox"
                        : "--network=none");
        if (spec.listener() instanceof SandboxSpec.Listener.Trace(Path config, _)) {
            // What a filter refuses in there is not told: with a witness, gVisor itself refuses.
            words.add("--pod-init-config=" + config);
        } else {
            words.add("--oci-seccomp");
        }
        words.add("run");
        return words;
    }
}
