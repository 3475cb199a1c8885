package io.mcpsf.sandbox.docker;

import io.mcpsf.sandbox.Capabilities;

import java.util.ArrayList;
import java.util.List;

/** What a sandbox in an engine enforces, in words for the report. */
final class DockerGuarantees {

    /** What the kernel says when a container's runtime listens itself: one filter has one. */
    static final String NO_LISTENER =
            "the kernel refuses one in containers of this engine, as it does where their runtime"
                    + " has a listener of its own";

    private DockerGuarantees() {}

    static Capabilities of(
            String engine,
            EngineFacts info,
            CreateLine.Terms line,
            ContainerGate.Duty duty,
            boolean listener) {
        String root =
                line.image().ours()
                        ? "read-only root; only /usr and a few files of /etc are the host's"
                        : "read-only root of the image " + line.image().name();
        List<String> enforced =
                new ArrayList<>(
                        List.of(
                                "separate pid, mount, network, ipc, uts and cgroup namespaces",
                                root,
                                "no capabilities, no-new-privileges",
                                "system call filter",
                                Capabilities.MEMORY_LIMIT,
                                Capabilities.CPU_LIMIT,
                                Capabilities.PROCESS_LIMIT,
                                "limits on disk, time, open files and file size; no core dumps"));
        List<String> missing = new ArrayList<>();
        String shared = Capabilities.OWN_KERNEL + ": the host's kernel is shared";
        switch (duty) {
            case SHARED_KERNEL -> {
                enforced.add(Capabilities.OWN_USERS + " in a user namespace");
                missing.add(shared);
            }
            case NO_USER_NAMESPACE -> {
                enforced.add("separate user id");
                missing.add("separate user namespace: the kernel allows none in containers");
                missing.add(shared);
            }
            case OWN_KERNEL -> enforced.add(Capabilities.OWN_KERNEL + ": gVisor");
        }
        if (!listener) {
            missing.add(Capabilities.LISTENER + ": " + NO_LISTENER);
        }
        return new Capabilities(
                engine + " with " + line.runtime(),
                info.version(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                enforced,
                missing);
    }
}
