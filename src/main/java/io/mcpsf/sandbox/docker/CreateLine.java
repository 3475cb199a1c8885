package io.mcpsf.sandbox.docker;

import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;
import io.mcpsf.sandbox.host.Box;
import io.mcpsf.sandbox.host.Rlimits;
import io.mcpsf.sandbox.host.UserMapping;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The arguments by which an engine makes a container: everything that we ask it to enforce. */
final class CreateLine {

    /** Where the gate is in a container. */
    static final String GATE = "/init";

    private final List<String> argv = new ArrayList<>();

    private CreateLine(String name, String role, String... verb) {
        add(verb);
        add("--name", name, "--label", Images.LABEL + "=" + role);
        add("--pull", "never", "--interactive", "--log-driver", "none", "--no-healthcheck");
        add("--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges");
        add("--cgroupns", "private", "--ipc", "private", "--userns", "host");
        add("--entrypoint", GATE);
    }

    /** What the containers of one engine have in common. */
    record Terms(Image image, String runtime, boolean ownKernel, boolean oldGroups, int cpus) {}

    /** What containers start from: our skeleton with programs of the host, or what a user named. */
    record Image(String name, boolean ours) {}

    /** The files that a container of one sandbox is made with. */
    record Files(Box box, Path gate, Path empty, Path filter) {}

    /** The container of the sample. */
    static List<String> sample(
            String name,
            String pause,
            SandboxSpec spec,
            UserMapping identity,
            Files files,
            Terms t) {
        var line = new CreateLine(name, "sample", "create");
        line.add("--runtime", t.runtime());
        line.add("--user", identity.outside() + ":" + identity.outside());
        line.add("--workdir", spec.program().folder());
        line.add("--security-opt", "seccomp=" + files.filter());
        if (pause.isEmpty()) {
            line.add("--network", "none", "--hostname", spec.world().persona().host());
        } else {
            line.add("--network", "container:" + pause);
        }
        line.limits(spec.limits(), t);
        line.bind(files.gate(), GATE, false);
        // In place of the host's devices and control groups.
        line.bind(files.empty(), "/sys", false);
        line.bind(files.empty().resolve("fs/cgroup"), "/sys/fs/cgroup", false);
        line.etc(files.box().root().resolve("etc"), t.image().ours());
        for (Box.Bound bound : files.box().bounds()) {
            boolean ofTheHost = !bound.source().startsWith(files.gate().getParent());
            // An image that was named brings its own programs.
            if (t.image().ours() || !ofTheHost) {
                line.bind(bound.source(), bound.at(), bound.writable());
            }
        }
        line.add(t.image().name());
        return line.argv;
    }

    /**
     * The container that holds a network for the sample's, started at once. It may enter the
     * prepared network, which takes a capability, and runs nothing but our own few instructions.
     */
    static List<String> pause(String name, World world, Path namespace, Path program, Terms t) {
        var line = new CreateLine(name, "network", "run", "--detach");
        line.add("--runtime", "runc");
        line.add("--network", "none", "--hostname", world.persona().host());
        // Room for the runtime itself, which is many threads until it becomes the program.
        line.add("--cap-add", "SYS_ADMIN", "--pids-limit", "64", "--memory", "64m");
        line.ulimit("nofile", 1024);
        line.ulimit("nproc", 1024);
        line.bind(program, GATE, false);
        line.bind(namespace, Pause.NETWORK, false);
        line.add(t.image().name());
        return line.argv;
    }

    /**
     * The folder, and by name what an engine would put its own into. In an image that was named
     * only what says who and where the sample is.
     */
    private void etc(Path folder, boolean whole) {
        List<String> files = new ArrayList<>(List.of("hosts", "hostname", "resolv.conf"));
        if (whole) {
            bind(folder, "/etc", false);
        } else {
            files.addAll(List.of("passwd", "group", "nsswitch.conf", "machine-id"));
        }
        for (String file : files) {
            bind(folder.resolve(file), "/etc/" + file, false);
        }
    }

    private void limits(Limits limits, Terms t) {
        String memory = Long.toString(limits.memoryBytes());
        add("--memory", memory, "--memory-swap", memory);
        if (t.oldGroups()) {
            add("--memory-swappiness", "0");
        }
        double cpus = Math.min(limits.cpus(), t.cpus());
        add("--cpus", "%.3f".formatted(cpus).replace(',', '.'));
        // Of gVisor the group holds the kernel, with several tasks for each of the sample's.
        int tasks = t.ownKernel() ? 4 * limits.processes() + 512 : limits.processes();
        add("--pids-limit", Integer.toString(tasks), "--oom-score-adj", "500");
        ulimit("core", 0);
        ulimit("fsize", limits.diskBytes());
        ulimit("nofile", Rlimits.openFiles());
        ulimit("msgqueue", 819_200);
        // Where the control group counts, it must come first; gVisor counts by this limit.
        ulimit("nproc", t.ownKernel() ? limits.processes() : 2L * limits.processes());
    }

    private void ulimit(String name, long value) {
        long most = Math.min(value, Rlimits.most("RLIMIT_" + name.toUpperCase(Locale.ROOT)));
        add("--ulimit", name + "=" + most + ":" + most);
    }

    private void bind(Path source, String at, boolean writable) {
        add("--mount", "type=bind,src=" + source + ",dst=" + at + (writable ? "" : ",readonly"));
    }

    private void add(String... arguments) {
        argv.addAll(List.of(arguments));
    }
}
