package io.mcpsf.interrogate.fuzz;

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
    private final DecoyFile decoy;

    private DecoyAttack(AttackFamily family, String template, DecoyFile decoy) {
        this.family = family;
        this.template = template;
        this.decoy = decoy;
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
                multiSteps.add(
                        new DecoyAttack(
                                family, template, new DecoyFile(sender, sightings, surroundings)));
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
        if (!target.text() || !decoy.exists()) {
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
        return List.of(decoy.probe(value()));
    }

    @Override
    public boolean promising(Traced traced, AttackResult probe) {
        return decoy.probed();
    }

    @Override
    public Optional<Hit> run(AttackTarget target, Traced traced) throws InterruptedException {
        String effect = "the file " + decoy.path() + " was opened";
        return decoy.sent(target, family(), value(), effect);
    }

    private JsonNode value() {
        return StringNode.valueOf(template.formatted(decoy.path()));
    }
}
