package io.mcpsf.sandbox.docker;

import io.mcpsf.sandbox.Capabilities;

import java.util.ArrayList;
import java.util.List;

/** What a sandbox of an engine is held by, in words for the report. */
final class DockerGuarantees {

    private DockerGuarantees() {}

    static Capabilities of(
            Engine engine, EngineFacts info, CreateLine.Terms line, ContainerGate.Duty duty) {
        String root =
                line.image().ours()
                        ? "read-only root; of the host only /usr and a few files of /etc"
                        : "read-only root of the image " + line.image().name();
        List<String> enforced =
                new ArrayList<>(
                        List.of(
                                "own pid, mount, network, ipc, uts and cgroup namespaces",
                                root,
                                "no capabilities, no new privileges",
                                "system call filter",
                                "memory limit without swap",
                                "cpu limit",
                                "process limit",
                                "disk limit, wall clock, open files, file size, no core dumps"));
        List<String> missing = new ArrayList<>();
        String shared = "a kernel of its own: the host's kernel is shared";
        switch (duty) {
            case SHARED_KERNEL -> {
                enforced.add("own user namespace with a user id range of its own");
                missing.add(shared);
            }
            case NO_USER_NAMESPACE -> {
                enforced.add("a user id of its own");
                missing.add("a user namespace of its own: the kernel gives none to containers");
                missing.add(shared);
            }
            case OWN_KERNEL -> enforced.add("a kernel of its own (gVisor)");
        }
        return new Capabilities(
                engine.name() + " with " + line.runtime(),
                info.version(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                enforced,
                missing);
    }
}
