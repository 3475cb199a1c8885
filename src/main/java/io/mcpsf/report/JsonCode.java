package io.mcpsf.report;

import io.mcpsf.json.Json;
import io.mcpsf.model.CodeObservation.CodeMarked;
import io.mcpsf.model.CodeObservation.CodeRead;
import io.mcpsf.model.CodeObservation.FlowInCode;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Health;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The part of {@code report.json} about code. Not having read it is never a zero. */
final class JsonCode {

    private final Evidence evidence;

    JsonCode(Evidence evidence) {
        this.evidence = evidence;
    }

    ObjectNode tree() {
        SenseHealth health = evidence.coverage().sense(Sense.CODE);
        ObjectNode node =
                Json.object()
                        .put("evaluated", health.health() != Health.BLIND)
                        .put("why", Capped.text(health.why()));
        CodeRead read =
                evidence.of(CodeRead.class)
                        .map(Evidence.Sighting::what)
                        .findFirst()
                        .orElse(new CodeRead(0, 0, 0, 0, 0));
        node.put("files", read.files())
                .put("bytes", read.bytes())
                .put("parsed", read.parsed())
                .put("unread", read.unread());
        ArrayNode flows = node.putArray("flows");
        evidence.of(FlowInCode.class)
                .limit(Capped.LIST)
                .forEach(
                        seen ->
                                flows.addObject()
                                        .put("family", seen.what().family())
                                        .put("tool", Capped.text(seen.what().tool()))
                                        .put("sink", Capped.text(seen.what().sink()))
                                        .put("path", Capped.text(seen.what().path()))
                                        .put("line", seen.what().line())
                                        .put("excerpt", Capped.text(seen.what().excerpt()))
                                        .put("evidence", seen.at().seq()));
        ArrayNode marks = node.putArray("marks");
        evidence.of(CodeMarked.class)
                .limit(Capped.LIST)
                .forEach(
                        seen ->
                                marks.addObject()
                                        .put("sort", seen.what().sort())
                                        .put("detail", Capped.text(seen.what().detail()))
                                        .put("package", Capped.text(seen.what().purl()))
                                        .put("path", Capped.text(seen.what().path()))
                                        .put("line", seen.what().line())
                                        .put("excerpt", Capped.text(seen.what().excerpt()))
                                        .put("evidence", seen.at().seq()));
        return node;
    }
}
