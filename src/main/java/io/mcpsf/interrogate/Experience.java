package io.mcpsf.interrogate;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the server taught us while it was called: the arguments that worked, the folders it stays
 * in, and the values of its answers by name, so that what one tool makes is what another asks for.
 * All of it is hostile and only ever goes back to where it came from.
 */
final class Experience {

    private static final int MOST_NAMES = 400;
    private static final int MOST_VALUES = 6;
    private static final int MOST_ROOTS = 4;
    private static final int LONGEST = 200;
    private static final int DEEPEST = 6;
    private static final int WIDEST = 40;

    private static final Pattern IN_TEXT =
            Pattern.compile(
                    "(?i)\\b([a-z][a-z_]{0,20}(?:["
                        + " _-]?(?:id|name|key|uuid|path|branch|table|session)))\\b['\"`*]{0,3}\\s*[:=]\\s*['\"`*]{0,3}([\\w./:@-]{1,120})");

    private final Map<String, Set<String>> values = new LinkedHashMap<>();
    private final Map<String, ObjectNode> working = new LinkedHashMap<>();
    private final Set<String> roots = new LinkedHashSet<>();
    private final Set<String> settled = new LinkedHashSet<>();
    private Optional<Document> document = Optional.empty();

    /** A file that a tool wrote for us, with what is in it. */
    record Document(String path, String text) {}

    /** A call that succeeded, with all that it tells. */
    void worked(String tool, ObjectNode arguments, JsonNode body) {
        working.putIfAbsent(tool, arguments);
        arguments.propertyNames().forEach(name -> settled.add(plain(name)));
        remember(arguments);
        gather("", arguments, 0);
        gather("", body.path("structuredContent"), 0);
        String said = Success.said(body);
        String text = said.strip();
        if (text.startsWith("{") || text.startsWith("[")) {
            try {
                gather("", Json.read(text), 0);
                return;
            } catch (BadJsonException e) {
                // Words then.
            }
        }
        Matcher named = IN_TEXT.matcher(InterrogationLimits.cut(said, InterrogationLimits.CONTENT));
        while (named.find()) {
            keep(named.group(1), named.group(2));
        }
    }

    /** Folders that a complaint or an answer says the server stays in. */
    void root(String folder) {
        if (roots.size() < MOST_ROOTS && folder.length() <= LONGEST) {
            roots.add(folder);
        }
    }

    boolean settled(String name) {
        return settled.contains(plain(name));
    }

    Optional<Document> document() {
        return document;
    }

    private void remember(ObjectNode arguments) {
        String path = "";
        String text = "";
        for (var member : arguments.properties()) {
            Set<String> words = ByName.words(member.getKey());
            if (Shapes.any(words, "path", "file", "filename", "filepath")) {
                path = member.getValue().asString("");
            } else if (Shapes.any(words, "content", "contents", "text", "body")) {
                text = member.getValue().asString("");
            }
        }
        if (!path.isEmpty() && !text.isEmpty()) {
            document = Optional.of(new Document(path, text));
        }
    }

    List<String> roots() {
        return List.copyOf(roots);
    }

    Optional<ObjectNode> working(String tool) {
        return Optional.ofNullable(working.get(tool)).map(ObjectNode::deepCopy);
    }

    Map<String, ObjectNode> working() {
        return Map.copyOf(working);
    }

    /** Values that were seen under this name, then under names that end like it. */
    List<String> values(String hostileName) {
        String wanted = plain(hostileName);
        var found = new LinkedHashSet<String>();
        found.addAll(values.getOrDefault(wanted, Set.of()));
        String last = wanted.substring(wanted.lastIndexOf(' ') + 1);
        values.forEach(
                (name, known) -> {
                    boolean tail = name.endsWith(" " + wanted) || wanted.endsWith(" " + name);
                    if (tail && !name.equals(wanted) && name.endsWith(last)) {
                        found.addAll(known);
                    }
                });
        return new ArrayList<>(found);
    }

    private void gather(String parent, JsonNode node, int depth) {
        if (depth > DEEPEST) {
            return;
        }
        if (node.isArray()) {
            for (int i = 0; i < Math.min(node.size(), WIDEST); i++) {
                gather(parent, node.get(i), depth + 1);
            }
        } else if (node.isObject()) {
            int seen = 0;
            for (var member : node.properties()) {
                if (seen++ < WIDEST) {
                    String name = plain(member.getKey());
                    gather(name, member.getValue(), depth + 1);
                    if (member.getValue().isValueNode() && !parent.isEmpty()) {
                        keep(parent + " " + name, member.getValue().asString(""));
                    }
                }
            }
        } else if (node.isString() || node.isNumber()) {
            keep(parent, node.asString(""));
        }
    }

    private void keep(String hostileName, String value) {
        String name = plain(hostileName);
        if (name.isEmpty() || value.isBlank() || value.length() > LONGEST) {
            return;
        }
        if (values.containsKey(name) || values.size() < MOST_NAMES) {
            Set<String> known = values.computeIfAbsent(name, _ -> new LinkedHashSet<>());
            if (known.size() < MOST_VALUES) {
                known.add(value);
            }
        }
    }

    /** {@code entityNames}, {@code entity_name} and {@code Entity Name} are the same name. */
    static String plain(String hostileName) {
        String spaced =
                InterrogationLimits.cut(hostileName, InterrogationLimits.NAME)
                        .replaceAll("([a-z0-9])([A-Z])", "$1 $2")
                        .replaceAll("[^A-Za-z]+", " ")
                        .toLowerCase(Locale.ROOT)
                        .strip();
        if (spaced.endsWith("ies") && spaced.length() > 4) {
            return spaced.substring(0, spaced.length() - 3) + "y";
        }
        boolean plural = spaced.endsWith("s") && !spaced.endsWith("ss") && spaced.length() > 3;
        return plural ? spaced.substring(0, spaced.length() - 1) : spaced;
    }
}
