package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.Observation.FileOpened;
import io.mcpsf.model.Seen;

import tools.jackson.databind.node.StringNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks for a file of ours that is really there, by a web address or by an entity of XML: many
 * readers look whether there is a file before they open it.
 */
final class DecoyDrill implements Drill {

    private static final Duration SOON = Duration.ofMillis(100);

    private static final Map<String, String> TEMPLATES =
            Map.of(
                    "file-by-url",
                    "file://%s",
                    "xxe",
                    "<?xml version=\"1.0\"?><!DOCTYPE r [<!ENTITY e SYSTEM \"file://%s\">]>"
                            + "<r>&e;</r>");

    private final Family family;
    private final String template;
    private final Gun gun;
    private final Sightings sightings;
    private final Attack.Surroundings surroundings;

    private DecoyDrill(
            Family family,
            String template,
            Gun gun,
            Sightings sightings,
            Attack.Surroundings surroundings) {
        this.family = family;
        this.template = template;
        this.gun = gun;
        this.sightings = sightings;
        this.surroundings = surroundings;
    }

    /** One for each of these families that has one. */
    static List<Drill> all(
            List<Family> families, Gun gun, Sightings sightings, Attack.Surroundings surroundings) {
        var drills = new ArrayList<Drill>();
        for (Family family : families) {
            String template = TEMPLATES.getOrDefault(family.name(), "");
            if (!template.isEmpty()) {
                drills.add(new DecoyDrill(family, template, gun, sightings, surroundings));
            }
        }
        return drills;
    }

    @Override
    public String family() {
        return family.name();
    }

    @Override
    public boolean suits(Target target, Traced traced) {
        if (!target.text() || surroundings.decoy().isEmpty()) {
            return false;
        }
        Set<String> words = target.words();
        return family.name().equals("xxe")
                ? family.likely(words)
                : family.likely(words) && !family.designed(words) && !PathDrill.pathLike(target);
    }

    @Override
    public Optional<Hit> run(Target target, Traced traced) throws InterruptedException {
        String decoy = surroundings.decoy();
        String nonce = surroundings.decoyMark();
        int before = sightings.with(nonce).size();
        Mark drawn = gun.mark();
        var mark = new Mark(nonce, drawn.a(), drawn.b(), drawn.port());
        Optional<Fired> fired =
                gun.alone(target, family(), StringNode.valueOf(template.formatted(decoy)), mark);
        if (fired.isEmpty()) {
            return Optional.empty();
        }
        Optional<List<Seen>> seen =
                Settling.await(
                        () -> {
                            List<Seen> opened =
                                    sightings.with(nonce).stream()
                                            .skip(before)
                                            .filter(s -> opened(s, decoy))
                                            .toList();
                            return opened.isEmpty() ? Optional.empty() : Optional.of(opened);
                        },
                        gun.stretched(SOON));
        return seen.map(
                shown ->
                        new Hit(
                                family(),
                                "the file " + decoy + " was opened",
                                false,
                                fired.get(),
                                shown));
    }

    private static boolean opened(Seen seen, String decoy) {
        return seen.what() instanceof FileOpened opened
                && opened.path().equals(decoy)
                && opened.found();
    }
}
