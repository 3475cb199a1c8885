package io.mcpsf.judge;

import static io.mcpsf.judge.Judging.KEY;
import static io.mcpsf.judge.Judging.judge;
import static io.mcpsf.judge.Judging.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.ProcessObservation.Slept;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.Verdict;

import org.junit.jupiter.api.Test;

import java.util.EnumMap;
import java.util.List;

/** What a case is called, and in which words. */
final class VerdictTest {

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
    void nothingSeenSaysHowManyToolsAnswered() {
        Judgement judgement = judge(new Story().calls(1, "add", "{}"));

        assertThat(judgement.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        assertThat(judgement.summary()).contains("its only tool completed");
        assertThat(judgement.risk().score()).isZero();
        assertThat(judgement.doubts()).isEmpty();
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
}
