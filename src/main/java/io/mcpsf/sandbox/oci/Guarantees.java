package io.mcpsf.sandbox.oci;

import io.mcpsf.linux.Cgroups;
import io.mcpsf.linux.Fanotify;
import io.mcpsf.sandbox.Capabilities;
import io.mcpsf.sandbox.host.UserMapping;

import java.util.ArrayList;
import java.util.List;

/** What a sandbox of this host is held by, in words for the report. */
final class Guarantees {

    private Guarantees() {}

    static Capabilities of(RuntimeBinary runtime, Cgroups host) {
        List<String> enforced =
                new ArrayList<>(
                        List.of(
                                "own user, pid, mount, network, ipc, uts and cgroup namespaces",
                                "read-only root; of the host only /usr and a few files of /etc",
                                "no capabilities, no new privileges",
                                "system call filter",
                                "disk limit, wall clock, open files, file size, no core dumps"));
        List<String> missing = new ArrayList<>();
        if (UserMapping.rangesHere()) {
            enforced.add(Capabilities.OWN_USERS);
        } else if (runtime.kind() == RuntimeKind.RUNC) {
            missing.add("a user id of its own: runs as a powerless root mapped to your user");
        } else {
            missing.add("a user id range of its own: runs as your user without privileges");
        }
        for (String controller : Cgroups.NEEDED) {
            if (host.controllers().containsKey(controller)) {
                enforced.add(limit(controller));
            } else if (controller.equals("cpu")) {
                missing.add("cpu limit: no control group that we may write to");
            } else {
                missing.add(
                        limit(controller)
                                + " by the kernel: no control group that we may write to, so"
                                + " it is counted every 40 ms");
            }
        }
        try (var witness = new Fanotify()) {
            if (!witness.works()) {
                missing.add(
                        "the name of whoever opens a decoy: the kernel tells root alone, so what"
                                + " other programs of yours open during the run counts");
            }
        }
        String kernel = System.getProperty("os.name") + " " + System.getProperty("os.version");
        if (runtime.kind() == RuntimeKind.RUNSC) {
            enforced.add(
                    Capabilities.OWN_KERNEL
                            + ": gVisor, which the host's kernel sees as one process");
            missing.add("a count of refused processes");
            kernel = kernel + " below gVisor";
        } else {
            missing.add("a kernel of its own: the host's kernel is shared");
        }
        return new Capabilities(
                runtime.kind().program(), runtime.version(), kernel, enforced, missing);
    }

    private static String limit(String controller) {
        return switch (controller) {
            case "memory" -> Capabilities.MEMORY_LIMIT;
            case "cpu" -> Capabilities.CPU_LIMIT;
            default -> Capabilities.PROCESS_LIMIT;
        };
    }
}
