package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.interrogate.Offer;
import io.mcpsf.interrogate.Plausible;
import io.mcpsf.interrogate.RecordingNotebook;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.ServerProcess;
import io.mcpsf.model.ProtocolObservation.Attacked;
import io.mcpsf.model.ProtocolObservation.InputBroke;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.ProtocolObservation.VulnerabilityProven;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** The attack on a real server that nobody watches: nothing can be proven by what is not seen. */
final class FuzzerTest {

    @Test
    void theSameSeedSendsTheSameValues() throws InterruptedException {
        assertThat(payloads(attack("friendly.js", 4_000, 11).notebook()))
                .isEqualTo(payloads(attack("friendly.js", 4_000, 11).notebook()))
                .isNotEqualTo(payloads(attack("friendly.js", 4_000, 12).notebook()));
    }

    @Test
    void theBudgetOfCallsIsKept() throws InterruptedException {
        Attempt attempt = attack("friendly.js", 40, 1);

        assertThat(attempt.notebook().all(Attacked.class)).hasSizeBetween(10, 40);
        assertThat(attempt.result().calls()).isEqualTo(40);
    }

    @Test
    void aServerThatRepeatsEverythingIsNotVulnerable() throws InterruptedException {
        Attempt attempt = attack("friendly.js", 4_000, 2);

        assertThat(attempt.notebook().all(Attacked.class)).hasSizeGreaterThan(40);
        assertThat(attempt.notebook().all(VulnerabilityProven.class)).isEmpty();
    }

    @Test
    void whatIsListedForTheAttackIsEvidence() throws InterruptedException {
        Attempt attempt = attack("friendly.js", 40, 1);

        assertThat(attempt.notebook().all(ToolListed.class))
                .extracting(ToolListed::name)
                .containsExactly("add", "read_note", "fail");
    }

    @Test
    void everyForecastIsSetOnceAndThenTheSkyIsClear() throws InterruptedException {
        var networkFault = new ArrayList<String>();
        var world =
                new AttackSetting(
                        Offer.unknown(),
                        Sightings.none(),
                        Sessions.one(),
                        networkFault::add,
                        List.of("refused", "nxdomain"));

        attack("friendly.js", 400, 3, world);

        assertThat(networkFault).containsExactly("refused", "nxdomain", "");
    }

    @Test
    void aServerThatEndsIsToldAndEndsTheAttack() throws InterruptedException {
        Attempt attempt = attack("fragile.js", 4_000, 4);

        assertThat(attempt.result().stopped()).isEqualTo("the server ended");
        assertThat(attempt.notebook().all(InputBroke.class))
                .singleElement()
                .satisfies(broke -> assertThat(broke.how()).isEqualTo("crash"));
    }

    @Test
    void aServerThatEndsIsStartedAgainAFewTimes() throws InterruptedException {
        var started = new ArrayList<ServerProcess>();
        try {
            var world =
                    new AttackSetting(
                            Offer.unknown(),
                            Sightings.none(),
                            Sessions.restarted(
                                    () -> {
                                        var next = ServerProcess.node("fragile.js");
                                        started.add(next);
                                        try {
                                            return java.util.Optional.of(greeted(next));
                                        } catch (InterruptedException e) {
                                            Thread.currentThread().interrupt();
                                            return java.util.Optional.empty();
                                        }
                                    }),
                            _ -> {},
                            List.of());

            Attempt attempt = attack("fragile.js", 4_000, 5, world);

            assertThat(started).hasSizeBetween(1, AttackLimits.RESTARTS);
            assertThat(attempt.result().calls()).isPositive();
            assertThat(attempt.notebook().all(InputBroke.class))
                    .as("the value that ended it was found by sending it once more, alone")
                    .first()
                    .satisfies(broke -> assertThat(broke.times()).isEqualTo(2));
        } finally {
            started.forEach(ServerProcess::close);
        }
    }

    @Test
    void aToolThatTakesVeryLongIsLeftAlone() throws InterruptedException {
        Attempt usual = attack("friendly.js", 400, 6);
        String first = usual.notebook().all(Attacked.class).getFirst().tool();
        var offer =
                new Offer(List.of(), List.of(), List.of(), Map.of(first, Duration.ofMinutes(2)));
        var world = new AttackSetting(offer, Sightings.none(), Sessions.one(), _ -> {}, List.of());

        Attempt attempt = attack("friendly.js", 400, 6, world);

        assertThat(attempt.notebook().all(Attacked.class))
                .isNotEmpty()
                .noneSatisfy(attacked -> assertThat(attacked.tool()).isEqualTo(first));
    }

    private record Attempt(Fuzzer.Result result, RecordingNotebook notebook) {}

    private static Attempt attack(String server, int calls, long seed) throws InterruptedException {
        return attack(server, calls, seed, AttackSetting.calm(Sightings.none()));
    }

    private static Attempt attack(String server, int calls, long seed, AttackSetting world)
            throws InterruptedException {
        var notebook = new RecordingNotebook();
        var plausible = Plausible.in("/home/dev", "/home/dev/work", "/home/dev/notes.txt");
        var around =
                new Attack.Surroundings("/opt/x", plausible, List.of(), List.of(), "", List.of());
        var attack = new Attack(calls, Duration.ofSeconds(60), 4, false, around);
        try (var process = ServerProcess.node(server)) {
            var fuzzer =
                    new Fuzzer(
                            greeted(process), notebook, world, attack, new SplittableRandom(seed));
            return new Attempt(fuzzer.run(), notebook);
        }
    }

    private static McpSession greeted(ServerProcess process) throws InterruptedException {
        var identity = new Identity("claude-ai", "0.1.0", List.of());
        McpClient client =
                McpClient.open(process.wire(FrameTap.none()), _ -> {}, identity, Budget.usual());
        var session = new McpSession(client, identity);
        session.greet(Duration.ofSeconds(20));
        return session;
    }

    /** Without those of multi-step attacks, which go by what they measure. */
    private static Set<String> payloads(RecordingNotebook notebook) {
        return notebook.all(Attacked.class).stream()
                .filter(attacked -> AttackFamilies.NAMES.contains(attacked.family()))
                .filter(attacked -> !attacked.family().equals("sql-injection"))
                .map(attacked -> attacked.tool() + attacked.parameter() + attacked.payload())
                .collect(Collectors.toSet());
    }
}
