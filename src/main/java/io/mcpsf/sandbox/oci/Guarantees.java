package io.mcpsf.sandbox.oci;

import io.mcpsf.linux.Cgroups;
import io.mcpsf.linux.Fanotify;
import io.mcpsf.sandbox.Capabilities;
import io.mcpsf.sandbox.host.UserMapping;

import java.util.ArrayList;
import java.util.List;

/** What a sandbox on this host enforces, in words for the report. */
final class Guarantees {

    private Guarantees() {}

    static Capabilities of(RuntimeBinary runtime, Cgroups host) {
        List<String> enforced =
                new ArrayList<>(
                        List.of(
                                "separate user, pid, mount, network, ipc, uts and cgroup"
                                        + " namespaces",
                                "read-only root; only /usr and a few files of /etc are the host's",
                                "no capabilities, no-new-privileges",
                                "system call filter",
                                "limits on disk, time, open files and file size; no core dumps"));
        List<String> missing = new ArrayList<>();
        if (UserMapping.rangesHere()) {
            enforced.add(Capabilities.OWN_USERS);
        } else if (runtime.kind() == RuntimeKind.RUNC) {
            missing.add("separate user id: runs as an unprivileged root mapped to your user");
        } else {
            missing.add("separate user id range: runs as your user without privileges");
        }
        for (String controller : Cgroups.NEEDED) {
            if (host.controllers().containsKey(controller)) {
                enforced.add(limit(controller));
            } else if (controller.equals("cpu")) {
                missing.add("CPU limit: no writable cgroup");
            } else {
                missing.add(
                        limit(controller)
                                + ": no writable cgroup, so usage is checked every 40 ms instead");
            }
        }
        try (var witness = new Fanotify()) {
            if (!witness.works()) {
                missing.add(
                        "attribution of decoy accesses: only root learns which process opened a"
                            + " file, so accesses by your other programs during the run count too");
            }
        }
        String kernel = System.getProperty("os.name") + " " + System.getProperty("os.version");
        if (runtime.kind() == RuntimeKind.RUNSC) {
            enforced.add(Capabilities.OWN_KERNEL + ": gVisor");
            missing.add("count of refused forks");
            kernel = kernel + " below gVisor";
        } else {
            missing.add("separate kernel: the host's kernel is shared");
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
