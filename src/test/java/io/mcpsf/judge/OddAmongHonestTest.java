package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.RunObservation.ServerStarted;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.Connected;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** What few honest servers do is shown with its counts, and weighs nothing. */
class OddAmongHonestTest {

    private final OddAmongHonest rule = new OddAmongHonest();

    @Test
    void theRarestActsAreShownWithTheirCounts() {
        Finding finding =
                rule.judge(
                                trail(
                                        node().sees(read("/home/ana/.ssh/id_rsa"))
                                                .sees(new Connected("tcp", "203.0.113.7", 4444))))
                        .getFirst();

        assertThat(finding.message())
                .contains("start: reads ~/.ssh (0)", "start: connects to port 4444 (0)");
    }

    @Test
    void itIsLowAndOnTrialSoThatItDecidesNothing() {
        assertThat(rule.info().severity()).isEqualTo(Severity.LOW);
        assertThat(rule.info().maturity()).isEqualTo(Maturity.TRIAL);
    }

    @Test
    void whatManyDoIsNotTold() {
        var acts = ServerActs.of(trail(node().in(Phase.CALL).sees(read("/etc/hosts")))).keySet();

        assertThat(acts).containsExactly("call: reads /etc/hosts");
        assertThat(rule.judge(trail(node().in(Phase.CALL).sees(read("/etc/hosts"))))).isEmpty();
    }

    @Test
    void anActHoldsNothingThatChangesFromRunToRun() {
        var acts =
                ServerActs.of(
                        trail(
                                node().sees(read("/proc/4711/environ"))
                                        .sees(read("/home/ana4817/.config/app12/state"))
                                        .sees(read("/home/ana4817/projects/billing-api-7391/x"))
                                        .sees(new Connected("tcp", "203.0.113.7", 41_234))
                                        .sees(started("/usr/bin/python3.13"))
                                        .sees(started("/home/ana4817/.cache/x91/run"))));

        assertThat(acts.keySet())
                .containsExactly(
                        "start: reads /proc/N/environ",
                        "start: reads ~/.config/appN",
                        "start: reads files in the home",
                        "start: connects to a high port",
                        "start: runs pythonN.N",
                        "start: runs a program of its own");
    }

    @Test
    void aLookAtAPlaceIsNoAct() {
        assertThat(
                        ServerActs.of(
                                trail(
                                        node().sees(
                                                        new FileOpened(
                                                                "/etc/ssl/certs",
                                                                "/etc/ssl/certs",
                                                                Access.LOOK,
                                                                true)))))
                .isEmpty();
    }

    @Test
    void underAttackAndInLaterStartsNothingCounts() {
        for (Phase phase : List.of(Phase.ATTACK, Phase.RESTART, Phase.LATER)) {
            assertThat(ServerActs.of(trail(node().in(phase).sees(read("/home/ana/.ssh/id_rsa")))))
                    .isEmpty();
        }
    }

    @Test
    void theTableNamesItsServersAndCountsNoMoreThanTheyAre() {
        Map<String, HonestActs.Herd> herds = HonestActs.load().herds();

        assertThat(herds).containsOnlyKeys("npm", "pypi");
        herds.values()
                .forEach(
                        herd ->
                                assertThat(herd.acts().values())
                                        .isNotEmpty()
                                        .allMatch(n -> n >= 1 && n <= herd.servers()));
    }

    private static Trail trail(Story story) {
        return Trail.of(story.evidence());
    }

    private static FileOpened read(String path) {
        return new FileOpened(path, path, Access.READ, true);
    }

    private static ProcessStarted started(String path) {
        return new ProcessStarted(9, 2, path, List.of(path), Image.FILE, List.of());
    }

    private static Story node() {
        return new Story()
                .in(Phase.START)
                .sees(new ServerStarted(List.of("node", "/opt/x/server.js"), "its manifest"));
    }
}
