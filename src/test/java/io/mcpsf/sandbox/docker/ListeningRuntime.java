package io.mcpsf.sandbox.docker;

import io.mcpsf.os.Child;
import io.mcpsf.os.Command;
import io.mcpsf.os.TemporaryTree;
import io.mcpsf.os.Trees;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.locks.LockSupport;

/**
 * A runc that listens to a call of every container itself, as Sysbox and CRI-O's notifier do. The
 * kernel gives a process one listener, so none is left for anybody in the container.
 */
final class ListeningRuntime implements AutoCloseable {

    /** Keeps every listener open, and never has to answer: nobody swaps. */
    private static final String AGENT =
            """
            import socket, sys
            server = socket.socket(socket.AF_UNIX)
            server.bind(sys.argv[1])
            server.listen(16)
            kept = []
            while True:
                peer, _ = server.accept()
                data, listeners, _, _ = socket.recv_fds(peer, 65536, 8)
                kept += listeners
            """;

    private static final String RUNTIME =
            """
            #!/usr/bin/python3
            import json, os, sys
            arguments = sys.argv[1:]
            if "create" in arguments:
                at = os.path.join(arguments[arguments.index("--bundle") + 1], "config.json")
                config = json.load(open(at))
                seccomp = config["linux"].get("seccomp")
                if seccomp:
                    for rule in seccomp["syscalls"]:
                        rule["names"] = [name for name in rule["names"] if name != "swapon"]
                    seccomp["syscalls"].append({"names": ["swapon"], "action": "SCMP_ACT_NOTIFY"})
                    seccomp["listenerPath"] = "%s"
                    json.dump(config, open(at, "w"))
            os.execv("%s", ["runc"] + arguments)
            """;

    private final Path folder = TemporaryTree.make("listening");
    private final Child agent;

    ListeningRuntime(Path runc) {
        Path socket = folder.resolve("socket");
        try {
            Path script = Files.writeString(folder.resolve("agent.py"), AGENT);
            Path runtime = folder.resolve("runc");
            Files.writeString(runtime, RUNTIME.formatted(socket, runc));
            Files.setPosixFilePermissions(runtime, PosixFilePermissions.fromString("rwxr-xr-x"));
            agent =
                    Command.of("/usr/bin/python3", "-SE", script.toString(), socket.toString())
                            .startSilent();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        while (!Files.exists(socket)) {
            if (!agent.alive()) {
                close();
                throw new AssertionError("the agent of the listening runtime did not start");
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    /** Where it is found under the usual name. */
    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        agent.close();
        Trees.delete(folder);
    }
}
