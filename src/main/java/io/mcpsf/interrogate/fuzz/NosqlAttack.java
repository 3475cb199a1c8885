package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.AttackAnswered;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;

/**
 * An operator in the place of a text selects what the text does not: {@code {"$ne": x}} finds more
 * than {@code x}, while {@code {"$eq": x}} finds the same as {@code x}.
 */
final class NosqlAttack implements MultiStepAttack {

    private final AttackSender sender;
    private final Sightings sightings;

    NosqlAttack(AttackSender sender, Sightings sightings) {
        this.sender = sender;
        this.sightings = sightings;
    }

    @Override
    public String family() {
        return "nosql-injection";
    }

    @Override
    public boolean suits(AttackTarget target, Traced traced) {
        return target.text() && traced.result().answer() == Answer.RESULT;
    }

    @Override
    public List<Probe> probes(AttackTarget target, Traced traced) {
        Mark mark = sender.mark();
        return List.of(new Probe(Json.object().put("$ne", mark.nonce()), mark));
    }

    @Override
    public boolean promising(Traced traced, AttackResult probe) {
        return more(probe, traced.result());
    }

    @Override
    public Optional<Hit> run(AttackTarget target, Traced traced) throws InterruptedException {
        Optional<AttackResult> other = operator(target, "$ne", false);
        if (other.isEmpty() || !more(other.get(), traced.result())) {
            return Optional.empty();
        }
        Optional<AttackResult> same = operator(target, "$eq", false);
        Optional<AttackResult> unknown = operator(target, "$" + sender.mark().nonce(), false);
        if (same.isEmpty() || unknown.isEmpty() || more(same.get(), traced.result())) {
            return Optional.empty();
        }
        // An object that is only printed comes back with whatever key it has.
        if (more(unknown.get(), traced.result())) {
            return Optional.empty();
        }
        return operator(target, "$ne", true)
                .filter(result -> more(result, traced.result()))
                .map(
                        result ->
                                new Hit(
                                        family(),
                                        "the operator matched what the string did not",
                                        false,
                                        result,
                                        sightings.with(result.mark().nonce()).stream()
                                                .filter(s -> s.what() instanceof AttackAnswered)
                                                .toList()));
    }

    private Optional<AttackResult> operator(AttackTarget target, String name, boolean alone)
            throws InterruptedException {
        Mark mark = sender.mark();
        ObjectNode value = Json.object().put(name, mark.nonce());
        return alone
                ? sender.alone(target, family(), value, mark)
                : sender.sendAndAwait(target, family(), value, mark);
    }

    /** Clearly more was found, and it is not our own value that came back. */
    private static boolean more(AttackResult result, AttackResult plain) {
        return result.answer() == Answer.RESULT
                && !result.text().contains(result.mark().nonce())
                && !result.text().contains("[object Object]")
                && result.text().length() > plain.text().length() + 8;
    }
}
