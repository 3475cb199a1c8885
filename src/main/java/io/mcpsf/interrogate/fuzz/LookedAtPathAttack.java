package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.Observation.FileOpened;
import io.mcpsf.model.Seen;

import tools.jackson.databind.node.StringNode;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Leaves the folder of a server that looks whether there is a file before it opens one: names that
 * nothing has show no opening, so the way up leads to a file of ours that is really there. A server
 * that takes the same path as it is means to open any file, and is left alone.
 */
final class LookedAtPathAttack implements MultiStepAttack {

    private static final Pattern FILE_NAME = Pattern.compile("[\\w-]{1,60}\\.\\w{1,5}");
    private static final String UP = "../../../../../../../..";

    private final AttackSender sender;
    private final Sightings sightings;
    private final Attack.Surroundings surroundings;

    /** How much was seen of the file before the probes went out; nobody knows yet. */
    private int known = -1;

    LookedAtPathAttack(AttackSender sender, Sightings sightings, Attack.Surroundings surroundings) {
        this.sender = sender;
        this.sightings = sightings;
        this.surroundings = surroundings;
    }

    @Override
    public String family() {
        return "path-traversal";
    }

    @Override
    public boolean suits(AttackTarget target, Traced traced) {
        return target.text()
                && !surroundings.decoy().isEmpty()
                && traced.folder().isEmpty()
                && !traced.runAsCommand()
                && (PathAttack.pathLike(target)
                        || FILE_NAME.matcher(target.plain().asString("")).matches());
    }

    @Override
    public boolean watched() {
        return true;
    }

    @Override
    public List<Probe> probes(AttackTarget target, Traced traced) {
        if (known < 0) {
            known = sightings.with(surroundings.decoyMark()).size();
        }
        return List.of(new Probe(up(), mark()));
    }

    @Override
    public boolean promising(Traced traced, AttackResult probe) {
        return opened(known).isPresent();
    }

    @Override
    public Optional<Hit> run(AttackTarget target, Traced traced) throws InterruptedException {
        if (seen(target, StringNode.valueOf(surroundings.decoy())).isPresent()) {
            return Optional.empty();
        }
        return seen(target, up());
    }

    private Optional<Hit> seen(AttackTarget target, StringNode path) throws InterruptedException {
        int before = sightings.with(surroundings.decoyMark()).size();
        Optional<AttackResult> result = sender.alone(target, family(), path, mark());
        if (result.isEmpty()) {
            return Optional.empty();
        }
        return Settling.await(() -> opened(before), sender.stretched(AttackLimits.SOON))
                .map(
                        shown ->
                                new Hit(
                                        family(),
                                        "a way up led to " + surroundings.decoy(),
                                        false,
                                        result.get(),
                                        shown));
    }

    private StringNode up() {
        return StringNode.valueOf(UP + surroundings.decoy());
    }

    private Mark mark() {
        Mark drawn = sender.mark();
        return new Mark(surroundings.decoyMark(), drawn.a(), drawn.b(), drawn.port());
    }

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
                && opened.path().equals(surroundings.decoy())
                && opened.found();
    }
}
