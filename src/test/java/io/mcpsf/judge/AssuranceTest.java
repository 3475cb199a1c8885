package io.mcpsf.judge;

import static io.mcpsf.judge.Judging.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.NotExercised;
import io.mcpsf.model.ProtocolObservation.PlaceAttacked;
import io.mcpsf.model.RunObservation.StartNeeded;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.model.Verdict;

import org.junit.jupiter.api.Test;

import java.util.EnumMap;
import java.util.List;

/** How sure a verdict is, and what is said of what was not seen. */
final class AssuranceTest {

    @Test
    void everyReasonForDoubtForbidsACleanVerdict() {
        Evidence whole = new Story().calls(1, "add", "{}").evidence();
        Coverage full = whole.coverage();
        var noList = new EnumMap<Phase, PhaseResult>(full.phases());
        noList.remove(Phase.LIST);
        var late = new EnumMap<Phase, PhaseResult>(full.phases());
        late.put(Phase.IDLE, new PhaseResult(PhaseResult.Status.TIMED_OUT, 1, ""));
        var failed = new EnumMap<Phase, PhaseResult>(full.phases());
        failed.put(Phase.START, new PhaseResult(PhaseResult.Status.FAILED, 1, "it ended"));
        var lossy = new EnumMap<Sense, SenseHealth>(full.senses());
        lossy.put(Sense.FILES, SenseHealth.lossy(5, 1, "the queue was full"));
        var blind = new EnumMap<Sense, SenseHealth>(full.senses());
        blind.remove(Sense.SOCKETS);
        var none = new ToolCoverage(10, 10, 7);

        for (Coverage doubtful :
                List.of(
                        new Coverage(noList, full.senses(), full.tools(), full.isolation()),
                        new Coverage(late, full.senses(), full.tools(), full.isolation()),
                        new Coverage(failed, full.senses(), full.tools(), full.isolation()),
                        new Coverage(full.phases(), lossy, full.tools(), full.isolation()),
                        new Coverage(full.phases(), blind, full.tools(), full.isolation()),
                        new Coverage(full.phases(), full.senses(), none, full.isolation()),
                        Coverage.nothing())) {
            Judgement judgement = judge(new Evidence(whole.file(), whole.seen(), doubtful));

            assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
            assertThat(judgement.doubts()).hasSize(1);
            assertThat(judgement.doubts().getFirst()).endsWith(".");
            assertThat(judgement.risk().assurance()).isLessThan(100);
            // What never offered its tools is no MCP server that a score would say something of.
            assertThat(judgement.scored()).isEqualTo(doubtful.done(Phase.LIST));
            assertThat(judgement.risk().score() > 0).isEqualTo(judgement.scored());
        }
    }

    @Test
    void withoutOneExercisedToolAssuranceIsLowAndTheVerdictStaysWithAReservation() {
        Judgement judgement = judge(tools(12, 12, 12, 12));

        assertThat(judgement.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        assertThat(judgement.risk().assurance()).isLessThanOrEqualTo(40);
        assertThat(judgement.doubts())
                .containsExactly(
                        "Only 0 of 12 tools completed a valid call; not add (Error: no such"
                                + " table).");
    }

    @Test
    void aServerThatOffersNothingIsNotCalledWellKnown() {
        Evidence whole = new Story().sees(new Greeted("2025-06-18", "empty", "1", "")).evidence();
        Coverage full = whole.coverage();
        var nothing = new ToolCoverage(0, 0, 0);
        Judgement judgement =
                judge(
                        new Evidence(
                                whole.file(),
                                whole.seen(),
                                new Coverage(
                                        full.phases(), full.senses(), nothing, full.isolation())));

        assertThat(judgement.risk().assurance()).isLessThanOrEqualTo(40);
        assertThat(judgement.doubts())
                .containsExactly(
                        "It offered no tools, prompts or resources, so nothing of it was called.");
    }

    @Test
    void olderLibrariesThanUsersGetAreSaidBesideTheVerdict() {
        String needed =
                StartNeeded.NOT_THE_NEWEST
                        + "ies; needed those of the day of its release (TypeError: no)";
        Judgement judgement =
                Judge.judge(
                        new Story()
                                .sees(new StartNeeded(needed, "", "the start failed without"))
                                .evidence(),
                        RuleSet.load());

        assertThat(judgement.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        assertThat(judgement.doubts())
                .containsExactly(
                        "What was assessed are older libraries than users get today: the server "
                                + needed
                                + ".");
    }

    @Test
    void assuranceFollowsTheShareOfExercisedTools() {
        Judgement all = judge(tools(12, 12, 12, 0));
        Judgement half = judge(tools(12, 12, 12, 6));

        assertThat(half.risk().assurance()).isEqualTo(all.risk().assurance() - 15);
        assertThat(half.doubts()).isEmpty();
        assertThat(half.summary()).contains("6 of 12 tools completed a call");
    }

    @Test
    void placesThatWereNotAttackedCostAssurance() {
        Evidence half =
                new Story()
                        .sees(new PlaceAttacked("add", "a", List.of("ssrf"), List.of("oversized")))
                        .evidence();

        assertThat(judge(half).risk().assurance())
                .isEqualTo(judge(new Story().evidence()).risk().assurance() - 5);
    }

    @Test
    void provenMaliceStandsThoughTheEvidenceBreaksOff() {
        Evidence whole = new Story().sees(new BaitLeft("b", "ssh", "argv", "", "x")).evidence();
        Judgement judgement = judge(new Evidence(whole.file(), whole.seen(), Coverage.nothing()));

        assertThat(judgement.verdict()).isEqualTo(Verdict.MALICIOUS);
        assertThat(judgement.doubts()).hasSize(1);
        assertThat(judgement.notEvaluated()).isNotEmpty();
        assertThat(judgement.notEvaluated()).noneMatch(rule -> rule.rule().equals("bait-left"));
    }

    @Test
    void aBlindSenseListsTheRulesThatNeedIt() {
        Evidence whole = new Story().calls(1, "add", "{}").evidence();
        var blind = new EnumMap<Sense, SenseHealth>(whole.coverage().senses());
        blind.put(Sense.RESOURCES, SenseHealth.blind("no cgroup"));
        var coverage =
                new Coverage(
                        whole.coverage().phases(),
                        blind,
                        whole.coverage().tools(),
                        whole.coverage().isolation());

        assertThat(judge(new Evidence(whole.file(), whole.seen(), coverage)).notEvaluated())
                .extracting(Judgement.NotEvaluated::rule)
                .containsExactly("fork-bomb", "memory-bomb");
    }

    private static Evidence tools(int listed, int called, int answered, int failing) {
        Evidence whole =
                new Story()
                        .calls(1, "add", "{}")
                        .sees(new NotExercised("add", "Error: no such table"))
                        .evidence();
        Coverage full = whole.coverage();
        var counts = new ToolCoverage(listed, called, answered, failing);
        return new Evidence(
                whole.file(),
                whole.seen(),
                new Coverage(full.phases(), full.senses(), counts, full.isolation()));
    }
}
