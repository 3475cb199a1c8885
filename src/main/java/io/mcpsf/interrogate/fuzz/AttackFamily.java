package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A kind of attack, read from its file: the hostile values, the places they suit, and the name of
 * the oracle that knows their effect.
 */
record AttackFamily(String name, String oracle, Places places, List<Payload> payloads) {

    /** Of no digits: a long text of those is searched for secrets in every encoding. */
    private static final String LONG = "_".repeat(1 << 18);

    AttackFamily {
        payloads = List.copyOf(payloads);
    }

    /**
     * Where it is worth sending: {@code words} in a parameter's name make it likely, {@code
     * foremost} are names of places that are made for what it attacks, {@code design} are names by
     * which a tool says that this is its business, {@code never} are names of places that would
     * look like a hit and be none. {@code only} sends it to likely places alone.
     */
    record Places(
            Set<String> words,
            Set<String> foremost,
            Set<String> design,
            Set<String> never,
            boolean only) {
        Places {
            words = Set.copyOf(words);
            foremost = Set.copyOf(foremost);
            design = Set.copyOf(design);
            never = Set.copyOf(never);
        }
    }

    /**
     * One hostile value. In its text {@code @plain@} stands for the plain value, {@code @nonce@},
     * {@code @a@}, {@code @b@}, {@code @product@} and {@code @port@} for its mark. {@code expect}
     * is what an oracle of answers looks for.
     */
    record Payload(String name, JsonNode value, String encode, String expect, boolean aggressive) {

        JsonNode render(AttackTarget target, Mark mark) {
            return rendered(value, target, mark);
        }

        String expected(Mark mark) {
            return filled(expect, "", mark);
        }

        private JsonNode rendered(JsonNode node, AttackTarget target, Mark mark) {
            if (node.isString()) {
                String plain = target.plain().isString() ? target.plain().asString() : "1";
                String text = filled(node.asString(), plain, mark);
                return StringNode.valueOf(
                        encode.equals("base64")
                                ? Base64.getEncoder()
                                        .encodeToString(text.getBytes(StandardCharsets.UTF_8))
                                : text);
            }
            if (node.isObject()) {
                var object = Json.object();
                node.properties()
                        .forEach(
                                entry ->
                                        object.set(
                                                filled(entry.getKey(), "", mark),
                                                rendered(entry.getValue(), target, mark)));
                return object;
            }
            if (node.isArray()) {
                var array = Json.array();
                node.forEach(item -> array.add(rendered(item, target, mark)));
                return array;
            }
            return node;
        }
    }

    /** Its text with every word between two {@code @} that we know replaced. */
    static String filled(String template, String plain, Mark mark) {
        if (template.indexOf('@') < 0) {
            return template;
        }
        var filled = new StringBuilder(template.length() + 32);
        int from = 0;
        for (int at = template.indexOf('@'); at >= 0; at = template.indexOf('@', from)) {
            int end = template.indexOf('@', at + 1);
            Optional<String> meant =
                    end < 0
                            ? Optional.empty()
                            : meant(template.substring(at + 1, end), plain, mark);
            filled.append(template, from, at).append(meant.orElse("@"));
            from = meant.isPresent() ? end + 1 : at + 1;
        }
        return filled.append(template, from, template.length()).toString();
    }

    private static Optional<String> meant(String word, String plain, Mark mark) {
        return switch (word) {
            case "plain" -> Optional.of(plain);
            case "nonce" -> Optional.of(mark.nonce());
            case "a" -> Optional.of(Integer.toString(mark.a()));
            case "b" -> Optional.of(Integer.toString(mark.b()));
            case "product" -> Optional.of(mark.product());
            case "port" -> Optional.of(Integer.toString(mark.port()));
            case "long" -> Optional.of(LONG);
            default -> Optional.empty();
        };
    }

    /** It only shows whether a server survives it. */
    boolean rough() {
        return oracle.equals("survived");
    }

    /** By the words of a place's name, as all four. */
    boolean likely(Set<String> words) {
        return !Collections.disjoint(words, places.words());
    }

    boolean foremost(Set<String> words) {
        return !Collections.disjoint(words, places.foremost());
    }

    boolean designed(Set<String> words) {
        return !Collections.disjoint(words, places.design());
    }

    boolean never(Set<String> words) {
        return !Collections.disjoint(words, places.never());
    }
}
