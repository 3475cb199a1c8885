package io.mcpsf.interrogate.fuzz;

import tools.jackson.databind.JsonNode;

import java.util.function.Consumer;

/** A value for a place, which is not sent where nothing comes back any more. */
record Single(
        AttackSender sender,
        AttackTarget target,
        String family,
        JsonNode value,
        Mark mark,
        Consumer<AttackResult> back)
        implements PipelinedSender.Task {

    @Override
    public boolean worth() {
        return !sender.tools().stuck(target.tool());
    }

    @Override
    public AttackSender.Prepared prepare() {
        return sender.prepare(target, family, value, mark);
    }

    @Override
    public void look(AttackResult result) {
        back.accept(result);
    }
}
