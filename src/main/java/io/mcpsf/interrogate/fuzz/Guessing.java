package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;
import io.mcpsf.model.ProtocolObservation.Answer;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parameters of a tool that does not say which it has: learned from its complaints about calls
 * that lack them, else from its description, from names in the code, and from what such tools
 * usually call them.
 */
final class Guessing {

    /** Complaints are answered with what they ask for, this many times. */
    private static final int ROUNDS = 4;

    private static final int MOST = 8;

    /** Says in a schema of ours that nothing spoke for this parameter but its name. */
    static final String WILD = "x-wild";

    /** How validators and languages complain: zod, pydantic, Python, JavaScript, people. */
    private static final List<Pattern> COMPLAINTS =
            List.of(
                    Pattern.compile("\"path\"\\s*:\\s*\\[\\s*\"([A-Za-z_]\\w{0,40})\""),
                    Pattern.compile(
                            "(?m)^([a-z_]\\w{0,40})\\n\\s+(?:Field required|Missing|Input should)"),
                    Pattern.compile(
                            "required (?:positional |keyword-only )?arguments?: '(\\w{1,40})'"),
                    Pattern.compile("KeyError: '(\\w{1,40})'"),
                    Pattern.compile("\\(reading '(\\w{1,40})'\\)"),
                    Pattern.compile(
                            "(?i)(?:missing|required|invalid|expected)\\s+(?:required\\s+)?"
                                    + "(?:parameter|argument|property|field|option|key)s?:?\\s+"
                                    + "[\"'`]?([A-Za-z_]\\w{0,40})"),
                    Pattern.compile(
                            "[\"'`]([A-Za-z_]\\w{0,40})[\"'`] (?:is|are) (?:a"
                                    + " )?(?:required|missing)"),
                    Pattern.compile("(?im)^\\W*([A-Za-z_]\\w{0,40})(?: is|:) required\\b"),
                    Pattern.compile("The \"([A-Za-z_]\\w{0,40})\" argument must be"));

    private static final List<String> COMMON =
            List.of("path", "query", "url", "command", "file", "name", "id", "text");

    private static final Pattern QUOTED = Pattern.compile("[`'\"]([a-z_]\\w{1,30})[`'\"]");

    private final AttackSender sender;
    private final List<String> names;

    Guessing(AttackSender sender, List<String> names) {
        this.sender = sender;
        this.names = names;
    }

    /** A schema with the parameters that this tool seems to have. */
    JsonNode schema(String tool, String description) throws InterruptedException {
        Map<String, String> types = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            var target =
                    new AttackTarget(tool, description, values(types), List.of(), Json.object());
            Optional<AttackResult> result = sender.plain(target);
            if (result.isEmpty()
                    || result.get().answer() == Answer.RESULT
                    || !learn(result.get().text(), types)) {
                break;
            }
        }
        if (!types.isEmpty()) {
            return schema(types, false);
        }
        said(tool, description).forEach(name -> types.put(name, "string"));
        return schema(types, true);
    }

    /** True when the complaint told something new. */
    static boolean learn(String hostile, Map<String, String> types) {
        String text = AttackLimits.cut(hostile, 8_000);
        boolean fresh = false;
        for (Pattern complaint : COMPLAINTS) {
            Matcher matcher = complaint.matcher(text);
            while (matcher.find() && types.size() < MOST) {
                String name = matcher.group(1);
                String type = type(text, matcher.start(), matcher.end());
                if (!type.equals(types.get(name))
                        && (!types.containsKey(name) || !type.equals("string"))) {
                    types.put(name, type);
                    fresh = true;
                }
            }
        }
        return fresh;
    }

    /** The type named near a complaint. */
    private static String type(String text, int from, int to) {
        String near =
                text.substring(Math.max(0, from - 160), Math.min(text.length(), to + 160))
                        .toLowerCase(Locale.ROOT);
        Matcher wanted =
                Pattern.compile(
                                "(?:expected\"?:?\\s*\"?|should be an? (?:valid )?|must be (?:of"
                                    + " type )?an?"
                                    + " )(array|list|number|integer|int|boolean|bool|object|dict)")
                        .matcher(near);
        if (!wanted.find()) {
            return "string";
        }
        return switch (wanted.group(1)) {
            case "array", "list" -> "array";
            case "number", "integer", "int" -> "number";
            case "boolean", "bool" -> "boolean";
            default -> "object";
        };
    }

    private List<String> said(String tool, String description) {
        var said = new ArrayList<String>();
        Matcher quoted = QUOTED.matcher(description);
        while (quoted.find() && said.size() < 4) {
            said.add(quoted.group(1));
        }
        var words = AttackTarget.words(tool + " " + description);
        for (String name : COMMON) {
            if (words.contains(name)) {
                said.add(name);
            }
        }
        names.stream().filter(words::contains).limit(3).forEach(said::add);
        names.stream().limit(4).forEach(said::add);
        COMMON.forEach(said::add);
        return said.stream().distinct().limit(MOST).toList();
    }

    private static ObjectNode values(Map<String, String> types) {
        ObjectNode values = Json.object();
        types.forEach(
                (name, type) -> {
                    switch (type) {
                        case "array" -> values.putArray(name).add("example");
                        case "number" -> values.put(name, 1);
                        case "boolean" -> values.put(name, false);
                        case "object" -> values.putObject(name);
                        default -> values.put(name, "example");
                    }
                });
        return values;
    }

    private static ObjectNode schema(Map<String, String> types, boolean wild) {
        ObjectNode schema = Json.object().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        var required = schema.putArray("required");
        types.forEach(
                (name, type) -> {
                    ObjectNode property = properties.putObject(name).put("type", type);
                    if (type.equals("array")) {
                        property.putObject("items").put("type", "string");
                        property.put("minItems", 1);
                    }
                    if (wild) {
                        property.put(WILD, true);
                    }
                    required.add(name);
                });
        return schema;
    }
}
