package io.mcpsf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.PlaceAttacked;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Stamp;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** A reader is told where an attack was meant to go and did not. */
final class AttackCoverageTest {

    @Test
    void placesThatWereNotTriedAreNamed() {
        Evidence evidence =
                attacked(
                        new PlaceAttacked("fetch", "url", List.of("ssrf"), List.of("xxe", "sql")),
                        new PlaceAttacked("read", "path", List.of("oversized-input"), List.of()));

        assertThat(new AttackCoverage(evidence).words())
                .isEqualTo(
                        "Attack: 2 of 4 places tested (a place is one kind of attack at one"
                                + " parameter). Not tested: fetch url (xxe, sql).");
        assertThat(Json.text(coverage(evidence).path("untried")))
                .isEqualTo(
                        "[{\"tool\":\"fetch\",\"parameter\":\"url\",\"families\":[\"xxe\",\"sql\"]}]");
        assertThat(new MarkdownReport(report(evidence)).text())
                .contains("2 of 4 places tested", "fetch url", "xxe, sql");
    }

    @Test
    void manyAreCounted() {
        var places = new ArrayList<PlaceAttacked>();
        for (int i = 0; i < 30; i++) {
            places.add(new PlaceAttacked("t" + i, "p", List.of(), List.of("ssrf")));
        }

        assertThat(new AttackCoverage(attacked(places.toArray(PlaceAttacked[]::new))).words())
                .endsWith("t7 p (ssrf); and 22 more parameters.");
    }

    @Test
    void withoutAnAttackThereIsNothingToTell() {
        Evidence evidence = attacked();

        assertThat(new AttackCoverage(evidence).words()).isEmpty();
        assertThat(coverage(evidence).path("untried")).isEmpty();
    }

    private static JsonNode coverage(Evidence evidence) {
        return Json.read(new JsonReport(report(evidence)).text()).path("coverage").path("places");
    }

    private static Report report(Evidence evidence) {
        Report known = Cases.calculator();
        return Report.of(evidence, known.judgement(), Cases.RULES);
    }

    private static Evidence attacked(PlaceAttacked... places) {
        Evidence known = Cases.calculator().evidence();
        var seen = new ArrayList<>(known.seen());
        for (PlaceAttacked place : places) {
            var at = new Stamp(seen.size() + 1_000L, seen.size() * 1_000L, Phase.ATTACK, 0, 1);
            seen.add(new Seen(at, place));
        }
        return new Evidence(known.file(), seen, known.coverage());
    }
}
