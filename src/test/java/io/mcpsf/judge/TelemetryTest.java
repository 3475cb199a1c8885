package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.MailSent;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.RunObservation.PersonaGiven;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.Stamp;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

/** Telemetry is excused by who runs the host, never by what somebody called it. */
final class TelemetryTest {

    private static final RuleSet RULES = RuleSet.load();
    private static final String OPERATOR = "us.i.posthog.com";
    private static final String STRANGER = "telemetry.drop.invalid";
    private static final String ADDRESS = "203.0.113.7";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "us.i.posthog.com",
                "o450.ingest.us.sentry.io",
                "www.google-analytics.com",
                "API.SEGMENT.IO",
                "static.scarf.sh."
            })
    void aServiceThatIsKnownForItIsTelemetry(String host) {
        assertThat(telemetry(new DnsAsked(host, "A", "100.64.0.1"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "telemetry.drop.invalid",
                "sentry.io.drop.invalid",
                "notsentry.io",
                "sentry.drop.example",
                "stats.drop.invalid",
                "posthog-com.drop.invalid"
            })
    void aHostThatOnlyCallsItselfSoIsNot(String host) {
        assertThat(telemetry(new DnsAsked(host, "A", "100.64.0.1"))).isFalse();
        assertThat(telemetry(request("https://" + host + "/v1/metrics", "{}"))).isFalse();
    }

    @Test
    void aPathOrAUserNameSaysNothingAboutTheHost() {
        assertThat(telemetry(request("https://drop.invalid/sentry.io/telemetry", ""))).isFalse();
        assertThat(telemetry(request("https://sentry.io@drop.invalid/", ""))).isFalse();
    }

    @Test
    void aRequestCountsOnlyWhenTheServiceItNamesWasReached() {
        var sent = request("https://" + OPERATOR + "/e/", "{}");

        assertThat(telemetry(flow(""), sent)).as("a Host header at a bare address").isFalse();
        assertThat(telemetry(flow(STRANGER), sent)).as("at another host").isFalse();
        assertThat(telemetry(flow(OPERATOR), sent)).isTrue();
    }

    @Test
    void anAddressIsKnownByTheNameItWasGivenFor() {
        assertThat(telemetry(flow(OPERATOR), new Connected("tcp", ADDRESS, 443))).isTrue();
        assertThat(telemetry(flow(STRANGER), new Connected("tcp", ADDRESS, 443))).isFalse();
    }

    @Test
    void aMailToTheServiceIsNoTelemetry() {
        assertThat(telemetry(new MailSent("a@b.invalid", List.of("x@sentry.io"), 9, ""))).isFalse();
    }

    @Test
    void aStrangerIsPolledLikeAnyOther() {
        assertThat(worst("beacon", polling(STRANGER))).isEqualTo(Severity.MEDIUM);
        assertThat(worst("beacon", polling(OPERATOR))).isEqualTo(Severity.LOW);
    }

    @Test
    void aStrangerIsToldSomethingDuringInstallation() {
        assertThat(worst("install-egress", sending(Phase.INSTALL, STRANGER, "{\"v\":1}")))
                .isEqualTo(Severity.HIGH);
        assertThat(worst("install-egress", sending(Phase.INSTALL, OPERATOR, "{\"v\":1}")))
                .isEqualTo(Severity.LOW);
    }

    @Test
    void aStrangerLearnsWhoTheUserIs() {
        String body = "{\"u\":\"ana4817x\",\"h\":\"thinkpad-1z9k3q\"}";

        assertThat(worst("identity-left", sending(Phase.START, STRANGER, body)))
                .isEqualTo(Severity.HIGH);
        assertThat(worst("identity-left", sending(Phase.START, OPERATOR, body)))
                .isEqualTo(Severity.LOW);
    }

    private static List<Seen> polling(String host) {
        var story = new Story().in(Phase.IDLE);
        for (int i = 0; i < 5; i++) {
            story.later(2).sees(new FlowOpened("tcp", ADDRESS, 443, host, 40_000 + i));
        }
        return story.seen();
    }

    private static List<Seen> sending(Phase phase, String host, String body) {
        return new Story()
                .in(phase)
                .sees(
                        new PersonaGiven(
                                "ana4817x",
                                "thinkpad-1z9k3q",
                                "/home/ana4817x",
                                "a@b.example",
                                List.of()))
                .sees(flow(host))
                .sees(request("https://" + host + "/e/", body))
                .seen();
    }

    private static Severity worst(String rule, List<Seen> seen) {
        return Judge.findings(Trail.of(Story.complete(seen)), RULES).stream()
                .filter(finding -> finding.rule().equals(rule))
                .map(Finding::severity)
                .max(Severity::compareTo)
                .orElseThrow();
    }

    /** Whether the last of these is telemetry. */
    private static boolean telemetry(Observation... observed) {
        List<Seen> seen = new ArrayList<>();
        for (Observation what : observed) {
            long seq = seen.size() + 1L;
            seen.add(new Seen(new Stamp(seq, seq * 1_000, Phase.IDLE, 0, 1), what));
        }
        return Telemetry.is(Trail.of(Story.complete(seen)), seen.getLast());
    }

    private static FlowOpened flow(String name) {
        return new FlowOpened("tcp", ADDRESS, 443, name, 40_000);
    }

    private static RequestSent request(String url, String body) {
        return new RequestSent("HTTP/1.1", "POST", url, "", body.length(), body, true);
    }
}
