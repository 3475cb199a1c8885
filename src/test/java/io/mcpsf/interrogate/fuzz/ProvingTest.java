package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.interrogate.LoadClock;
import io.mcpsf.interrogate.RecordingNotebook;
import io.mcpsf.interrogate.fuzz.Proving.Needed;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.ServerProcess;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.VulnerabilityProven;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.Stamp;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** What the sensors saw with our word in it is proof, whatever is left of the budget. */
final class ProvingTest {

    private final RecordingNotebook notebook = new RecordingNotebook();

    @Test
    void anEffectThatHoldsOurWordIsProvenWithNothingLeftToSend() throws InterruptedException {
        proving(0, proving -> proving.confirm(hit(), Optional::empty));

        assertThat(notebook.all(VulnerabilityProven.class))
                .singleElement()
                .satisfies(
                        proven -> {
                            assertThat(proven.fired()).isEqualTo(1);
                            assertThat(proven.tries()).isEqualTo(1);
                            assertThat(proven.proof()).containsExactly(7L);
                        });
    }

    @Test
    void itIsRepeatedWhileThereIsABudget() throws InterruptedException {
        proving(10, proving -> proving.confirm(hit(), () -> Optional.of(hit())));

        assertThat(notebook.all(VulnerabilityProven.class))
                .singleElement()
                .satisfies(proven -> assertThat(proven.fired()).isEqualTo(AttackLimits.TRIES));
    }

    @Test
    void whatAnAnswerAloneTellsHasToShowEveryTime() throws InterruptedException {
        proving(10, proving -> proving.confirm(Needed.ALWAYS, Optional::empty));
        proving(0, proving -> proving.confirm(Needed.ALWAYS, () -> Optional.of(hit())));

        assertThat(notebook.all(VulnerabilityProven.class)).isEmpty();
    }

    @FunctionalInterface
    private interface Use {
        void of(Proving proving) throws InterruptedException;
    }

    private void proving(int calls, Use use) throws InterruptedException {
        var identity = new Identity("claude-ai", "0.1.0", List.of());
        try (var process = ServerProcess.node("friendly.js");
                var client =
                        McpClient.open(
                                process.wire(FrameTap.none()), _ -> {}, identity, Budget.usual());
                var clock = LoadClock.here()) {
            var sender =
                    new AttackSender(
                            new McpSession(client, identity),
                            Optional::empty,
                            notebook,
                            new SplittableRandom(1),
                            calls,
                            Duration.ofMinutes(1),
                            clock);
            use.of(new Proving(sender, notebook));
        }
    }

    private static Hit hit() {
        var target =
                new AttackTarget(
                        "fetch",
                        "",
                        Json.object().put("url", "x"),
                        List.of("url"),
                        Json.object().put("type", "string"));
        Mark mark = Mark.draw(new SplittableRandom(3));
        var result =
                new AttackResult(
                        target, "xxe", target.plain(), mark, Answer.RESULT, 5, Said.of(""));
        var seen =
                new Seen(
                        new Stamp(7, 7, Phase.ATTACK, 0, 1),
                        new DnsAsked(mark.nonce() + ".site.example", "A", "100.64.0.1"));
        return new Hit("xxe", "the host name was looked up", false, result, List.of(seen));
    }
}
