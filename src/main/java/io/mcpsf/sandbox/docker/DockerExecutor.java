package io.mcpsf.sandbox.docker;

import io.mcpsf.linux.Cgroup;
import io.mcpsf.linux.Cgroups;
import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.Mounts;
import io.mcpsf.linux.Users;
import io.mcpsf.os.Child;
import io.mcpsf.os.Cleanup;
import io.mcpsf.os.Trees;
import io.mcpsf.sandbox.Capabilities;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;
import io.mcpsf.sandbox.host.Box;
import io.mcpsf.sandbox.host.EngineRemains;
import io.mcpsf.sandbox.host.Guest;
import io.mcpsf.sandbox.host.HostedSandbox;
import io.mcpsf.sandbox.host.Journal;
import io.mcpsf.sandbox.host.Leftovers;
import io.mcpsf.sandbox.host.OtherNetwork;
import io.mcpsf.sandbox.host.Premises;
import io.mcpsf.sandbox.host.RunFolder;
import io.mcpsf.sandbox.host.StateRoot;
import io.mcpsf.sandbox.host.UserMapping;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * Starts sandboxes as containers of an engine on this host. The engine makes namespaces, limits and
 * mounts; the {@link ContainerGate} adds what no engine can be asked for. Everything is named
 * before it is made, carries our label, and is removed by that name; nothing else of the engine is
 * touched.
 */
public final class DockerExecutor implements Executor, AutoCloseable {

    /** An engine tells the end of a container when it has put it away. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    private static final Duration REMAINS = Duration.ofSeconds(5);

    private final Engine engine;
    private final Terms terms;
    private final StateRoot state;
    private final Cgroups host = Cgroups.here();
    private final Premises premises;
    private final Path filter;

    /** What was found out about the engine: how containers are made and what holds them. */
    record Terms(CreateLine.Terms line, ContainerGate.Duty duty, Capabilities capabilities) {}

    DockerExecutor(Engine engine, Terms terms) {
        this.engine = engine;
        this.terms = terms;
        this.state = StateRoot.here();
        Leftovers.sweep(state);
        this.premises = new Premises(state, engine.program(), engine.prefix());
        this.filter = premises.owned().resolve("filter.json");
        write(filter, OuterFilter.json());
        try {
            Files.setPosixFilePermissions(filter, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            throw new ExecutorException("cannot close " + filter, e);
        }
    }

    @Override
    public Capabilities capabilities() {
        return terms.capabilities();
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
            throw new ExecutorException("cannot start a sandbox with " + engine.name(), e);
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
        write(folder.engine(), String.join("\n", engine.prefix()) + "\n");
        var journal = new Journal(folder.path());
        UserMapping identity = identity(UserMapping.claim(state, folder.path(), journal, undo));

        journal.note(Journal.Kind.MOUNT, folder.box());
        undo.add(() -> Mounts.detach(folder.box()));
        Box box = Box.fill(folder.box(), spec, identity);
        Path gate = folder.box().resolve("init");
        program(
                gate,
                ContainerGate.elf(spec.program(), terms.duty(), spec.listener()),
                identity.outside());
        Path empty = StateRoot.folder(folder.box().resolve("none"), "rwxr-xr-x");
        StateRoot.folder(
                StateRoot.folder(empty.resolve("fs"), "rwxr-xr-x").resolve("cgroup"), "rwxr-xr-x");

        String name = "mcpsf-" + folder.name();
        boolean joined = spec.world().network() instanceof World.Network.Joined;
        String pause = joined ? name + "-net" : "";
        var ids = new ArrayList<String>();
        undo.add(() -> ids.forEach(id -> EngineRemains.end(id, REMAINS)));
        announce(joined ? List.of(name, pause) : List.of(name), folder, journal, undo);
        List<String> line =
                CreateLine.sample(
                        name,
                        pause,
                        spec,
                        identity,
                        new CreateLine.Files(box, gate, empty, filter),
                        terms.line());
        String id = made(line, spec.world(), pause, folder);
        ids.add(id);
        journal.note(Journal.Kind.CONTAINER, Path.of(id));
        Child child = engine.command(List.of("start", "--attach", "--interactive", name)).start();
        undo.add(child::close);
        visit.onInterrupt(child::close);

        var entry = new ContainerEntry(engine, name, id, child, gate);
        long pid = entry.await();
        Cgroup group = Cgroup.around(host, pid);
        visit.kill(group);
        write(
                folder.members(),
                group.memberFiles().stream().map(Path::toString).collect(Collectors.joining("\n"))
                        + "\n");
        if (spec.listener() instanceof SandboxSpec.Listener.Trace trace) {
            trace.scratch().accept(box.scratch());
        }
        Guest guest = entry.admit(pid, identity, terms.duty(), spec.listener());
        return new HostedSandbox(
                spec.limits(),
                new HostedSandbox.Held(child, LAST_WORDS, pid, box.scratch(), guest),
                new DockerBackend(engine, name, group, guest),
                undo);
    }

    /** Whose ids a sample has: gVisor's are its own, and the host never sees them at work. */
    private UserMapping identity(UserMapping claimed) {
        return switch (terms.duty()) {
            case SHARED_KERNEL -> claimed;
            case NO_USER_NAMESPACE -> claimed.withoutNamespace();
            case OWN_KERNEL ->
                    new UserMapping(UserMapping.USER, UserMapping.USER, UserMapping.USER, 1);
        };
    }

    /** Makes the container, and beside it the one that holds its network; its id. */
    private String made(List<String> line, World world, String pause, RunFolder folder) {
        if (!(world.network() instanceof World.Network.Joined(Path namespace, _))) {
            return engine.ask(line, new byte[0]);
        }
        try (var tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> network = tasks.submit(() -> network(pause, world, namespace, folder));
            String id = engine.ask(line, new byte[0]);
            network.get();
            return id;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ExecutorException trouble) {
                throw trouble;
            }
            throw new ExecutorException("cannot hold a network for a container", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutorException("interrupted while starting a sandbox", e);
        }
    }

    /** A container that has entered the prepared network; what joins it is in there too. */
    private void network(String pause, World world, Path namespace, RunFolder folder) {
        Path program = folder.path().resolve("pause");
        program(program, Pause.elf(), 0);
        engine.ask(CreateLine.pause(pause, world, namespace, program, terms.line()), new byte[0]);
        ContainerEntry.awaitNetwork(ContainerEntry.pid(engine, pause, program), namespace);
    }

    /** Writes containers down before they are made, for whoever has to remove them. */
    private void announce(List<String> names, RunFolder folder, Journal journal, Cleanup undo) {
        names.forEach(name -> journal.note(Journal.Kind.CONTAINER, Path.of(name)));
        try {
            Files.writeString(
                    folder.containers(),
                    String.join("\n", names) + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new ExecutorException("cannot write " + folder.containers(), e);
        }
        undo.add(() -> remove(names));
    }

    private void remove(List<String> names) {
        List<String> argv = new ArrayList<>(List.of("rm", "--force", "--volumes"));
        argv.addAll(names);
        var result = engine.run(argv, new byte[0]);
        // What was never made need not be removed.
        if (!result.good()
                && !result.stderr().lines().allMatch(line -> line.contains("o such container"))) {
            throw new ExecutorException(
                    EngineRefusal.of(engine, "rm", result.stderr(), result.complaint()));
        }
    }

    /** An executable that only its user may read. */
    private static void program(Path at, byte[] elf, int owner) {
        try {
            Files.write(at, elf);
            Files.setPosixFilePermissions(at, PosixFilePermissions.fromString("r-x------"));
            Users.give(at, owner, owner);
        } catch (IOException e) {
            throw new ExecutorException("cannot write " + at, e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new ExecutorException("cannot write " + file, e);
        }
    }
}
