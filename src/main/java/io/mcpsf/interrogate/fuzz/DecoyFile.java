package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Seen;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Optional;

/** A file of ours that is really there, for hostile values to lead to, and who opened it. */
final class DecoyFile {

    private final AttackSender sender;
    private final Sightings sightings;
    private final Attack.Surroundings surroundings;

    /** How much was seen of it before the first probe went out; nobody knows yet. */
    private int known = -1;

    DecoyFile(AttackSender sender, Sightings sightings, Attack.Surroundings surroundings) {
        this.sender = sender;
        this.sightings = sightings;
        this.surroundings = surroundings;
    }

    boolean exists() {
        return !path().isEmpty();
    }

    String path() {
        return surroundings.decoy();
    }

    MultiStepAttack.Probe probe(JsonNode value) {
        if (known < 0) {
            known = seen();
        }
        return new MultiStepAttack.Probe(value, mark());
    }

    /** Whether it was opened since the first probe. */
    boolean probed() {
        return opened(known).isPresent();
    }

    /** What a value does by itself: a hit when the file is opened soon after. */
    Optional<Hit> sent(AttackTarget target, String family, JsonNode value, String effect)
            throws InterruptedException {
        int before = seen();
        Optional<AttackResult> result = sender.alone(target, family, value, mark());
        if (result.isEmpty()) {
            return Optional.empty();
        }
        return Settling.await(() -> opened(before), sender.stretched(AttackLimits.SOON))
                .map(shown -> new Hit(family, effect, false, result.get(), shown));
    }

    private int seen() {
        return sightings.with(surroundings.decoyMark()).size();
    }

    private Mark mark() {
        Mark drawn = sender.mark();
        return new Mark(surroundings.decoyMark(), drawn.a(), drawn.b(), drawn.port());
    }

    /** Openings of it, but for so many things that were seen of it before. */
    private Optional<List<Seen>> opened(int before) {
        List<Seen> opened =
                sightings.with(surroundings.decoyMark()).stream()
                        .skip(before)
                        .filter(this::opens)
                        .toList();
        return opened.isEmpty() ? Optional.empty() : Optional.of(opened);
    }

    private boolean opens(Seen seen) {
        return seen.what() instanceof FileOpened opened
                && opened.path().equals(path())
                && opened.found();
    }
}
