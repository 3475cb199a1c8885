package io.mcpsf.interrogate;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Thinks of other arguments for a tool that refused the first ones: first what its complaint asks
 * for, then other shapes of every value at once. No arguments are made twice.
 */
final class Insistence {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int SHAPES = 6;
    private static final int DEEPEST = 3;

    /** An address that a description gives as an example. */
    private static final Pattern ADDRESS =
            Pattern.compile("https?://[^\\s'\"`<>(){}\\[\\]]{4,200}");

    private static final int MOST_ADDRESSES = 3;

    private final String tool;
    private final List<String> addresses;
    private final JsonNode schema;
    private final Shapes shapes;
    private final ObjectNode plain;
    private final Set<String> made = new HashSet<>();
    private int shape;

    Insistence(String tool, String description, JsonNode schema, ObjectNode plain, Shapes shapes) {
        this.addresses =
                ADDRESS.matcher(description)
                        .results()
                        .map(found -> found.group().replaceFirst("[.,;:]+$", ""))
                        .distinct()
                        .limit(MOST_ADDRESSES)
                        .toList();
        this.tool = tool;
        this.schema = schema;
        this.plain = plain;
        this.shapes = shapes;
    }

    /** Something that was not tried; empty when nothing more comes to mind. */
    Optional<ObjectNode> next(ObjectNode last, ObjectNode all, Complaint complaint) {
        made.add(Json.text(last));
        for (ObjectNode asked : asked(last, all, complaint)) {
            if (made.add(Json.text(asked))) {
                return Optional.of(asked);
            }
        }
        while (shape < SHAPES) {
            // The fuller arguments have their turn between the plain ones.
            ObjectNode base = shape % 2 == 0 ? plain : all;
            ObjectNode reshaped = reshaped(base, shape / 2);
            shape++;
            if (made.add(Json.text(reshaped))) {
                return Optional.of(reshaped);
            }
        }
        return Optional.empty();
    }

    private List<ObjectNode> asked(ObjectNode last, ObjectNode all, Complaint complaint) {
        var asked =
                new ArrayList<>(
                        new Corrections(schema, shapes, name -> filled(name, all))
                                .of(last, complaint));
        List<String> alternatives =
                complaint.alternatives(schema.path("properties").propertyNames());
        for (String name : alternatives) {
            ObjectNode one = last.deepCopy();
            one.remove(alternatives);
            one.set(name, filled(name, all));
            asked.add(one);
        }
        ObjectNode more = last.deepCopy();
        for (String flag : complaint.flags()) {
            if (declared(flag) || !schema.has("properties")) {
                more.put(flag, true);
            }
        }
        for (String name : complaint.missing()) {
            if (!more.has(name) && (declared(name) || !schema.has("properties"))) {
                more.set(name, filled(name, all));
            }
        }
        complaint.expected().forEach((name, type) -> more.set(name, typed(name, type)));
        if (!more.equals(last)) {
            asked.add(more);
            asked.add(reshaped(more, 0));
        }
        shapes.document().ifPresent(document -> replaced(last, document).ifPresent(asked::add));
        for (String name : List.copyOf(last.propertyNames())) {
            if (last.path(name).isString()
                    && Shapes.any(ByName.words(name), "url", "uri", "link", "href", "address")) {
                addresses.forEach(address -> asked.add(with(last, name, address)));
            }
        }
        for (String text : Formats.in(complaint.text())) {
            ObjectNode formed = last;
            for (String name : mentioned(last, complaint)) {
                formed = with(formed, name, shapes.formed(name, last.path(name), text));
            }
            asked.add(formed);
        }
        List<String> choices = complaint.choices();
        for (String name : mentioned(last, complaint)) {
            for (String choice : choices) {
                asked.add(with(last, name, choice));
            }
            int length = complaint.length();
            if (length == 2 || length == 3) {
                asked.add(with(last, name, length == 2 ? "CA" : "EUR"));
            } else if (length > 0) {
                asked.add(with(last, name, "a".repeat(length)));
            }
            if (complaint.wantsDate()) {
                asked.add(with(last, name, "2026-03-14"));
                asked.add(with(last, name, "2026-03-14T10:30:00Z"));
            }
            if (complaint.says("number", "integer", "numeric") && last.path(name).isString()) {
                ObjectNode numbered = last.deepCopy();
                numbered.put(name, 1);
                asked.add(numbered);
            }
        }
        for (String ending : complaint.endings()) {
            for (ObjectNode base : List.of(last, plain)) {
                ObjectNode filed = base.deepCopy();
                if (filed(filed, shapes.file(ending), 0)) {
                    asked.add(filed);
                }
            }
        }
        if (complaint.says("timed out", "gave no answer")) {
            asked.add(quick(all));
        }
        return asked.size() > 12 ? asked.subList(0, 12) : asked;
    }

    /** Puts a file wherever one is named, also inside lists and objects; false where none is. */
    private static boolean filed(ObjectNode in, String file, int depth) {
        boolean named = false;
        for (String name : List.copyOf(in.propertyNames())) {
            JsonNode value = in.path(name);
            boolean place =
                    Shapes.any(ByName.words(name), "path", "file", "filepath", "filename", "files");
            if (place && (value.isString() || value.path(0).isString())) {
                in.setAll(with(in, name, file));
                named = true;
            } else if (depth < DEEPEST && value instanceof ObjectNode inner) {
                named |= filed(inner, file, depth + 1);
            } else if (depth < DEEPEST && value.path(0) instanceof ObjectNode first) {
                named |= filed(first, file, depth + 1);
            }
        }
        return named;
    }

    /** For tools that replace words in a document: one whose words we know. */
    private static Optional<ObjectNode> replaced(ObjectNode last, Experience.Document document) {
        ObjectNode changed = last.deepCopy();
        boolean[] old = {false};
        changed.properties().forEach(member -> replace(changed, member.getKey(), document, old));
        return old[0] ? Optional.of(changed) : Optional.empty();
    }

    private static void replace(
            ObjectNode in, String name, Experience.Document document, boolean[] old) {
        JsonNode value = in.path(name);
        Set<String> words = ByName.words(name);
        if (value.isArray() && value.path(0) instanceof ObjectNode inner) {
            List.copyOf(inner.propertyNames()).forEach(n -> replace(inner, n, document, old));
        } else if (value.isString() && Shapes.any(words, "old", "find", "before", "search")) {
            in.put(name, document.text());
            old[0] = true;
        } else if (value.isString() && Shapes.any(words, "path", "file", "filepath", "filename")) {
            in.put(name, document.path());
        }
    }

    private boolean declared(String name) {
        return schema.path("properties").has(name);
    }

    private JsonNode filled(String name, ObjectNode all) {
        JsonNode declared = schema.path("properties").path(name);
        return all.has(name) ? reshaped(name, all.path(name), declared, 0) : text(name, declared);
    }

    private JsonNode typed(String name, String type) {
        JsonNode declared = schema.path("properties").path(name);
        return switch (type) {
            case "array" -> Json.array().add(text(name, declared));
            case "number", "integer" -> NODES.numberNode(1);
            case "boolean" -> NODES.booleanNode(true);
            case "object" -> Json.object();
            default -> text(name, declared);
        };
    }

    private JsonNode text(String name, JsonNode declared) {
        return NODES.stringNode(shapes.of(tool, name, declared).getFirst());
    }

    /**
     * The texts that the complaint is about: those that it names, else those of which it has a
     * word, else all.
     */
    private static List<String> mentioned(ObjectNode last, Complaint complaint) {
        List<String> texts =
                last.properties().stream()
                        .filter(m -> m.getValue().isString() || m.getValue().path(0).isString())
                        .map(member -> member.getKey())
                        .toList();
        List<String> named =
                texts.stream().filter(name -> complaint.text().contains(name)).toList();
        if (named.isEmpty()) {
            named = texts.stream().filter(name -> complaint.says(telling(name))).toList();
        }
        return named.isEmpty()
                ? texts.stream().filter(name -> last.path(name).isString()).limit(3).toList()
                : named;
    }

    private static String[] telling(String name) {
        return ByName.words(name).stream().filter(w -> w.length() > 3).toArray(String[]::new);
    }

    private static ObjectNode with(ObjectNode arguments, String name, String value) {
        ObjectNode changed = arguments.deepCopy();
        if (changed.path(name) instanceof ArrayNode) {
            changed.putArray(name).add(value);
        } else {
            changed.put(name, value);
        }
        return changed;
    }

    /** Everything once more in another shape. */
    private ObjectNode reshaped(ObjectNode arguments, int number) {
        ObjectNode changed = Json.object();
        for (var member : arguments.properties()) {
            JsonNode declared = schema.path("properties").path(member.getKey());
            changed.set(
                    member.getKey(),
                    reshaped(member.getKey(), member.getValue(), declared, number));
        }
        return changed;
    }

    private JsonNode reshaped(String name, JsonNode value, JsonNode declared, int number) {
        return switch (value.getNodeType()) {
            case STRING -> {
                List<String> candidates = fitting(shapes.of(tool, name, declared), declared);
                // What another tool took under the same name is no longer in question.
                int wanted = shapes.settled(tool, name) ? 0 : number;
                yield NODES.stringNode(candidates.get(Math.min(wanted, candidates.size() - 1)));
            }
            case ARRAY -> {
                ArrayNode array = Json.array();
                value.forEach(e -> array.add(reshaped(name, e, declared.path("items"), number)));
                yield array;
            }
            case OBJECT -> {
                ObjectNode object = Json.object();
                value.properties()
                        .forEach(
                                m ->
                                        object.set(
                                                m.getKey(),
                                                reshaped(
                                                        m.getKey(),
                                                        m.getValue(),
                                                        declared.path("properties")
                                                                .path(m.getKey()),
                                                        number)));
                yield object;
            }
            case BOOLEAN -> NODES.booleanNode(number % 2 == 0 && harmless(name));
            default -> value;
        };
    }

    /** Those that the schema's own pattern allows, where it allows any. */
    private static List<String> fitting(List<String> candidates, JsonNode declared) {
        String pattern = Json.text(declared, "pattern");
        List<String> fitting =
                pattern.isEmpty()
                        ? candidates
                        : candidates.stream().filter(c -> Fits.matches(pattern, c)).toList();
        return fitting.isEmpty() ? candidates : fitting;
    }

    /** A switch that is not about signing, forcing or destroying: those only when asked for. */
    private static boolean harmless(String name) {
        return !Shapes.any(
                ByName.words(name),
                "sign",
                "signed",
                "gpg",
                "force",
                "delete",
                "remove",
                "hard",
                "prune",
                "purge",
                "abort",
                "mirror",
                "interactive");
    }

    /** What takes a while takes a short one. */
    private static ObjectNode quick(ObjectNode all) {
        ObjectNode quick = Json.object();
        for (var member : all.properties()) {
            quick.set(
                    member.getKey(),
                    member.getValue().isNumber() ? NODES.numberNode(1) : member.getValue());
        }
        return quick;
    }
}
