package io.mcpsf.judge;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads the test of one value from a rule: {@code address: {in: [a, b]}}. */
final class ValueCheck {

    /** Text beyond this is not looked at: regular expressions meet hostile input here. */
    static final int MAX_TEXT = 8_192;

    private ValueCheck() {}

    /** The check for a field of this type; {@code where} is the spot, for the error. */
    static Predicate<Object> read(JsonNode node, Class<?> type, String where) {
        if (type == List.class) {
            return list(node, where);
        }
        if (!node.isObject()) {
            return operator("equals", node, type, where);
        }
        return all(node, where, (name, value, spot) -> operator(name, value, type, spot));
    }

    /**
     * Refuses a word that the field never holds, in whatever operator it stands: the rule would be
     * silently blind. Patterns must match at least one of the words.
     */
    static void known(JsonNode node, List<String> words, String where) {
        if (words.isEmpty()) {
            return;
        }
        if (!node.isObject()) {
            each(node).forEach(value -> known(word(value, where), words, where));
            return;
        }
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            String name = member.getKey();
            String spot = where + "." + name;
            if (name.equals("not")) {
                known(member.getValue(), words, spot);
            } else if (name.equals("equals") || name.equals("in")) {
                each(member.getValue()).forEach(value -> known(word(value, spot), words, spot));
            } else if (words.stream().noneMatch(text(name, member.getValue(), spot))) {
                throw new BadRuleException(spot + ": matches none of " + words);
            }
        }
    }

    /** Empty stands for what is not known. */
    static void known(String word, List<String> words, String spot) {
        if (!word.isEmpty() && !words.isEmpty() && !words.contains(word)) {
            throw new BadRuleException(spot + ": no such word as " + word + "; there are " + words);
        }
    }

    private static Predicate<Object> list(JsonNode node, String where) {
        if (!node.isObject()) {
            throw new BadRuleException(where + ": a list takes any-argument or line");
        }
        return all(
                node,
                where,
                (name, value, spot) ->
                        switch (name) {
                            case "any-argument" -> {
                                Predicate<Object> item = read(value, String.class, spot);
                                yield list -> ((List<?>) list).stream().anyMatch(item);
                            }
                            case "line" -> {
                                Predicate<Object> line = read(value, String.class, spot);
                                yield list -> line.test(joined((List<?>) list));
                            }
                            case "not" -> list(value, spot).negate();
                            default -> throw new BadRuleException(spot + ": no such operator");
                        });
    }

    private static Predicate<Object> operator(
            String name, JsonNode value, Class<?> type, String spot) {
        if (name.equals("not")) {
            return read(value, type, spot).negate();
        }
        if (name.equals("equals") || name.equals("in")) {
            List<Object> wanted = each(value).stream().map(v -> constant(v, type, spot)).toList();
            return wanted::contains;
        }
        if (type == String.class) {
            return text(name, value, spot);
        }
        if (type == int.class || type == long.class) {
            if (!value.isIntegralNumber()) {
                throw new BadRuleException(spot + ": expected a number");
            }
            long bound = value.asLong();
            return switch (name) {
                case "min" -> number -> ((Long) plain(number)) >= bound;
                case "max" -> number -> ((Long) plain(number)) <= bound;
                default -> throw new BadRuleException(spot + ": no such operator for a number");
            };
        }
        throw new BadRuleException(spot + ": no such operator for " + type.getSimpleName());
    }

    private static Predicate<Object> text(String name, JsonNode value, String spot) {
        List<String> words = each(value).stream().map(v -> word(v, spot)).toList();
        return switch (name) {
            case "prefix" -> any(words, String::startsWith);
            case "suffix" -> any(words, String::endsWith);
            case "contains" -> any(words, String::contains);
            case "glob" -> globs(words.stream().map(PathGlob::of).toList());
            case "regex" -> patterns(words.stream().map(w -> regex(w, spot)).toList());
            default -> throw new BadRuleException(spot + ": no such operator for text");
        };
    }

    private static Predicate<Object> any(
            List<String> words, java.util.function.BiPredicate<String, String> test) {
        return value -> words.stream().anyMatch(word -> test.test(capped(value), word));
    }

    private static Predicate<Object> globs(List<PathGlob> globs) {
        return value -> Paths.anyGlob(globs, capped(value));
    }

    private static Predicate<Object> patterns(List<Pattern> patterns) {
        return value -> {
            String text = capped(value);
            return patterns.stream().anyMatch(pattern -> pattern.matcher(text).find());
        };
    }

    private static Pattern regex(String regex, String spot) {
        try {
            return Pattern.compile(regex, Pattern.DOTALL);
        } catch (PatternSyntaxException e) {
            throw new BadRuleException(spot + ": " + e.getDescription(), e);
        }
    }

    private static Object constant(JsonNode value, Class<?> type, String spot) {
        if (type == String.class) {
            return word(value, spot);
        }
        if (type == boolean.class && value.isBoolean()) {
            return value.asBoolean();
        }
        if (type == int.class && value.isIntegralNumber()) {
            return value.asInt();
        }
        if (type == long.class && value.isIntegralNumber()) {
            return value.asLong();
        }
        if (type.isEnum() && value.isString()) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(constant -> ((Enum<?>) constant).name().equals(value.asString()))
                    .findFirst()
                    .orElseThrow(
                            () ->
                                    new BadRuleException(
                                            spot
                                                    + ": no "
                                                    + type.getSimpleName()
                                                    + " is called "
                                                    + value.asString()
                                                    + "; there are "
                                                    + Arrays.toString(type.getEnumConstants())));
        }
        throw new BadRuleException(spot + ": expected a " + type.getSimpleName());
    }

    private static String word(JsonNode value, String spot) {
        if (!value.isString()) {
            throw new BadRuleException(spot + ": expected text, in quotes if it looks like else");
        }
        return value.asString();
    }

    private static List<JsonNode> each(JsonNode value) {
        if (!value.isArray()) {
            return List.of(value);
        }
        var items = new ArrayList<JsonNode>();
        value.forEach(items::add);
        return items;
    }

    private static Object plain(Object number) {
        return ((Number) number).longValue();
    }

    private static String joined(List<?> list) {
        var line = new StringBuilder();
        for (Object item : list) {
            line.append(line.isEmpty() ? "" : " ").append(item);
            if (line.length() > MAX_TEXT) {
                break;
            }
        }
        return line.toString();
    }

    private static String capped(Object value) {
        String text = (String) value;
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text;
    }

    private static Predicate<Object> all(JsonNode node, String where, Reader reader) {
        if (node.isEmpty()) {
            throw new BadRuleException(where + ": nothing to check");
        }
        Predicate<Object> all = value -> true;
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            String spot = where + "." + member.getKey();
            all = all.and(reader.read(member.getKey(), member.getValue(), spot));
        }
        return all;
    }

    @FunctionalInterface
    private interface Reader {
        Predicate<Object> read(String name, JsonNode value, String spot);
    }
}
