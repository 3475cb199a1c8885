package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Axis;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Change;
import io.mcpsf.model.FileObservation.Content;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileChanged;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Attacked;
import io.mcpsf.model.ProtocolObservation.VulnerabilityProven;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.Verdict;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What we made a server do is never laid at its door. */
final class AttacksTest {

    private static final String MARK = "zqxabcdefgh23";
    private static final RuleSet RULES = RuleSet.load();

    @Test
    void whatARunawayShellDoesIsOurDoing() {
        Judgement judgement =
                judged(
                        attacked("x; touch /tmp/" + MARK)
                                .starts(7, 1, "/usr/bin/dash", "sh", "-c", "x; touch /tmp/" + MARK)
                                .starts(8, 7, "/usr/bin/curl", "curl", "http://1.2.3.4/")
                                .sees(new Connected("tcp", "203.0.113.5", 4444))
                                .sees(touched()));

        assertThat(judgement.findings()).noneMatch(finding -> finding.axis() == Axis.MALICE);
        assertThat(judgement.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
    }

    @Test
    void theMetadataServiceThatWeSentItToIsNotItsCrime() {
        Judgement judgement =
                judged(
                        attacked("http://169.254.169.254/latest/" + MARK)
                                .by(1)
                                .sees(new Connected("tcp", "169.254.169.254", 80))
                                .sees(request("http://169.254.169.254/latest/" + MARK))
                                .sees(
                                        new BaitLeft(
                                                "metadata.token",
                                                "metadata",
                                                "result",
                                                "",
                                                "plain")));

        assertThat(judgement.findings()).isEmpty();
    }

    @Test
    void namesThatCarryOurMarksAreNotGeneratedByTheServer() {
        Story story = attacked("http://" + MARK + ".site.example/").by(1);
        for (int i = 0; i < 60; i++) {
            story.sees(new DnsAsked(MARK + i + ".site.example", "A", "100.64.0.1:53"));
        }

        assertThat(judged(story).findings()).isEmpty();
    }

    @Test
    void aFileThatWeMadeAppearIsNotBlamedLater() {
        Judgement judgement =
                judged(
                        attacked("../" + MARK)
                                .in(Phase.STOP)
                                .sees(
                                        new FileChanged(
                                                "/home/ana/.config/autostart/" + MARK,
                                                Change.CREATED,
                                                Content.ELF,
                                                10,
                                                "",
                                                true)));

        assertThat(judgement.findings()).isEmpty();
    }

    @Test
    void aKeyThatNobodyAskedForIsStillStolenDuringAnAttack() {
        Judgement judgement = judged(attacked("x; touch /tmp/" + MARK).by(1).sees(touched()));

        assertThat(judgement.findings()).extracting(Finding::rule).contains("bait-read");
    }

    @Test
    void anAgentsSettingsChangedDuringAnAttackStillCount() {
        Judgement judgement =
                judged(
                        attacked("x")
                                .by(1)
                                .sees(
                                        new FileOpened(
                                                "/home/ana/.claude/settings.json",
                                                "/home/ana/.claude/settings.json",
                                                Access.WRITE,
                                                true))
                                .sees(
                                        new FileActed(
                                                io.mcpsf.model.FileObservation.Act.TRUNCATE,
                                                "/home/ana/.claude/settings.json",
                                                "")));

        assertThat(judgement.findings()).extracting(Finding::rule).contains("agent-config-write");
    }

    @Test
    void aProvenVulnerabilityIsRiskyAndNeverMalicious() {
        Story story =
                attacked("x; touch /tmp/" + MARK)
                        .starts(7, 1, "/usr/bin/touch", "touch", "/tmp/" + MARK);
        Judgement judgement = judged(story.sees(proven(story.seen().getLast().seq())));

        assertThat(judgement.verdict()).isEqualTo(Verdict.RISKY);
        assertThat(judgement.findings())
                .singleElement()
                .satisfies(
                        finding -> {
                            assertThat(finding.rule()).isEqualTo("command-injection");
                            assertThat(finding.tool()).isEqualTo("ping");
                            assertThat(finding.seen()).hasSize(2);
                        });
    }

    @Test
    void aClaimWithoutItsProofIsNotHeard() {
        assertThat(judged(attacked("x").sees(proven(99))).findings()).isEmpty();
    }

    private static Story attacked(String payload) {
        return new Story()
                .in(Phase.ATTACK)
                .sees(new Attacked(1, "command-injection", "ping", "host", payload, MARK, 0));
    }

    private static BaitTouched touched() {
        return new BaitTouched("ssh-key", "ssh", "/home/ana/.ssh/id_rsa", Touch.READ);
    }

    private static RequestSent request(String url) {
        return new RequestSent("http/1.1", "GET", url, "", 0, "", false);
    }

    private static VulnerabilityProven proven(long seq) {
        return new VulnerabilityProven(
                "command-injection", "ping", "host", "x", "ran", false, 3, 3, List.of(seq), "{}");
    }

    private static Judgement judged(Story story) {
        return Judge.judge(story.evidence(), RULES);
    }
}
