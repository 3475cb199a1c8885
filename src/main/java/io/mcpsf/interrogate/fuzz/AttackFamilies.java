package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The attack families that are packaged with us, one file each, the most telling first. */
final class AttackFamilies {

    /** The order in which they are sent where nothing speaks for another. */
    static final List<String> NAMES =
            List.of(
                    "command-injection",
                    "argument-injection",
                    "code-evaluation",
                    "ssrf",
                    "file-by-url",
                    "sql-injection",
                    "sql-stacked",
                    "template-injection",
                    "xxe",
                    "deserialization",
                    "format-string",
                    "header-injection",
                    "cross-site-scripting",
                    "log-injection",
                    "type-confusion",
                    "oversized-input");

    private static final Set<String> KEYS =
            Set.of("about", "oracle", "words", "foremost", "design", "never", "only", "payloads");
    private static final Set<String> PAYLOAD_KEYS =
            Set.of("name", "text", "json", "encode", "expect", "level");

    private AttackFamilies() {}

    static List<AttackFamily> all() {
        var yaml = new YAMLMapper();
        return NAMES.stream().map(name -> read(yaml, name)).toList();
    }

    static AttackFamily named(String name) {
        return read(new YAMLMapper(), name);
    }

    private static AttackFamily read(YAMLMapper yaml, String name) {
        try (InputStream file = AttackFamilies.class.getResourceAsStream(name + ".yaml")) {
            if (file == null) {
                throw new IllegalStateException("no attack family is packaged as " + name);
            }
            return family(name, yaml.readTree(file));
        } catch (JacksonException e) {
            throw new IllegalStateException("the attack family " + name + " can't be read", e);
        } catch (IOException e) {
            throw new UncheckedIOException("the attack family " + name, e);
        }
    }

    private static AttackFamily family(String name, JsonNode tree) {
        only(tree, KEYS, name);
        var payloads = new ArrayList<AttackFamily.Payload>();
        for (JsonNode one : tree.path("payloads")) {
            only(one, PAYLOAD_KEYS, name);
            payloads.add(
                    new AttackFamily.Payload(
                            Json.text(one, "name"),
                            one.has("json") ? one.path("json") : one.path("text"),
                            Json.text(one, "encode"),
                            Json.text(one, "expect"),
                            Json.text(one, "level").equals("aggressive")));
        }
        if (payloads.isEmpty()) {
            throw new IllegalStateException("the attack family " + name + " sends nothing");
        }
        return new AttackFamily(
                name,
                Json.text(tree, "oracle"),
                new AttackFamily.Places(
                        words(tree, "words"),
                        words(tree, "foremost"),
                        words(tree, "design"),
                        words(tree, "never"),
                        tree.path("only").asBoolean(false)),
                payloads);
    }

    private static void only(JsonNode node, Set<String> keys, String name) {
        for (var member : node.properties()) {
            if (!keys.contains(member.getKey())) {
                throw new IllegalStateException(
                        "the attack family %s has no %s".formatted(name, member.getKey()));
            }
        }
    }

    private static Set<String> words(JsonNode tree, String member) {
        Set<String> words = new HashSet<>();
        tree.path(member).forEach(word -> words.add(word.asString()));
        return words;
    }
}
