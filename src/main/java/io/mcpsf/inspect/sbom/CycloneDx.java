package io.mcpsf.inspect.sbom;

import io.mcpsf.inspect.advisory.Match;
import io.mcpsf.inspect.advisory.Rating;
import io.mcpsf.inspect.deps.Component;
import io.mcpsf.json.Json;
import io.mcpsf.text.JsonText;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A bill of materials as CycloneDX 1.6. */
final class CycloneDx {

    /** What the whole is called inside the document. */
    private static final String ROOT = "project";

    private final Bill bill;
    private final List<Bill.Entry> entries;

    CycloneDx(Bill bill) {
        this.bill = bill;
        this.entries = bill.components();
    }

    String text() {
        ObjectNode root = Json.object();
        root.put("$schema", "http://cyclonedx.org/schema/bom-1.6.schema.json");
        root.put("bomFormat", "CycloneDX");
        root.put("specVersion", "1.6");
        root.put("serialNumber", "urn:uuid:" + bill.uuid());
        root.put("version", 1);
        root.set("metadata", metadata());
        ArrayNode components = root.putArray("components");
        entries.forEach(entry -> components.add(component(entry)));
        root.set("dependencies", dependencies());
        if (!bill.matches().isEmpty()) {
            root.set("vulnerabilities", vulnerabilities());
        }
        return JsonText.visible(Json.pretty(root));
    }

    private ObjectNode metadata() {
        ObjectNode metadata = Json.object().put("timestamp", bill.time());
        metadata.putObject("tools")
                .putArray("components")
                .addObject()
                .put("type", "application")
                .put("name", "mcpsf")
                .put("version", bill.head().tool());
        metadata.putObject("component")
                .put("type", "application")
                .put("bom-ref", ROOT)
                .put("name", bill.head().name())
                .put("version", bill.head().version());
        return metadata;
    }

    private static ObjectNode component(Bill.Entry entry) {
        Component component = entry.component();
        ObjectNode node = Json.object().put("type", "library").put("bom-ref", entry.ref());
        String name = component.name();
        int slash = name.startsWith("@") ? name.indexOf('/') : -1;
        if (slash > 0) {
            node.put("group", name.substring(0, slash));
        }
        node.put("name", slash > 0 ? name.substring(slash + 1) : name);
        node.put("version", component.version());
        node.put("scope", scope(component.standing().scope()));
        if (!component.details().hashes().isEmpty()) {
            ArrayNode hashes = node.putArray("hashes");
            for (Component.Hash hash : component.details().hashes()) {
                hashes.addObject().put("alg", hash.algorithm()).put("content", hash.hex());
            }
        }
        license(node, component.details().license());
        node.put("purl", component.purl());
        ArrayNode properties = node.putArray("properties");
        property(properties, "place", component.standing().place());
        property(properties, "depth", String.valueOf(component.standing().depth()));
        property(
                properties, "origin", component.details().origin().name().toLowerCase(Locale.ROOT));
        component
                .details()
                .hooks()
                .forEach((when, command) -> property(properties, "hook:" + when, command));
        return node;
    }

    private static void property(ArrayNode properties, String name, String value) {
        properties.addObject().put("name", "mcpsf:" + name).put("value", value);
    }

    private static String scope(Component.Scope scope) {
        return switch (scope) {
            case REQUIRED -> "required";
            case OPTIONAL, UNASKED -> "optional";
            case DEVELOPMENT -> "excluded";
        };
    }

    private static void license(ObjectNode node, String license) {
        if (license.isEmpty()) {
            return;
        }
        ObjectNode one = node.putArray("licenses").addObject();
        if (Licenses.id(license)) {
            one.putObject("license").put("id", license);
        } else if (Licenses.expression(license)) {
            one.put("expression", license);
        } else {
            one.putObject("license").put("name", license);
        }
    }

    private ArrayNode dependencies() {
        ArrayNode array = Json.array();
        depends(array, ROOT, bill.asked());
        entries.forEach(entry -> depends(array, entry.ref(), entry.needs()));
        return array;
    }

    private static void depends(ArrayNode array, String ref, List<String> needs) {
        ObjectNode node = array.addObject().put("ref", ref);
        ArrayNode on = node.putArray("dependsOn");
        needs.stream().distinct().forEach(on::add);
    }

    private ArrayNode vulnerabilities() {
        Map<String, List<String>> refs = new HashMap<>();
        for (Bill.Entry entry : entries) {
            refs.computeIfAbsent(entry.component().purl(), _ -> new ArrayList<>()).add(entry.ref());
        }
        ArrayNode array = Json.array();
        for (Match match : bill.matches()) {
            ObjectNode node = array.addObject();
            node.put("bom-ref", match.id() + "|" + match.purl());
            node.put("id", match.id());
            if (match.sources().contains("osv")) {
                node.putObject("source")
                        .put("name", "OSV")
                        .put("url", "https://osv.dev/vulnerability/" + match.id());
            }
            rating(node.putArray("ratings").addObject(), match.rating());
            node.put("description", match.summary());
            if (!match.fixed().isEmpty()) {
                node.put("recommendation", "Update to " + match.fixed() + " or later.");
            }
            ArrayNode affects = node.putArray("affects");
            refs.getOrDefault(match.purl(), List.of())
                    .forEach(ref -> affects.addObject().put("ref", ref));
        }
        return array;
    }

    private static void rating(ObjectNode node, Rating rating) {
        node.put("severity", rating.level().name().toLowerCase(Locale.ROOT));
        if (rating.score() > 0) {
            node.put("score", rating.score());
            node.put("method", method(rating.vector()));
            node.put("vector", rating.vector());
        }
    }

    private static String method(String vector) {
        if (vector.startsWith("CVSS:4")) {
            return "CVSSv4";
        }
        return vector.startsWith("CVSS:3.1") ? "CVSSv31" : "CVSSv3";
    }
}
