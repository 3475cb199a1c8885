package io.mcpsf.sandbox.docker;

import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.mcpsf.json.Json;
import io.mcpsf.linux.HandoverSocket;
import io.mcpsf.linux.PidFd;
import io.mcpsf.os.Child;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.host.Guest;
import io.mcpsf.sandbox.host.GvisorKernel;
import io.mcpsf.sandbox.host.UserMapping;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Our side of a {@link ContainerGate}: waits until it stands in its container, gives it what it
 * needs from outside, lets it go on, and sees it become the sample.
 */
final class ContainerEntry {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long GLANCE_NANOS = 300_000;
    private static final int MOST_SAID = 2000;

    private final Engine engine;
    private final String name;
    private final Child child;
    private final Path gate;
    private final String id;
    private int descriptor;

    /**
     * @param id what the engine calls the container, beside the name that we gave it
     */
    ContainerEntry(Engine engine, String name, String id, Child child, Path gate) {
        this.engine = engine;
        this.name = name;
        this.id = id;
        this.child = child;
        this.gate = gate;
    }

    /** The gate has done its part; its process, as this host counts. */
    long await() {
        var word = new CompletableFuture<Integer>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                word.complete(child.stdout().read());
                            } catch (IOException e) {
                                word.complete(-1);
                            }
                        });
        try {
            descriptor = word.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new ExecutorException(
                    "%s did not start a container within %d s"
                            .formatted(engine.name(), PATIENCE.toSeconds()),
                    e);
        } catch (ExecutionException e) {
            throw new ExecutorException("lost track of the container", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutorException("interrupted while starting a sandbox", e);
        }
        if (descriptor < 0) {
            throw failed();
        }
        return pid(engine, name, gate);
    }

    /** Gives names to its users and its listener to the supervisor, and lets it execute. */
    Guest admit(
            long pid,
            UserMapping identity,
            ContainerGate.Duty duty,
            SandboxSpec.Listener listener) {
        if (duty == ContainerGate.Duty.OWN_KERNEL) {
            GvisorKernel gvisor = gvisor(pid);
            watch(gvisor, listener);
            go();
            return new Guest.Gvisor(gvisor);
        }
        requireHere(pid);
        try {
            if (duty == ContainerGate.Duty.SHARED_KERNEL) {
                String map = "0 %d %d\n".formatted(identity.firstOutside(), identity.count());
                Files.writeString(proc(pid, "uid_map"), map);
                Files.writeString(proc(pid, "gid_map"), map);
            }
            if (listener instanceof SandboxSpec.Listener.Socket(Path socket)) {
                String message = Json.text(Json.object().put("pid", pid));
                try (var process = new PidFd((int) pid)) {
                    HandoverSocket.send(socket, message, process.take(descriptor));
                }
            }
            if (listener instanceof SandboxSpec.Listener.Announced(IntConsumer first)) {
                first.accept((int) pid);
            }
        } catch (IOException e) {
            throw new ExecutorException("cannot give a container what it needs", e);
        }
        go();
        awaitExecution(pid);
        return new Guest.Shared(() -> {});
    }

    private void go() {
        try {
            child.stdin().write('\n');
            child.stdin().flush();
        } catch (IOException e) {
            throw new ExecutorException("cannot let the sample into its container", e);
        }
    }

    /**
     * gVisor is asked to tell before the sample is let in, so that it needs no settings of the
     * engine's and nothing is missed.
     */
    private static void watch(GvisorKernel gvisor, SandboxSpec.Listener listener) {
        switch (listener) {
            case SandboxSpec.Listener.None() -> {}
            case SandboxSpec.Listener.Socket _,
                    SandboxSpec.Listener.Announced _,
                    SandboxSpec.Listener.Told _ ->
                    throw new ExecutorException("gVisor has no seccomp notifications");
            case SandboxSpec.Listener.Trace(Path config, _) -> {
                try {
                    gvisor.trace(config);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new ExecutorException("interrupted while starting a sandbox", e);
                }
            }
        }
    }

    /** Where the engine keeps the state of its gVisors stands in their command lines. */
    private GvisorKernel gvisor(long pid) {
        try {
            String line = Files.readString(proc(pid, "cmdline"));
            for (String word : line.split("\0")) {
                if (word.startsWith("--root=/")) {
                    return new GvisorKernel(
                            Files.readSymbolicLink(proc(pid, "exe")),
                            Path.of(word.substring("--root=".length())),
                            id);
                }
            }
        } catch (IOException e) {
            throw new ExecutorException("cannot look at process " + pid, e);
        }
        throw new ExecutorException("the engine's runsc is not a gVisor on this machine");
    }

    /** The engine's number of a process means that process only if the engine is on this host. */
    private void requireHere(long pid) {
        if (!isGate(pid)) {
            throw new ExecutorException(
                    "%s runs its containers on another machine: process %d of this machine is not ours"
                            .formatted(engine.name(), pid));
        }
    }

    private boolean isGate(long pid) {
        try {
            return Files.isSameFile(proc(pid, "exe"), gate);
        } catch (IOException e) {
            return false;
        }
    }

    private void awaitExecution(long pid) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (child.alive() && isGate(pid)) {
            if (System.nanoTime() > end) {
                throw new ExecutorException("the program was not executed in time");
            }
            LockSupport.parkNanos(GLANCE_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                throw new ExecutorException("interrupted while starting a sandbox");
            }
        }
        empty(gate, PATIENCE);
    }

    /**
     * Leaves nothing of the gate to be read inside. A process that ended or became another lets go
     * of its program a moment after it stopped showing it, and until then nobody may write to it.
     */
    static void empty(Path gate, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                Files.write(gate, new byte[0], WRITE, TRUNCATE_EXISTING);
                return;
            } catch (IOException e) {
                boolean busy = e.getClass() == FileSystemException.class;
                if (!busy || System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
                    throw new ExecutorException("cannot empty " + gate, e);
                }
                LockSupport.parkNanos(GLANCE_NANOS);
            }
        }
    }

    /** Waits until a pause container is in the prepared network. */
    static void awaitNetwork(long pid, Path namespace) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            try {
                if (Files.isSameFile(proc(pid, "ns/net"), namespace)) {
                    return;
                }
            } catch (IOException e) {
                throw new ExecutorException("the container could not enter " + namespace, e);
            }
            LockSupport.parkNanos(GLANCE_NANOS);
        }
        throw new ExecutorException("the container did not enter " + namespace);
    }

    /**
     * The first process of a container, as this host counts. Its program is a file that nobody else
     * runs, so it is found without asking the engine, which costs a client; gVisor's is another.
     */
    static long pid(Engine engine, String container, Path program) {
        Optional<Long> seen = Residents.running(program);
        if (seen.isPresent()) {
            return seen.get();
        }
        String pid = engine.ask("inspect", "--format", "{{.State.Pid}}", container);
        if (!pid.matches("\\d{1,10}") || pid.equals("0")) {
            throw new ExecutorException(container + " ended while it was starting");
        }
        return Long.parseLong(pid);
    }

    private ExecutorException failed() {
        String said = "";
        int code = -1;
        try {
            if (child.await(Duration.ofSeconds(5))) {
                code = child.code();
            }
            said = new String(child.stderr().readNBytes(MOST_SAID), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            said = "no reason given";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String why =
                switch (code) {
                    case ContainerGate.NO_NAMESPACE -> NO_NAMESPACE;
                    case ContainerGate.NO_FILTER -> NO_FILTER;
                    case ContainerGate.NO_WORD -> "the engine did not forward our start signal";
                    default -> EngineRefusal.of(engine, "start", said, last(said, code));
                };
        return new ExecutorException(why);
    }

    static final String NO_FILTER = "the kernel rejected our system call filter";
    static final String NO_NAMESPACE = "containers can't create user namespaces here";

    private static String last(String said, int code) {
        return said.lines()
                .reduce((first, second) -> second)
                .map(line -> line.length() > 300 ? line.substring(0, 300) : line)
                .orElse("exit " + code);
    }

    private static Path proc(long pid, String file) {
        return Path.of("/proc", Long.toString(pid)).resolve(file);
    }
}
