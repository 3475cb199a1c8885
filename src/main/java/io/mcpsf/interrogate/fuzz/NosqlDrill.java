package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;
import io.mcpsf.model.Observation.Answer;
import io.mcpsf.model.Observation.AttackAnswered;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;

/**
 * An operator in the place of a text selects what the text does not: {@code {"$ne": x}} finds more
 * than {@code x}, while {@code {"$eq": x}} finds the same as {@code x}.
 */
final class NosqlDrill implements Drill {

    private final Gun gun;
    private final Sightings sightings;

    NosqlDrill(Gun gun, Sightings sightings) {
        this.gun = gun;
        this.sightings = sightings;
    }

    @Override
    public String family() {
        return "nosql-injection";
    }

    @Override
    public boolean suits(Target target, Traced traced) {
        return target.text() && traced.fired().answer() == Answer.RESULT;
    }

    @Override
    public List<Scout> scouts(Target target, Traced traced) {
        Mark mark = gun.mark();
        return List.of(new Scout(Json.object().put("$ne", mark.nonce()), mark));
    }

    @Override
    public boolean promising(Traced traced, Fired scout) {
        return more(scout, traced.fired());
    }

    @Override
    public Optional<Hit> run(Target target, Traced traced) throws InterruptedException {
        Optional<Fired> other = operator(target, "$ne", false);
        if (other.isEmpty() || !more(other.get(), traced.fired())) {
            return Optional.empty();
        }
        Optional<Fired> same = operator(target, "$eq", false);
        Optional<Fired> unknown = operator(target, "$" + gun.mark().nonce(), false);
        if (same.isEmpty() || unknown.isEmpty() || more(same.get(), traced.fired())) {
            return Optional.empty();
        }
        // An object that is only printed comes back with whatever key it has.
        if (more(unknown.get(), traced.fired())) {
            return Optional.empty();
        }
        return operator(target, "$ne", true)
                .filter(fired -> more(fired, traced.fired()))
                .map(
                        fired ->
                                new Hit(
                                        family(),
                                        "an operator found what the text did not",
                                        false,
                                        fired,
                                        sightings.with(fired.mark().nonce()).stream()
                                                .filter(s -> s.what() instanceof AttackAnswered)
                                                .toList()));
    }

    private Optional<Fired> operator(Target target, String name, boolean alone)
            throws InterruptedException {
        Mark mark = gun.mark();
        ObjectNode value = Json.object().put(name, mark.nonce());
        return alone
                ? gun.alone(target, family(), value, mark)
                : gun.fire(target, family(), value, mark);
    }

    /** Clearly more was found, and it is not our own value that came back. */
    private static boolean more(Fired fired, Fired plain) {
        return fired.answer() == Answer.RESULT
                && !fired.text().contains(fired.mark().nonce())
                && !fired.text().contains("[object Object]")
                && fired.text().length() > plain.text().length() + 8;
    }
}
