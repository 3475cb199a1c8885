package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.Observation.FileOpened;
import io.mcpsf.model.Seen;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks for a file of ours that is really there, by a web address or by an entity of XML: many
 * readers look whether there is a file before they open it.
 */
final class DecoyAttack implements MultiStepAttack {

    private static final Map<String, String> TEMPLATES =
            Map.of(
                    "file-by-url",
                    "file://%s",
                    "xxe",
                    "<?xml version=\"1.0\"?><!DOCTYPE r [<!ENTITY e SYSTEM \"file://%s\">]>"
                            + "<r>&e;</r>");

    private final AttackFamily family;
    private final String template;
    private final AttackSender sender;
    private final Sightings sightings;
    private final Attack.Surroundings surroundings;

    /** How much was seen of the decoy before the probes went out; nobody knows yet. */
    private int known = -1;

    private DecoyAttack(
            AttackFamily family,
            String template,
            AttackSender sender,
            Sightings sightings,
            Attack.Surroundings surroundings) {
        this.family = family;
        this.template = template;
        this.sender = sender;
        this.sightings = sightings;
        this.surroundings = surroundings;
    }

    /** One for each of these families that has one. */
    static List<MultiStepAttack> all(
            List<AttackFamily> families,
            AttackSender sender,
            Sightings sightings,
            Attack.Surroundings surroundings) {
        var multiSteps = new ArrayList<MultiStepAttack>();
        for (AttackFamily family : families) {
            String template = TEMPLATES.getOrDefault(family.name(), "");
            if (!template.isEmpty()) {
                multiSteps.add(new DecoyAttack(family, template, sender, sightings, surroundings));
            }
        }
        return multiSteps;
    }

    @Override
    public String family() {
        return family.name();
    }

    @Override
    public boolean suits(AttackTarget target, Traced traced) {
        if (!target.text() || surroundings.decoy().isEmpty()) {
            return false;
        }
        Set<String> words = target.words();
        return family.name().equals("xxe")
                ? family.likely(words)
                : family.likely(words) && !family.designed(words) && !PathAttack.pathLike(target);
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
        return List.of(new Probe(value(), mark()));
    }

    @Override
    public boolean promising(Traced traced, AttackResult probe) {
        return opened(known).isPresent();
    }

    @Override
    public Optional<Hit> run(AttackTarget target, Traced traced) throws InterruptedException {
        int before = sightings.with(surroundings.decoyMark()).size();
        Optional<AttackResult> result = sender.alone(target, family(), value(), mark());
        if (result.isEmpty()) {
            return Optional.empty();
        }
        Optional<List<Seen>> seen =
                Settling.await(() -> opened(before), sender.stretched(AttackLimits.SOON));
        return seen.map(
                shown ->
                        new Hit(
                                family(),
                                "the file " + surroundings.decoy() + " was opened",
                                false,
                                result.get(),
                                shown));
    }

    private JsonNode value() {
        return StringNode.valueOf(template.formatted(surroundings.decoy()));
    }

    private Mark mark() {
        Mark drawn = sender.mark();
        return new Mark(surroundings.decoyMark(), drawn.a(), drawn.b(), drawn.port());
    }

    /** Openings of the decoy, but for so many things that were seen of it before. */
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
