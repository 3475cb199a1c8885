package io.mcpsf.discover;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Locale;

/** What was found, as one JSON object. Members are only ever added. */
public final class DiscoveryJson {

    private DiscoveryJson() {}

    public static ObjectNode of(Discovery.Found found) {
        ObjectNode root = Json.object();
        ArrayNode servers = root.putArray("servers");
        found.servers().forEach(server -> servers.add(json(server)));
        ArrayNode unreadable = root.putArray("unreadable");
        found.unreadable()
                .forEach(
                        file ->
                                unreadable
                                        .addObject()
                                        .put("file", file.file().toString())
                                        .put("why", file.why()));
        return root;
    }

    private static ObjectNode json(ConfiguredServer server) {
        ObjectNode node =
                Json.object()
                        .put("client", server.place().client())
                        .put("scope", word(server.place().scope()))
                        .put("file", server.place().file().toString())
                        .put("name", server.name())
                        .put("transport", word(server.launch().transport()))
                        .put("command", server.launch().command());
        server.launch().args().forEach(node.putArray("args")::add);
        node.put("url", server.launch().url())
                .put("source", server.source())
                .put("disabled", server.disabled())
                .put("guarded", server.launch().guarded());
        ArrayNode issues = node.putArray("issues");
        server.issues()
                .forEach(
                        issue ->
                                issues.addObject()
                                        .put("id", issue.id())
                                        .put("severity", issue.severity().name())
                                        .put("message", issue.message()));
        return node;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
