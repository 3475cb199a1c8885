package io.mcpsf.interrogate.fuzz;

import tools.jackson.databind.JsonNode;

import java.util.function.Consumer;

/** A value for a place, which is not sent where nothing comes back any more. */
record Single(
        Gun gun, Target target, String family, JsonNode value, Mark mark, Consumer<Fired> back)
        implements Barrage.Shell {

    @Override
    public boolean worth() {
        return !gun.stuck(target.tool());
    }

    @Override
    public Gun.Loaded load() {
        return gun.load(target, family, value, mark);
    }

    @Override
    public void look(Fired fired) {
        back.accept(fired);
    }
}
