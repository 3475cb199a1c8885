package io.mcpsf.report;

import io.mcpsf.json.Json;
import io.mcpsf.model.AdvisoryObservation.AdvisoryMatched;
import io.mcpsf.model.AdvisoryObservation.ScannerRan;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Health;
import io.mcpsf.model.PackageObservation.DependencyFound;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Comparator;
import java.util.List;

/** The part of {@code report.json} about installed packages. Not having looked is never a zero. */
final class JsonDependencies {

    private static final List<String> SCALE =
            List.of("critical", "high", "medium", "low", "unknown");

    private final Evidence evidence;

    JsonDependencies(Evidence evidence) {
        this.evidence = evidence;
    }

    ObjectNode tree() {
        SenseHealth health = evidence.coverage().sense(Sense.ADVISORIES);
        ObjectNode node =
                Json.object()
                        .put("evaluated", health.health() != Health.BLIND)
                        .put("count", evidence.of(DependencyFound.class).count())
                        .put("why", Capped.text(health.why()));
        ObjectNode counts = node.putObject("vulnerabilities");
        for (String severity : SCALE) {
            counts.put(
                    severity,
                    evidence.of(AdvisoryMatched.class)
                            .filter(seen -> seen.what().malice().equals("none"))
                            .filter(seen -> seen.what().severity().equals(severity))
                            .count());
        }
        node.put(
                "malicious",
                evidence.of(AdvisoryMatched.class)
                        .filter(seen -> seen.what().malice().endsWith("version"))
                        .map(seen -> seen.what().purl())
                        .distinct()
                        .count());
        node.set("advisories", advisories());
        ArrayNode scanners = node.putArray("scanners");
        evidence.of(ScannerRan.class)
                .map(Evidence.Sighting::what)
                .forEach(
                        ran ->
                                scanners.addObject()
                                        .put("name", ran.scanner())
                                        .put("version", Capped.text(ran.version()))
                                        .put("how", Capped.text(ran.how()))
                                        .put("findings", ran.findings()));
        return node;
    }

    private ArrayNode advisories() {
        ArrayNode array = Json.array();
        evidence.of(AdvisoryMatched.class)
                .sorted(
                        Comparator.comparingInt(
                                        (Evidence.Sighting<AdvisoryMatched> seen) ->
                                                SCALE.indexOf(seen.what().severity()))
                                .thenComparingLong(seen -> seen.at().seq()))
                .limit(Capped.LIST)
                .forEach(
                        seen -> {
                            AdvisoryMatched match = seen.what();
                            ObjectNode one =
                                    array.addObject()
                                            .put("package", Capped.text(match.purl()))
                                            .put("id", Capped.text(match.id()));
                            one.set("aliases", Capped.texts(match.aliases()));
                            one.put("severity", match.severity())
                                    .put("score", match.score())
                                    .put("summary", Capped.text(match.summary()))
                                    .put("fixed", Capped.text(match.fixed()))
                                    .put("malice", match.malice());
                            one.set("sources", Capped.texts(match.sources()));
                            one.put("line", seen.at().seq());
                        });
        return array;
    }
}
