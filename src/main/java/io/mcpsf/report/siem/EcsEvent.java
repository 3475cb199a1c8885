package io.mcpsf.report.siem;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.Seen;
import io.mcpsf.report.InWords;
import io.mcpsf.text.JsonText;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;

/**
 * One observation in the Elastic Common Schema, while it happens. Its members are under {@code
 * mcpsf}; long texts are cut, for a log is no place for documents.
 */
public final class EcsEvent {

    private static final int LONGEST = 512;

    private EcsEvent() {}

    /** {@code at} is when it was seen. */
    public static String line(Instant at, String source, Seen seen) {
        ObjectNode node = Json.object().put("@timestamp", at.toString());
        node.putObject("ecs").put("version", "8.17.0");
        node.put("message", Alerts.plain(cut(InWords.of(seen.what()))));
        node.putObject("event")
                .put("kind", "event")
                .put("module", "mcpsf")
                .put("dataset", "mcpsf.event")
                .put("action", seen.what().getClass().getSimpleName())
                .put("sequence", seen.seq());
        node.putObject("observer").put("vendor", "mcpsf").put("product", "mcpsf");
        node.putObject("labels")
                .put("source", Alerts.plain(source))
                .put("phase", InWords.lower(seen.at().phase()));
        ObjectNode members = node.putObject("mcpsf");
        for (var member : EvidenceFormat.node(seen).properties()) {
            JsonNode value = member.getValue();
            if (value.isString()) {
                members.put(member.getKey(), cut(value.asString()));
            } else if (value.isValueNode()) {
                members.set(member.getKey(), value);
            } else {
                members.put(member.getKey(), cut(Json.text(value)));
            }
        }
        return JsonText.visible(Json.text(node));
    }

    private static String cut(String hostile) {
        if (hostile.length() <= LONGEST) {
            return hostile;
        }
        boolean split = Character.isHighSurrogate(hostile.charAt(LONGEST - 1));
        return hostile.substring(0, split ? LONGEST - 1 : LONGEST) + "…";
    }
}
