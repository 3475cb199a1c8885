package io.mcpsf.run.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.EndpointSeen;
import io.mcpsf.run.request.GuardOutcome;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;

/** A client on standard streams in front of servers that only listen on a port. */
@Tag("chamber")
final class HttpServerGuardTest {

    @TempDir Path folder;

    @Test
    void streamable() throws Exception {
        GuardOutcome outcome;
        try (var trial = trial("http-echo", "tools: {deny: [nothing]}")) {
            trial.greet("{}");
            JsonNode tools = trial.ask("tools/list", "{}");
            assertThat(Json.text(tools)).contains("echo").contains("count");
            assertThat(Json.text(trial.call("echo", "{\"text\":\"a\\nb\"}"))).contains("a\\nb");
            JsonNode counted =
                    trial.ask(
                            "tools/call",
                            "{\"name\":\"count\",\"arguments\":{},\"_meta\":{\"progressToken\":9}}");
            assertThat(Json.text(counted)).contains("1 2 3");
            assertThat(trial.aside())
                    .as("progress comes in the same stream, before the result")
                    .anyMatch(frame -> Json.text(frame).contains("notifications/progress"));
            assertThat(trial.call("no-such-tool", "{}").path("error").path("code").asInt())
                    .isEqualTo(-32602);
            outcome = trial.leave();
        }

        Evidence evidence = GuardedRunTest.evidence(outcome);
        assertThat(outcome.exitCode()).isZero();
        assertThat(evidence.coverage().phases())
                .containsKeys(Phase.HANDSHAKE, Phase.LIST, Phase.CALL);
        assertThat(evidence.seen())
                .anyMatch(
                        seen ->
                                seen.what() instanceof EndpointSeen at
                                        && at.transport().equals("streamable"));
    }

    /** The rules of a policy hold whichever way the server speaks. */
    @Test
    void sse() throws Exception {
        try (var trial = trial("sse-echo", "tools: {deny: [\"e*\"]}")) {
            trial.greet("{}");
            assertThat(Json.text(trial.ask("tools/list", "{}"))).contains("echo");
            assertThat(Json.text(trial.call("echo", "{\"text\":\"x\"}"))).contains("-32040");
            assertThat(trial.leave().exitCode()).isZero();
        }
    }

    private GuardTrial trial(String sample, String more) throws Exception {
        return GuardTrial.of(
                Path.of("samples", sample).toAbsolutePath().toString(),
                "version: 1\npreset: recommended\n" + more + "\n",
                folder.resolve("sessions"));
    }
}
