package io.mcpsf.inspect.sbom;

import io.mcpsf.inspect.deps.Component;
import io.mcpsf.json.Json;
import io.mcpsf.text.JsonText;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A bill of materials as SPDX 2.3. */
final class Spdx {

    private static final String DOCUMENT = "SPDXRef-DOCUMENT";
    private static final String ROOT = "SPDXRef-project";
    private static final String UNKNOWN = "NOASSERTION";

    private final Bill bill;
    private final List<Bill.Entry> entries;
    private final Map<String, String> names = new HashMap<>();

    Spdx(Bill bill) {
        this.bill = bill;
        this.entries = bill.components();
        entries.forEach(entry -> names.put(entry.ref(), "SPDXRef-package-" + (names.size() + 1)));
    }

    String text() {
        ObjectNode root = Json.object();
        root.put("spdxVersion", "SPDX-2.3");
        root.put("dataLicense", "CC0-1.0");
        root.put("SPDXID", DOCUMENT);
        root.put("name", bill.head().name());
        root.put("documentNamespace", "https://mcpsf.invalid/spdx/" + bill.uuid());
        ObjectNode info = root.putObject("creationInfo").put("created", bill.time());
        info.putArray("creators").add("Tool: mcpsf-" + bill.head().tool());
        ArrayNode packages = root.putArray("packages");
        packages.addObject()
                .put("SPDXID", ROOT)
                .put("name", bill.head().name())
                .put("versionInfo", bill.head().version())
                .put("downloadLocation", UNKNOWN)
                .put("filesAnalyzed", false)
                .put("licenseConcluded", UNKNOWN)
                .put("licenseDeclared", UNKNOWN)
                .put("copyrightText", UNKNOWN);
        entries.forEach(entry -> packages.add(component(entry)));
        ArrayNode relations = root.putArray("relationships");
        relate(relations, DOCUMENT, "DESCRIBES", ROOT);
        bill.asked().forEach(ref -> relate(relations, ROOT, "DEPENDS_ON", name(ref)));
        for (Bill.Entry entry : entries) {
            entry.needs().stream()
                    .distinct()
                    .forEach(ref -> relate(relations, name(entry.ref()), "DEPENDS_ON", name(ref)));
        }
        return JsonText.visible(Json.pretty(root));
    }

    private String name(String ref) {
        return names.getOrDefault(ref, ROOT);
    }

    private ObjectNode component(Bill.Entry entry) {
        Component component = entry.component();
        String address = component.details().address();
        String license = component.details().license();
        boolean known = Licenses.id(license) || Licenses.expression(license);
        ObjectNode node =
                Json.object()
                        .put("SPDXID", name(entry.ref()))
                        .put("name", component.name())
                        .put("versionInfo", component.version())
                        .put("downloadLocation", address.startsWith("https:") ? address : UNKNOWN)
                        .put("filesAnalyzed", false)
                        .put("licenseConcluded", UNKNOWN)
                        .put("licenseDeclared", known ? license : UNKNOWN)
                        .put("copyrightText", UNKNOWN);
        if (!component.details().hashes().isEmpty()) {
            ArrayNode sums = node.putArray("checksums");
            for (Component.Hash hash : component.details().hashes()) {
                sums.addObject()
                        .put("algorithm", hash.algorithm().replace("-", ""))
                        .put("checksumValue", hash.hex());
            }
        }
        node.putArray("externalRefs")
                .addObject()
                .put("referenceCategory", "PACKAGE-MANAGER")
                .put("referenceType", "purl")
                .put("referenceLocator", component.purl());
        return node;
    }

    private static void relate(ArrayNode relations, String from, String how, String to) {
        relations
                .addObject()
                .put("spdxElementId", from)
                .put("relationshipType", how)
                .put("relatedSpdxElement", to);
    }
}
