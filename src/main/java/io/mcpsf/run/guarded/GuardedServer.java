package io.mcpsf.run.guarded;

import io.mcpsf.guard.BreachFinder;
import io.mcpsf.guard.ClientVoice;
import io.mcpsf.guard.FrameSource;
import io.mcpsf.guard.GreetedRules;
import io.mcpsf.guard.LineSink;
import io.mcpsf.guard.LoggedRules;
import io.mcpsf.guard.Relay;
import io.mcpsf.guard.ServerDoor;
import io.mcpsf.guard.SessionLog;
import io.mcpsf.guard.ToolGate;
import io.mcpsf.guard.ToolPolicy;
import io.mcpsf.mcp.Direction;
import io.mcpsf.mcp.Drain;
import io.mcpsf.mcp.Fault;
import io.mcpsf.mcp.Reading;
import io.mcpsf.mcp.RelayedLine;
import io.mcpsf.mcp.Transcript;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Exit;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProtocolObservation.FrameMalformed;
import io.mcpsf.model.RunObservation.ServerEnded;
import io.mcpsf.model.RunObservation.ServerStarted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.os.Cleanup;
import io.mcpsf.policy.Policy;
import io.mcpsf.run.record.LastWords;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.scene.Watches;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.Persona;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec.Listener;
import io.mcpsf.store.CaseFolder;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/** One server in its sandbox, served to one client until either leaves. */
final class GuardedServer {

    /** A server whose client has left may take so long to finish what it does. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final Duration LAST_WORDS = Duration.ofSeconds(1);
    private static final int EXCERPT = 512;

    /** What a shell says of a process that was killed. */
    private static final int KILLED = 137;

    private final Executor executor;
    private final GuardedScene scene;
    private final Recorder recorder;
    private final GuardedClient client;
    private final Session session;
    private final ClientVoice voice;
    private final SessionLog log;

    /** What a session is held to, and where it is written down. */
    record Session(Policy policy, ToolPolicy tools, CaseFile head, CaseFolder folder) {}

    GuardedServer(
            Executor executor,
            GuardedScene scene,
            Recorder recorder,
            GuardedClient client,
            Session session) {
        this.executor = executor;
        this.scene = scene;
        this.recorder = recorder;
        this.client = client;
        this.session = session;
        this.voice = new ClientVoice(client.end().to());
        this.log = new SessionLog(recorder, System::nanoTime);
    }

    /** How it ended, for who started us, and what was seen and how well. */
    record Served(int exitCode, Coverage coverage) {}

    Served serve(Transcript transcript) throws InterruptedException {
        Watches watches = Watches.arm(scene.sensors(), scene.spec(), scene.network().owners());
        long begin = System.nanoTime();
        var phases = new EnumMap<Phase, PhaseResult>(Phase.class);
        Optional<Exit> ended;
        boolean killed;
        try (var undo = new Cleanup()) {
            undo.add(watches::close);
            var over = new CompletableFuture<Relay.Over>();
            var running = new AtomicReference<Optional<Sandbox>>(Optional.empty());
            ViolationDesk desk = desk(running, over);
            undo.add(desk::close);
            boolean held = !(watches.spec().listener() instanceof Listener.Announced);
            Recorder.Tap tap = recorder.tap(held ? desk::saw : desk::heard);
            undo.add(tap::close);
            var lookout = new PortLookout(recorder);
            undo.add(lookout::close);
            recorder.enter(Phase.START);
            recorder.saw(new ServerStarted(scene.spec().program().argv(), "guarded"));
            Sandbox sandbox = executor.start(watches.spec());
            undo.add(sandbox::close);
            running.set(Optional.of(sandbox));
            watches.started(sandbox);
            phases.put(Phase.START, done(begin));
            Drain stderr = Drain.of(sandbox.pipes().stderr(), client.tell());
            String disk = scene.spec().world().persona().home();
            try (var _ = new LimitWatch(sandbox, disk, desk::report)) {
                ended = relay(sandbox, transcript, over, desk, lookout);
            }
            ended.flatMap(LimitWatch::of).ifPresent(desk::report);
            recorder.enter(Phase.STOP);
            watches.ending(sandbox);
            sandbox.close();
            stderr.await(LAST_WORDS);
            new LastWords(_ -> List.of(), recorder).record(stderr);
            scene.network().flush();
            tap.close();
            desk.close();
            killed = desk.fatal().isPresent();
        }
        for (Phase phase : log.reached()) {
            phases.put(phase, done(begin));
        }
        phases.put(Phase.STOP, done(System.nanoTime()));
        int code = killed ? KILLED : ended.map(GuardedServer::code).orElse(0);
        return new Served(code, coverage(phases, watches));
    }

    /** Freezes at once; the end itself comes from whoever waits, and keeps what there is to see. */
    private ViolationDesk desk(
            AtomicReference<Optional<Sandbox>> running, CompletableFuture<Relay.Over> over) {
        Persona persona = scene.spec().world().persona();
        var finder =
                new BreachFinder(
                        session.policy(),
                        persona.home(),
                        System.getProperty("user.home", persona.home()),
                        path -> Files.exists(Path.of(path), LinkOption.NOFOLLOW_LINKS));
        return new ViolationDesk(
                session.policy(),
                finder,
                recorder,
                new ViolationDesk.Hearers(
                        client.tell(), client.alert(), voice::alert, "the server is killed"),
                session.head(),
                new ViolationDesk.Fate(
                        () -> running.get().ifPresent(this::freeze),
                        () -> over.complete(Relay.Over.KILLED)));
    }

    private void freeze(Sandbox sandbox) {
        if (sandbox.freeze()) {
            FrozenState.keep(sandbox.pid(), session.folder());
        } else {
            sandbox.close();
        }
    }

    /** Carries frames until one side leaves; how the server ended, if it did so by itself. */
    private Optional<Exit> relay(
            Sandbox sandbox,
            Transcript transcript,
            CompletableFuture<Relay.Over> over,
            ViolationDesk desk,
            PortLookout lookout)
            throws InterruptedException {
        var door =
                new ServerDoor(
                        FrameSource.lines(sandbox.pipes().stdout()),
                        new LineSink(sandbox.pipes().stdin()),
                        line -> client.tell().accept(new String(line, StandardCharsets.UTF_8)));
        var relay =
                new Relay(
                        client.end(),
                        new Relay.End(door, door),
                        new LoggedRules(
                                new GreetedRules(
                                        new ToolGate(
                                                session.tools(),
                                                desk::report,
                                                log::sent,
                                                client.tell()),
                                        voice),
                                log),
                        this::unreadable,
                        transcript,
                        InstantSource.system());
        relay.start(over);
        lookout.look(sandbox, door, this::odd, http -> relay.also(http, over));
        Relay.Over how;
        try {
            how = over.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the guard failed, so the session ends", e);
        }
        Optional<Exit> ended =
                sandbox.await(how == Relay.Over.KILLED || door.http() ? Duration.ZERO : GRACE);
        ended.ifPresent(exit -> recorder.saw(ended(exit)));
        return ended;
    }

    private void unreadable(Direction direction, RelayedLine line, long bytes, byte[] beginning) {
        boolean empty = line.faults().stream().anyMatch(fault -> fault.fault() == Fault.EMPTY);
        if (empty) {
            return;
        }
        String why =
                line.faults().stream()
                        .findFirst()
                        .map(Reading.Malformed::why)
                        .orElse(Fault.TOO_LONG.words());
        odd(why, bytes, beginning);
        String whose = direction == Direction.SENT ? "the client" : "the server";
        client.tell().accept("mcpsf: a line of %s was withheld: %s".formatted(whose, why));
    }

    private void odd(String why, long bytes, byte[] beginning) {
        String excerpt =
                new String(
                        beginning, 0, Math.min(beginning.length, EXCERPT), StandardCharsets.UTF_8);
        recorder.saw(new FrameMalformed(why, bytes, excerpt));
    }

    private Coverage coverage(Map<Phase, PhaseResult> phases, Watches watches) {
        Map<Sense, SenseHealth> senses = watches.health();
        scene.network().close();
        senses.putAll(scene.network().health());
        senses.put(Sense.PROTOCOL, SenseHealth.full(0));
        recorder.dropped()
                .forEach(
                        (sense, lost) ->
                                senses.merge(
                                        sense,
                                        SenseHealth.lossy(0, lost, "the evidence file was full"),
                                        SenseHealth::and));
        return new Coverage(phases, senses, log.tools(), executor.capabilities().isolation());
    }

    private static PhaseResult done(long begin) {
        return new PhaseResult(
                PhaseResult.Status.DONE, (System.nanoTime() - begin) / 1_000_000, "");
    }

    private static ServerEnded ended(Exit exit) {
        return switch (exit) {
            case Exit.Code(int value) -> new ServerEnded("code", value, false);
            case Exit.Signal(int number) -> new ServerEnded("signal", number, false);
            case Exit.TimedOut() -> new ServerEnded("timeout", 0, false);
            case Exit.OutOfMemory() -> new ServerEnded("memory", 0, false);
            case Exit.TooManyProcesses() -> new ServerEnded("processes", 0, false);
            case Exit.Lost _ -> new ServerEnded("signal", 9, false);
        };
    }

    private static int code(Exit exit) {
        return switch (exit) {
            case Exit.Code(int value) -> value;
            case Exit.Signal(int number) -> 128 + number;
            case Exit.TimedOut(), Exit.OutOfMemory(), Exit.TooManyProcesses(), Exit.Lost _ ->
                    KILLED;
        };
    }
}
