package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.DnsAsked;

import org.junit.jupiter.api.Test;

import java.util.List;

class AnnotationLieTest {

    private static final ToolListed CLOSED =
            new ToolListed(1, "look", "Looks", "{}", "{\"openWorldHint\":false}");
    private static final DnsAsked CONTACT = new DnsAsked("api.stranger.invalid", "A", "10.0.0.1");

    @Test
    void aContactOfAClosedWorldIsALie() {
        assertThat(
                        found(
                                new Story()
                                        .in(Phase.LIST)
                                        .sees(CLOSED)
                                        .calls(1, "look", "{}")
                                        .sees(CONTACT)))
                .singleElement()
                .extracting(Finding::severity)
                .isEqualTo(Severity.MEDIUM);
    }

    @Test
    void whatAnEarlierCallMayStillBeDoingWeighsLittle() {
        assertThat(found(after("fetch", Answer.TIMED_OUT)))
                .singleElement()
                .extracting(Finding::severity)
                .isEqualTo(Severity.LOW);
        assertThat(found(after("fetch", Answer.RESULT)))
                .extracting(Finding::severity)
                .containsExactly(Severity.MEDIUM);
        assertThat(found(after("look", Answer.TIMED_OUT)))
                .extracting(Finding::severity)
                .containsExactly(Severity.MEDIUM);
    }

    @Test
    void theServiceThatTheServerIsMadeForWasOnlyAnnotatedWithoutCare() {
        var story =
                new Story()
                        .sees(new Greeted("2025-06-18", "stranger search", "1", ""))
                        .in(Phase.LIST)
                        .sees(CLOSED)
                        .calls(1, "look", "{}")
                        .sees(CONTACT);

        assertThat(found(story)).extracting(Finding::severity).containsExactly(Severity.LOW);
    }

    @Test
    void aServerThatCountsItsCallsOpensNoWorldToTheTool() {
        assertThat(found(looking("us.i.posthog.com")))
                .extracting(Finding::severity)
                .containsExactly(Severity.LOW);
        assertThat(found(looking("posthog.stranger.invalid")))
                .extracting(Finding::severity)
                .containsExactly(Severity.MEDIUM);
    }

    private static Story looking(String host) {
        return new Story()
                .in(Phase.LIST)
                .sees(CLOSED)
                .calls(1, "look", "{}")
                .sees(new DnsAsked(host, "A", "10.0.0.1"))
                .sees(new FlowOpened("tcp", "203.0.113.7", 443, host, 40_000));
    }

    private static Story after(String tool, Answer answer) {
        return new Story()
                .in(Phase.LIST)
                .sees(CLOSED)
                .calls(1, tool, "{}")
                .sees(new ToolAnswered(1, tool, answer, 10_000, 0, ""))
                .calls(2, "look", "{}")
                .sees(CONTACT);
    }

    private static List<Finding> found(Story story) {
        return new AnnotationLie().judge(Trail.of(story.evidence()));
    }
}
