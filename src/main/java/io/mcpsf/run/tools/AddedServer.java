package io.mcpsf.run.tools;

import io.mcpsf.json.Json;
import io.mcpsf.model.Sha256;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A server that a user has added: what starts it, what it may do, and which tools it had then, each
 * with the digest of its whole definition.
 */
public record AddedServer(String name, Start start, String policy, Map<String, String> tools) {

    public AddedServer {
        tools = Collections.unmodifiableMap(new LinkedHashMap<>(tools));
    }

    /** The source, the program of its package that is meant, its arguments and variables. */
    public record Start(
            String source, String program, List<String> arguments, Map<String, String> env) {
        public Start {
            arguments = List.copyOf(arguments);
            env = Map.copyOf(env);
        }

        /** Never a value of a variable. */
        @Override
        public String toString() {
            return source + " " + String.join(" ", arguments);
        }
    }

    /** The policy as it was when the server was added. */
    public MergedPolicy merged() {
        return MergedPolicy.of(
                List.of(
                        PolicyLayer.read(
                                "server " + name, policy.getBytes(StandardCharsets.UTF_8))));
    }

    /** The digest by which a definition is known again. */
    static String digest(JsonNode hostileTool) {
        return Sha256.of(Json.bytes(hostileTool)).hex();
    }

    AddedServer with(List<JsonNode> hostileTools) {
        var digests = new LinkedHashMap<String, String>();
        hostileTools.forEach(tool -> digests.put(Json.text(tool, "name"), digest(tool)));
        return new AddedServer(name, start, policy, digests);
    }

    ObjectNode json() {
        ObjectNode root = Json.object().put("source", start.source());
        root.put("program", start.program());
        start.arguments().forEach(root.putArray("arguments")::add);
        start.env().forEach(root.putObject("env")::put);
        root.put("policy", policy);
        tools.forEach(root.putObject("tools")::put);
        return root;
    }

    static AddedServer of(String name, JsonNode root) {
        var arguments = new ArrayList<String>();
        root.path("arguments").forEach(word -> arguments.add(word.asString("")));
        return new AddedServer(
                name,
                new Start(
                        Json.text(root, "source"),
                        Json.text(root, "program"),
                        arguments,
                        texts(root.path("env"))),
                Json.text(root, "policy"),
                texts(root.path("tools")));
    }

    private static Map<String, String> texts(JsonNode object) {
        var texts = new LinkedHashMap<String, String>();
        object.properties().forEach(one -> texts.put(one.getKey(), one.getValue().asString("")));
        return texts;
    }
}
