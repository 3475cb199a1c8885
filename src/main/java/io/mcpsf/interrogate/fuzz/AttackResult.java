package io.mcpsf.interrogate.fuzz;

import io.mcpsf.mcp.Reply;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.AttackAnswered;

import tools.jackson.databind.JsonNode;

/** A hostile value that was sent, and what came back. */
record AttackResult(
        AttackTarget target,
        String family,
        JsonNode value,
        Mark mark,
        Answer answer,
        long millis,
        Said said) {

    static AttackResult of(
            AttackTarget target,
            String family,
            JsonNode value,
            Mark mark,
            Reply reply,
            long millis) {
        Answer answer =
                switch (reply) {
                    case Reply.Ok(JsonNode result, long _) ->
                            result.path("isError").asBoolean(false)
                                    ? Answer.TOOL_ERROR
                                    : Answer.RESULT;
                    case Reply.Err _ -> Answer.PROTOCOL_ERROR;
                    case Reply.TimedOut _ -> Answer.TIMED_OUT;
                    case Reply.Closed _ -> Answer.CLOSED;
                };
        return new AttackResult(target, family, value, mark, answer, millis, Said.by(reply));
    }

    /** What is kept of it in evidence. */
    AttackAnswered evidence(int call) {
        String shown = AttackLimits.cut(text(), AttackLimits.ANSWER);
        return new AttackAnswered(call, mark.nonce(), answer, millis, shown);
    }

    /** The answer's texts, capped. */
    String text() {
        return said.text();
    }

    /** The same with no more than so much of the answer: many are kept at once. */
    AttackResult remembering(int chars) {
        String kept = chars == 0 ? "" : AttackLimits.cut(text(), chars);
        return new AttackResult(target, family, value, mark, answer, millis, Said.of(kept));
    }

    boolean answered() {
        return answer != Answer.TIMED_OUT && answer != Answer.CLOSED;
    }

    String payload() {
        return value.isString() ? value.asString() : value.toString();
    }
}
