package io.mcpsf.report;

import static java.util.stream.Collectors.joining;

import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.PlaceCoverage;
import io.mcpsf.model.ProtocolObservation.PlaceAttacked;

import tools.jackson.databind.node.ArrayNode;

import java.util.List;

/**
 * Which places an attack reached and which it did not. A place is one family of attack at one
 * parameter.
 */
public final class AttackCoverage {

    private static final int NAMED = 8;

    private final PlaceCoverage places;
    private final List<PlaceAttacked> missed;

    public AttackCoverage(Evidence evidence) {
        this.places = PlaceCoverage.of(evidence);
        this.missed =
                evidence.of(PlaceAttacked.class)
                        .map(Evidence.Sighting::what)
                        .filter(place -> !place.untried().isEmpty())
                        .toList();
    }

    /** In a sentence or two, still with the server's own words in them; empty without an attack. */
    public String words() {
        if (places.listed() == 0) {
            return "";
        }
        String count =
                "Attack: %d of %d places tested (a place is one kind of attack at one parameter)."
                        .formatted(places.tried(), places.listed());
        return missed.isEmpty() ? count : count + " Not tested: " + named() + ".";
    }

    /** In a few words; empty without an attack. */
    String brief() {
        return places.listed() == 0
                ? ""
                : "attack: %d of %d places tested".formatted(places.tried(), places.listed());
    }

    ArrayNode untried() {
        ArrayNode array = Json.array();
        for (PlaceAttacked place : missed.subList(0, Math.min(missed.size(), Capped.LIST))) {
            array.addObject()
                    .put("tool", Capped.text(place.tool()))
                    .put("parameter", Capped.text(place.parameter()))
                    .set("families", Capped.texts(place.untried()));
        }
        return array;
    }

    PlaceCoverage places() {
        return places;
    }

    private String named() {
        String named =
                missed.stream()
                        .limit(NAMED)
                        .map(
                                place ->
                                        "%s %s (%s)"
                                                .formatted(
                                                        place.tool(),
                                                        place.parameter(),
                                                        String.join(", ", place.untried())))
                        .collect(joining("; "));
        int more = missed.size() - NAMED;
        return more > 0 ? named + "; and %d more parameters".formatted(more) : named;
    }
}
