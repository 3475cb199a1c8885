package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.interrogate.LoadClock;
import io.mcpsf.interrogate.RecordingNotebook;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.ServerProcess;
import io.mcpsf.model.ProtocolObservation.InputBroke;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Requests that no client makes, at real servers. */
final class BreachesTest {

    private final RecordingNotebook notebook = new RecordingNotebook();
    private final List<ServerProcess> started = new ArrayList<>();
    private final LoadClock clock = LoadClock.here();

    @AfterEach
    void end() {
        clock.close();
        started.forEach(ServerProcess::close);
    }

    @Test
    void aServerThatRefusesThemSurvives() {
        assertThat(survived("nobody", Optional::empty)).isTrue();

        assertThat(notebook.all(InputBroke.class)).isEmpty();
    }

    @Test
    void theOneThatEndsTheServerAgainIsToBlame() {
        assertThat(survived("__proto__", () -> Optional.of(greeted("__proto__")))).isFalse();

        assertThat(notebook.all(InputBroke.class))
                .singleElement()
                .satisfies(
                        broke -> {
                            assertThat(broke.tool()).isEqualTo("tools/call");
                            assertThat(broke.payload()).isEqualTo("{\"name\":\"__proto__\"}");
                            assertThat(broke.times()).isEqualTo(2);
                        });
        assertThat(started).hasSize(2);
    }

    @Test
    void whatCannotBeTriedAgainIsToldAsSeenOnce() {
        assertThat(survived("__proto__", Optional::empty)).isFalse();

        assertThat(notebook.all(InputBroke.class))
                .singleElement()
                .satisfies(
                        broke -> {
                            assertThat(broke.payload()).contains("__proto__");
                            assertThat(broke.times()).isEqualTo(1);
                        });
    }

    private boolean survived(String end, Supplier<Optional<McpSession>> again) {
        var sender =
                new AttackSender(
                        greeted(end),
                        again,
                        notebook,
                        new SplittableRandom(1),
                        100,
                        Duration.ofSeconds(60),
                        clock);
        try {
            return new Breaches(sender, notebook).survived(sender.mark(), 4);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private McpSession greeted(String end) {
        ServerProcess process = ServerProcess.node("brittle.js", end);
        started.add(process);
        McpClient client =
                McpClient.open(
                        process.wire(FrameTap.none()), _ -> {}, Identity.usual(), Budget.usual());
        var session = new McpSession(client, Identity.usual());
        try {
            session.greet(Duration.ofSeconds(20));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return session;
    }
}
