package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.AttackAnswered;

import tools.jackson.databind.node.ObjectNode;

import java.util.Optional;

/**
 * A property given to the prototype of all objects shows in a later call that did not send it. A
 * control with the same property outside the prototype tells a server that merely remembers.
 */
final class PollutionAttack implements MultiStepAttack {

    private final AttackSender sender;
    private final Sightings sightings;

    PollutionAttack(AttackSender sender, Sightings sightings) {
        this.sender = sender;
        this.sightings = sightings;
    }

    @Override
    public String family() {
        return "prototype-pollution";
    }

    /** Only objects, and texts that hold JSON, are merged into others. */
    @Override
    public boolean suits(AttackTarget target, Traced traced) {
        return target.plain().isObject()
                || (target.text() && target.said().matches("(?is).*\\bjson\\b.*"));
    }

    /** Both ways, and one plain call that would show either. */
    @Override
    public boolean worth(AttackTarget target) throws InterruptedException {
        Mark direct = sender.mark();
        Mark roundabout = sender.mark();
        if (!sent(target, polluting(direct, true), direct)
                || !sent(target, polluting(roundabout, false), roundabout)) {
            return false;
        }
        return sender.plain(target)
                .map(AttackResult::text)
                .filter(text -> text.contains(direct.nonce()) || text.contains(roundabout.nonce()))
                .isPresent();
    }

    @Override
    public Optional<Hit> run(AttackTarget target, Traced traced) throws InterruptedException {
        Mark control = sender.mark();
        if (!sent(target, property(control), control) || shows(target, control)) {
            return Optional.empty();
        }
        for (boolean direct : new boolean[] {true, false}) {
            Mark mark = sender.mark();
            ObjectNode value = polluting(mark, direct);
            if (!sent(target, value, mark)) {
                return Optional.empty();
            }
            Optional<AttackResult> after = sender.alone(target, family(), target.plain(), mark);
            if (after.isPresent()
                    && after.get().answer() == Answer.RESULT
                    && after.get().text().contains(mark.nonce())
                    && !after.get().text().contains("__proto__")) {
                return Optional.of(
                        new Hit(
                                family(),
                                "a later call without it returned the property",
                                false,
                                new AttackResult(
                                        target,
                                        family(),
                                        shaped(target, value),
                                        mark,
                                        after.get().answer(),
                                        after.get().millis(),
                                        after.get().said()),
                                sightings.with(mark.nonce()).stream()
                                        .filter(s -> s.what() instanceof AttackAnswered)
                                        .toList()));
            }
        }
        return Optional.empty();
    }

    private static ObjectNode polluting(Mark mark, boolean direct) {
        ObjectNode value = Json.object();
        if (direct) {
            value.set("__proto__", property(mark));
        } else {
            value.putObject("constructor").set("prototype", property(mark));
        }
        return value;
    }

    private static ObjectNode property(Mark mark) {
        return Json.object().put(mark.nonce(), mark.nonce());
    }

    private boolean sent(AttackTarget target, ObjectNode value, Mark mark)
            throws InterruptedException {
        return sender.sendAndAwait(target, family(), shaped(target, value), mark)
                .filter(AttackResult::answered)
                .isPresent();
    }

    private boolean shows(AttackTarget target, Mark mark) throws InterruptedException {
        return sender.plain(target)
                .filter(after -> after.text().contains(mark.nonce()))
                .isPresent();
    }

    private static tools.jackson.databind.JsonNode shaped(AttackTarget target, ObjectNode value) {
        return target.text()
                ? tools.jackson.databind.node.StringNode.valueOf(Json.text(value))
                : value;
    }
}
