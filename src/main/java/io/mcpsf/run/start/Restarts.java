package io.mcpsf.run.start;

import io.mcpsf.mcp.FrameListener;
import io.mcpsf.mcp.Greeting;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Transcript;
import io.mcpsf.model.RunObservation.ServerStarted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.os.Cleanup;
import io.mcpsf.run.record.LastWords;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.scene.Scene;
import io.mcpsf.run.scene.Watches;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Sandbox;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * New starts of a server that an attack has ended, each in a sandbox of its own under the same
 * sensors and on the same network. The one before is taken down when the next one is started.
 */
final class Restarts implements AutoCloseable {

    private static final Duration GREETING = Duration.ofSeconds(10);

    private final Executor executor;
    private final Scene scene;
    private final Recorder recorder;
    private final Transcript transcript;
    private final List<Watches> watched = new ArrayList<>();
    private Cleanup running = new Cleanup();

    Restarts(Executor executor, Scene scene, Recorder recorder, Transcript transcript) {
        this.executor = executor;
        this.scene = scene;
        this.recorder = recorder;
        this.transcript = transcript;
    }

    /** A conversation with a new start, greeted; empty when it does not come up again. */
    synchronized Optional<McpSession> next() {
        close();
        try (var undo = new Cleanup()) {
            Watches watches = Watches.arm(scene.sensors(), scene.spec(), scene.network().owners());
            watched.add(watches);
            undo.add(watches::close);
            recorder.saw(new ServerStarted(scene.spec().program().argv(), "after an attack"));
            Sandbox sandbox = executor.start(watches.spec());
            undo.add(sandbox::close);
            watches.started(sandbox);
            undo.add(() -> watches.ending(sandbox));
            LastWords.listen(sandbox.pipes().stderr(), recorder);
            Optional<McpSession> session = greeted(sandbox, undo);
            if (session.isPresent()) {
                running = undo.release();
            }
            return session;
        } catch (ExecutorException _) {
            return Optional.empty();
        }
    }

    private Optional<McpSession> greeted(Sandbox sandbox, Cleanup undo) {
        var wire =
                new McpClient.Wire(
                        sandbox.pipes().stdout(),
                        sandbox.pipes().stdin(),
                        transcript,
                        InstantSource.system());
        var settings = scene.questions();
        var client =
                McpClient.open(wire, FrameListener.none(), settings.identity(), settings.budget());
        undo.add(client::close);
        var session = new McpSession(client, settings.identity());
        try {
            return session.greet(GREETING) instanceof Greeting.Welcome
                    ? Optional.of(session)
                    : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** The account of every sense over all new starts; final after {@link #close}. */
    synchronized Map<Sense, SenseHealth> health() {
        var health = new EnumMap<Sense, SenseHealth>(Sense.class);
        for (Watches watches : watched) {
            watches.health()
                    .forEach((sense, account) -> health.merge(sense, account, SenseHealth::and));
        }
        return health;
    }

    /** Takes down what was started last; twice is harmless. */
    @Override
    public synchronized void close() {
        running.close();
        running = new Cleanup();
    }
}
