package io.mcpsf.sandbox.host;

import io.mcpsf.model.Exit;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Persona;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One program that an executor must have run before it counts. */
public final class TrialRun {

    private TrialRun() {}

    /** The executor, once it has passed; one that has not is closed, and the exception says why. */
    public static <E extends Executor> E passed(
            E executor, Runnable close, String name, Limits limits) {
        return passed(executor, close, name, spec(limits, new SandboxSpec.Listener.None()));
    }

    /** The same, and somebody was asked about its system calls. */
    public static <E extends Executor> E passedWithListener(
            E executor, Runnable close, String name, Limits limits) {
        try (var asked = new TrialListener()) {
            return passed(executor, close, name, spec(limits, asked.listener()));
        }
    }

    private static <E extends Executor> E passed(
            E executor, Runnable close, String name, SandboxSpec spec) {
        Limits limits = spec.limits();
        try (Sandbox sandbox = executor.start(spec)) {
            Optional<Exit> exit = sandbox.await(limits.wallClock());
            if (exit.equals(Optional.of(new Exit.Code(0)))) {
                return executor;
            }
            throw new ExecutorException(
                    "the trial run of %s %s"
                            .formatted(
                                    name,
                                    exit.map(Exit::words)
                                            .orElse(
                                                    "hung for "
                                                            + limits.wallClock().toSeconds()
                                                            + " s")));
        } catch (ExecutorException e) {
            close.run();
            throw e;
        } catch (InterruptedException e) {
            close.run();
            Thread.currentThread().interrupt();
            throw new ExecutorException("interrupted while trying " + name, e);
        }
    }

    private static SandboxSpec spec(Limits limits, SandboxSpec.Listener listener) {
        return new SandboxSpec(
                new SandboxSpec.Program(
                        List.of("/bin/true"), Map.of("PATH", "/usr/bin:/bin"), "/tmp"),
                List.of(),
                limits,
                new World(new Persona("laptop", "user", "/home/user"), new World.Network.Closed()),
                listener);
    }
}
