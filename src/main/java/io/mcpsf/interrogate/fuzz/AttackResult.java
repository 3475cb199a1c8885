package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.Observation.Answer;

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
