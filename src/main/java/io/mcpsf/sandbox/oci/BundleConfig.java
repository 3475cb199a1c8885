package io.mcpsf.sandbox.oci;

import io.mcpsf.json.Json;
import io.mcpsf.linux.Processes;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;
import io.mcpsf.sandbox.host.Box;
import io.mcpsf.sandbox.host.Rlimits;
import io.mcpsf.sandbox.host.UserMapping;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Writes the config.json of a bundle: everything we ask the runtime to enforce. */
final class BundleConfig {

    private static final List<String> MASKED =
            List.of(
                    "/proc/acpi",
                    "/proc/asound",
                    "/proc/kcore",
                    "/proc/keys",
                    "/proc/latency_stats",
                    "/proc/timer_list",
                    "/proc/timer_stats",
                    "/proc/sched_debug",
                    "/proc/scsi",
                    "/proc/interrupts",
                    "/proc/kallsyms",
                    "/proc/kmsg",
                    "/proc/modules",
                    "/proc/config.gz",
                    "/proc/pagetypeinfo",
                    "/proc/slabinfo",
                    "/proc/vmallocinfo",
                    "/proc/iomem",
                    "/proc/ioports",
                    "/sys/firmware",
                    "/sys/devices/virtual/powercap");
    private static final List<String> READ_ONLY =
            List.of("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger");

    private static final long RUNTIME_BYTES = 256L << 20;

    private final SandboxSpec spec;
    private final UserMapping identity;
    private final List<Box.Bound> bounds;
    private final boolean limited;
    private final boolean counted;
    private final ObjectNode config = Json.object();

    private BundleConfig(
            SandboxSpec spec,
            UserMapping identity,
            Box box,
            List<Box.Bound> more,
            boolean limited,
            boolean counted) {
        this.spec = spec;
        this.identity = identity;
        this.bounds = Stream.concat(box.bounds().stream(), more.stream()).toList();
        this.limited = limited;
        this.counted = counted;
    }

    /**
     * The configuration; {@code more} is mounted after what the box holds, {@code group} is the
     * name of the control group that the runtime itself has to join, empty when it need not.
     */
    static ObjectNode of(
            SandboxSpec spec,
            RuntimeKind kind,
            UserMapping identity,
            Box box,
            List<Box.Bound> more,
            Group group) {
        // gVisor counts processes itself; the group around it only holds gVisor.
        boolean counted = group.limited() && kind != RuntimeKind.RUNSC;
        var writer = new BundleConfig(spec, identity, box, more, group.limited(), counted);
        writer.config.put("ociVersion", "1.0.2");
        writer.config.put("hostname", spec.world().persona().host());
        writer.config.putObject("root").put("path", box.root().toString()).put("readonly", true);
        writer.process();
        writer.mounts();
        writer.linux(group);
        Seccomp.addTo(writer.config, kind, spec);
        return writer.config;
    }

    /** Whether the sandbox is limited by a control group, and the one the runtime has to join. */
    record Group(boolean limited, String joinedByRuntime) {}

    private void process() {
        ObjectNode process = config.putObject("process");
        process.put("terminal", false).put("noNewPrivileges", true).put("oomScoreAdj", 500);
        process.putObject("user").put("uid", identity.inside()).put("gid", identity.inside());
        spec.program().argv().forEach(process.putArray("args")::add);
        ArrayNode env = process.putArray("env");
        spec.program().env().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .sorted()
                .forEach(env::add);
        process.put("cwd", spec.program().folder());
        ObjectNode capabilities = process.putObject("capabilities");
        for (String set : List.of("bounding", "effective", "inheritable", "permitted", "ambient")) {
            capabilities.putArray(set);
        }
        rlimits(process.putArray("rlimits"));
    }

    private void rlimits(ArrayNode rlimits) {
        var limits = spec.limits();
        rlimit(rlimits, "RLIMIT_CORE", 0);
        rlimit(rlimits, "RLIMIT_FSIZE", limits.diskBytes());
        rlimit(rlimits, "RLIMIT_NOFILE", Rlimits.openFiles());
        rlimit(rlimits, "RLIMIT_MSGQUEUE", 819_200);
        // Who counts must come first: a control group its refusals, or we what is there, which
        // never exceeds a limit that is held here. Where our user is the sandbox's, our own tasks
        // are in this number too, and they come and go: only a last resort.
        boolean last = counted || !limited;
        long processes = last ? 2L * limits.processes() : limits.processes();
        rlimit(
                rlimits,
                "RLIMIT_NPROC",
                identity.ranged() ? processes : processes + Processes.tasks());
        if (!limited) {
            // It binds the runtime, too, before the program takes its place.
            rlimit(rlimits, "RLIMIT_DATA", limits.memoryBytes() + RUNTIME_BYTES);
        }
    }

    private static void rlimit(ArrayNode rlimits, String type, long value) {
        long most = Math.min(value, Rlimits.most(type));
        rlimits.addObject().put("type", type).put("hard", most).put("soft", most);
    }

    private void mounts() {
        ArrayNode mounts = config.putArray("mounts");
        mount(mounts, "/proc", "proc", "proc", "nosuid", "noexec", "nodev");
        mount(mounts, "/dev", "tmpfs", "tmpfs", "nosuid", "strictatime", "mode=755", "size=64k");
        mount(
                mounts,
                "/dev/pts",
                "devpts",
                "devpts",
                "nosuid",
                "noexec",
                "newinstance",
                "ptmxmode=0666",
                "mode=0620");
        for (Box.Bound bound : bounds) {
            var options =
                    new ArrayList<>(
                            List.of("rbind", bound.writable() ? "rw" : "ro", "nosuid", "nodev"));
            if (!bound.executable()) {
                options.add("noexec");
            }
            mount(
                    mounts,
                    bound.at(),
                    "bind",
                    bound.source().toString(),
                    options.toArray(String[]::new));
        }
    }

    private static void mount(
            ArrayNode mounts, String at, String type, String source, String... options) {
        ObjectNode mount = mounts.addObject();
        mount.put("destination", at).put("type", type).put("source", source);
        List.of(options).forEach(mount.putArray("options")::add);
    }

    private void linux(Group group) {
        ObjectNode linux = config.putObject("linux");
        ArrayNode namespaces = linux.putArray("namespaces");
        for (String type : List.of("pid", "mount", "ipc", "uts", "user", "cgroup")) {
            namespaces.addObject().put("type", type);
        }
        ObjectNode network = namespaces.addObject().put("type", "network");
        if (spec.world().network() instanceof World.Network.Joined joined) {
            network.put("path", joined.namespace().toString());
        }
        for (String ids : List.of("uidMappings", "gidMappings")) {
            linux.putArray(ids)
                    .addObject()
                    .put("containerID", identity.firstInside())
                    .put("hostID", identity.firstOutside())
                    .put("size", identity.count());
        }
        if (!group.joinedByRuntime().isEmpty()) {
            linux.put("cgroupsPath", "/" + group.joinedByRuntime());
        }
        linux.put("rootfsPropagation", "private");
        MASKED.forEach(linux.putArray("maskedPaths")::add);
        READ_ONLY.forEach(linux.putArray("readonlyPaths")::add);
    }
}
