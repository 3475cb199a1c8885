package io.mcpsf.run.question;

import io.mcpsf.inspect.start.StartPlan.Channel;
import io.mcpsf.interrogate.Interrogation;
import io.mcpsf.interrogate.InterrogationOutcome;
import io.mcpsf.interrogate.Offer;
import io.mcpsf.interrogate.fuzz.AttackSetting;
import io.mcpsf.interrogate.fuzz.Fuzzer;
import io.mcpsf.interrogate.fuzz.Sessions;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Transcript;
import io.mcpsf.mcp.Transport;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.run.record.AtPhase;
import io.mcpsf.run.record.LiveSightings;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.record.ShownNotebook;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.scene.Scene;
import io.mcpsf.sandbox.Sandbox;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Talks to a server in its sandbox, over its standard input and output, or over HTTP on the port
 * that it was seen to open.
 */
public final class Questioning {

    /** A server that opened a port and is silent for so long may speak HTTP and nothing else. */
    private static final Duration SILENT = Duration.ofSeconds(1);

    private static final Duration LISTENING = Duration.ofSeconds(30);

    /** The number of the last listing; others are made before and by further starts. */
    private static final int LAST = 8;

    private static final Duration LOOK = Duration.ofMillis(50);

    private final Scene scene;
    private final Recorder recorder;
    private final Progress progress;
    private final Sandbox sandbox;
    private final Transcript transcript;
    private final Supplier<Optional<McpSession>> again;
    private final Meanwhile meanwhile;
    private final OpenedPorts ports;
    private final Held held;
    private volatile boolean greeted;
    private volatile boolean networked;
    private volatile Optional<Interrogation> current = Optional.empty();

    public Questioning(
            Scene scene,
            Recorder recorder,
            Progress progress,
            Sandbox sandbox,
            Transcript transcript,
            Supplier<Optional<McpSession>> again,
            Meanwhile meanwhile,
            Held held) {
        this.scene = scene;
        this.recorder = recorder;
        this.progress = new AtPhase(progress, Phase.IDLE, () -> meanwhile.idling(sandbox));
        this.sandbox = sandbox;
        this.transcript = transcript;
        this.again = again;
        this.meanwhile = meanwhile;
        this.held = held;
        this.ports = new OpenedPorts(transcript, recorder);
    }

    public InterrogationOutcome run(RandomGenerator chance) throws InterruptedException {
        try (var _ = recorder.tap(this::saw)) {
            if (scene.channel() instanceof Channel.Http) {
                Optional<Transport> http = ports.await(sandbox, LISTENING);
                if (http.isPresent()) {
                    return ask(http.get(), chance);
                }
            }
            return overStdio(chance);
        }
    }

    private InterrogationOutcome overStdio(RandomGenerator chance) throws InterruptedException {
        var found = new ArrayList<Transport>();
        Thread other = Thread.ofVirtual().name("other transport").start(() -> lookFor(found));
        var wire =
                new McpClient.Wire(
                        sandbox.pipes().stdout(),
                        sandbox.pipes().stdin(),
                        transcript,
                        InstantSource.system());
        InterrogationOutcome outcome = ask(wire, chance);
        other.interrupt();
        other.join();
        return listed(outcome) || found.isEmpty() ? outcome : ask(found.getFirst(), chance);
    }

    private InterrogationOutcome ask(Transport transport, RandomGenerator chance)
            throws InterruptedException {
        var notebook = new ShownNotebook(recorder, progress, scene.network()::flush);
        try (var interrogation =
                new Interrogation(
                        transport, notebook, scene.questions(), scene.canaries(), chance)) {
            current = Optional.of(interrogation);
            if (!scene.attack().none()) {
                Fuzzer.prepare();
            }
            InterrogationOutcome outcome = interrogation.run();
            meanwhile.finish();
            // Before the attack, which it need not survive.
            new ProxyCheck(recorder, chance).run(sandbox, ports.all());
            if (!outcome.closedOnUs() && listed(outcome)) {
                if (!scene.attack().none()) {
                    outcome =
                            outcome.with(
                                    Phase.ATTACK,
                                    attack(transport, interrogation, notebook, chance));
                }
                interrogation.listAgain(LAST);
            }
            notebook.leave();
            if (listed(outcome)) {
                // Most servers end when their client hangs up, and then there is nothing to see.
                held.once();
            }
            return outcome;
        }
    }

    /** Last of all, because a server need not survive it. */
    private PhaseResult attack(
            Transport transport,
            Interrogation interrogation,
            ShownNotebook notebook,
            RandomGenerator chance)
            throws InterruptedException {
        long begin = System.nanoTime();
        var sightings = new LiveSightings();
        var beside = new Beside(transport, scene.questions());
        boolean http = !(transport instanceof McpClient.Wire);
        Sessions sessions =
                http ? new Sessions(Optional::empty, beside::open) : Sessions.restarted(again);
        try (var _ = recorder.tap(sightings::saw);
                var _ = recorder.stir(sightings::stirred);
                beside) {
            Fuzzer.Result result =
                    new Fuzzer(
                                    interrogation.session(),
                                    notebook,
                                    world(interrogation.offer(), sessions, sightings),
                                    scene.attack(),
                                    chance)
                            .run();
            String why =
                    "%d hostile calls%s"
                            .formatted(
                                    result.calls(),
                                    result.stopped().isEmpty() ? "" : ", " + result.stopped());
            long millis = (System.nanoTime() - begin) / 1_000_000;
            // Who could end an attack by talking would not be seen to be vulnerable; nor was
            // anybody
            // who had ended before it, by our time limit or by himself.
            boolean nobody = result.calls() == 0 && !result.stopped().isEmpty();
            var status =
                    result.cut() || nobody ? PhaseResult.Status.FAILED : PhaseResult.Status.DONE;
            return new PhaseResult(status, millis, why);
        }
    }

    /** Only a server that was seen to use the network meets network faults. */
    private AttackSetting world(Offer offer, Sessions sessions, LiveSightings sightings) {
        List<String> networkFaults =
                scene.attack().everything()
                        ? List.of("refused", "nxdomain", "error_500", "timeout")
                        : List.of("nxdomain", "error_500");
        return new AttackSetting(
                offer,
                sightings,
                sessions,
                scene.network()::networkFault,
                networked ? networkFaults : List.of());
    }

    private static boolean listed(InterrogationOutcome outcome) {
        return Optional.ofNullable(outcome.phases().get(Phase.LIST))
                .filter(result -> result.status() == PhaseResult.Status.DONE)
                .isPresent();
    }

    /** When it opened a port and does not answer, and MCP is behind the port: hangs up. */
    private void lookFor(List<Transport> found) {
        try {
            while (ports.all().isEmpty() && !greeted) {
                Thread.sleep(LOOK);
            }
            Thread.sleep(SILENT);
            if (!greeted) {
                Optional<Transport> http = ports.probe(sandbox);
                if (http.isPresent() && !greeted) {
                    found.add(http.get());
                    current.ifPresent(Interrogation::hangUp);
                }
            }
        } catch (InterruptedException answered) {
            Thread.currentThread().interrupt();
        }
    }

    private void saw(Seen seen) {
        switch (seen.what()) {
            case Greeted _ -> greeted = true;
            case FlowOpened _, DnsAsked _ -> networked = true;
            case Bound _ -> ports.saw(seen);
            default -> {}
        }
    }
}
