package io.mcpsf.sandbox.oci;

import io.mcpsf.json.Json;
import io.mcpsf.linux.Cgroup;
import io.mcpsf.linux.Cgroups;
import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.Mounts;
import io.mcpsf.os.Child;
import io.mcpsf.os.Cleanup;
import io.mcpsf.os.Trees;
import io.mcpsf.sandbox.Capabilities;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.host.Box;
import io.mcpsf.sandbox.host.Guest;
import io.mcpsf.sandbox.host.GvisorKernel;
import io.mcpsf.sandbox.host.HostedSandbox;
import io.mcpsf.sandbox.host.Journal;
import io.mcpsf.sandbox.host.Leftovers;
import io.mcpsf.sandbox.host.OtherNetwork;
import io.mcpsf.sandbox.host.Premises;
import io.mcpsf.sandbox.host.ProcFiles;
import io.mcpsf.sandbox.host.RunFolder;
import io.mcpsf.sandbox.host.StateRoot;
import io.mcpsf.sandbox.host.UserMapping;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Starts sandboxes with a standalone runtime. Everything that is made is written down before it is
 * made and undone when the sandbox closes, when the start fails, when this process is asked to end,
 * and by the next sweep when it was killed.
 */
public final class OciExecutor implements Executor, AutoCloseable {

    private static final Duration KILL = Duration.ofSeconds(2);

    private final RuntimeBinary runtime;
    private final StateRoot state;
    private final Cgroups host;
    private final Premises premises;
    private final OtherUptime uptime;

    OciExecutor(RuntimeBinary runtime) {
        this.runtime = runtime;
        this.state = StateRoot.here();
        this.host = Cgroups.here();
        Leftovers.sweep(state);
        this.uptime = OtherUptime.here(runtime.kind());
        this.premises = new Premises(state, runtime.path(), List.of());
    }

    @Override
    public Capabilities capabilities() {
        return Guarantees.of(runtime, host);
    }

    @Override
    public Sandbox start(SandboxSpec spec) {
        OtherNetwork.require(spec.world().network());
        try (var visit = premises.enter();
                var undo = new Cleanup()) {
            HostedSandbox sandbox = build(spec, visit, undo);
            visit.settle(sandbox);
            return sandbox;
        } catch (UncheckedIOException | ErrnoException e) {
            throw new ExecutorException(
                    "cannot start a sandbox with " + runtime.kind().program(), e);
        }
    }

    /** Closes what still runs and gives everything back. Twice is harmless. */
    @Override
    public void close() {
        premises.close();
    }

    private HostedSandbox build(SandboxSpec spec, Premises.Visit visit, Cleanup undo) {
        RunFolder folder = RunFolder.make(premises.owned(), StateRoot.random(8));
        undo.add(() -> Trees.delete(folder.path()));
        var journal = new Journal(folder.path());
        UserMapping identity =
                UserMapping.rangesHere()
                        ? UserMapping.claim(state, folder.path(), journal, undo)
                        : UserMapping.single(runtime.kind() == RuntimeKind.RUNC);
        folder.admit(identity);
        Cgroup group = group(spec, folder, journal, undo);
        visit.kill(group);

        journal.note(Journal.Kind.MOUNT, folder.box());
        undo.add(() -> Mounts.detach(folder.box()));
        Box box = Box.fill(folder.box(), spec, identity);
        // runc refuses most mounts below /proc, and gVisor's is its own.
        Optional<ProcFiles> proc =
                runtime.kind() == RuntimeKind.CRUN
                        ? Optional.of(ProcFiles.in(box))
                        : Optional.empty();
        String joinedByRuntime =
                runtime.kind() == RuntimeKind.RUNC && group.real() ? folder.name() : "";
        var config =
                BundleConfig.of(
                        spec,
                        runtime.kind(),
                        identity,
                        box,
                        proc.map(ProcFiles::bounds).orElse(List.of()),
                        new BundleConfig.Group(limited(), joinedByRuntime));
        Optional<StartHook> hook = StartHook.of(spec.listener(), runtime.kind(), folder);
        hook.ifPresent(moment -> moment.addTo(config));
        write(folder.bundle().resolve("config.json"), Json.text(config));

        if (spec.listener() instanceof SandboxSpec.Listener.Trace trace) {
            trace.scratch().accept(box.scratch());
        }
        Child child = Launch.start(runtime, folder, spec, host, group, uptime);
        undo.add(() -> end(child, group));
        long pid = started(folder, child, hook);
        // From here on the group holds the sample alone: its limits and counters are exact.
        group.moveOut(child.pid());
        Guest guest =
                runtime.kind() == RuntimeKind.RUNSC
                        ? new Guest.Gvisor(
                                new GvisorKernel(runtime.path(), folder.state(), folder.name()))
                        : new Guest.Shared(
                                proc.<Runnable>map(files -> files::breathe).orElse(() -> {}));
        return new HostedSandbox(
                spec.limits(),
                new HostedSandbox.Held(child, KILL, pid, box.scratch(), guest),
                new OciBackend(group, limited(), pid, guest),
                undo);
    }

    /** The first process; 0 when there was no program for it. */
    private long started(RunFolder folder, Child child, Optional<StartHook> hook) {
        var startup = new Startup(runtime, folder, child, hook);
        if (hook.isEmpty()) {
            return startup.await();
        }
        try (var _ = hook.get()) {
            return startup.await();
        }
    }

    /** Whether the kernel enforces all limits here. */
    private boolean limited() {
        return host.missing().isEmpty();
    }

    private Cgroup group(SandboxSpec spec, RunFolder folder, Journal journal, Cleanup undo) {
        Cgroup group = Cgroup.named(host, folder.name());
        group.everywhere().forEach(path -> journal.note(Journal.Kind.CGROUP, path));
        String members =
                group.memberFiles().stream().map(Path::toString).collect(Collectors.joining("\n"));
        write(folder.members(), members + "\n");
        undo.add(() -> group.remove(KILL));
        var limits = spec.limits();
        group.make(limits.memoryBytes(), limits.cpus(), tasks(limits.processes()));
        return group;
    }

    /**
     * Of gVisor the group holds the kernel, with several tasks for each of the sample's; it dies
     * when it gets no more.
     */
    private int tasks(int processes) {
        return runtime.kind() == RuntimeKind.RUNSC ? 4 * processes + 512 : processes;
    }

    private static void end(Child child, Cgroup group) throws InterruptedException {
        group.killAll(KILL);
        if (!child.await(Duration.ofMillis(500))) {
            child.close();
            child.await(KILL);
        }
        group.killAll(KILL);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new ExecutorException("cannot write " + file, e);
        }
    }
}
