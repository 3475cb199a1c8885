package io.mcpsf.judge;

import io.mcpsf.model.Observation;
import io.mcpsf.model.Seen;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The sentence of a data rule with {@code {field}} placeholders. What is put in comes from the
 * sample: it is cut here and escaped by whoever shows it.
 */
final class Message {

    /** What one placeholder may take of a sentence that people read. */
    private static final int MAX_VALUE = 160;

    private static final Pattern PLACE =
            Pattern.compile("\\{([a-z]+)\\}", Pattern.CASE_INSENSITIVE);

    private final List<Part> parts = new ArrayList<>();

    Message(String template, Class<? extends Observation> kind, String spot) {
        Map<String, Field> fields = Field.of(kind);
        Matcher matcher = PLACE.matcher(template);
        int end = 0;
        while (matcher.find()) {
            String before = template.substring(end, matcher.start());
            parts.add((seen, trail) -> before);
            parts.add(part(matcher.group(1), fields, spot));
            end = matcher.end();
        }
        String rest = template.substring(end);
        parts.add((seen, trail) -> rest);
    }

    String of(Seen seen, Trail trail) {
        return parts.stream().map(part -> part.of(seen, trail)).collect(Collectors.joining());
    }

    /** A value cut for a sentence, never inside a character. */
    static String cut(String hostile) {
        return cut(hostile, MAX_VALUE);
    }

    static String cut(String hostile, int max) {
        if (hostile.length() <= max) {
            return hostile;
        }
        int end = Character.isHighSurrogate(hostile.charAt(max - 1)) ? max - 1 : max;
        return hostile.substring(0, end) + "…";
    }

    /** The names in order, at most {@code max} of them, then how many more. */
    static String list(Iterable<String> names, int max) {
        Set<String> distinct = new LinkedHashSet<>();
        names.forEach(distinct::add);
        String shown =
                distinct.stream().limit(max).map(Message::cut).collect(Collectors.joining(", "));
        return distinct.size() > max ? shown + " and " + (distinct.size() - max) + " more" : shown;
    }

    private static Part part(String name, Map<String, Field> fields, String spot) {
        Field field = fields.get(name);
        if (field != null) {
            boolean tool = name.equals("tool");
            return (seen, trail) -> {
                String value = cut(words(field.of(seen.what())));
                return tool && value.isEmpty() ? "one of its tools" : value;
            };
        }
        return switch (name) {
            case "by" -> (seen, trail) -> cut(who(trail.program(seen.at())));
            case "tool" -> (seen, trail) -> cut(trail.tool(seen.at()));
            default -> throw new BadRuleException(spot + ": no field is called " + name);
        };
    }

    private static String who(String program) {
        return program.isEmpty() ? "the server" : program;
    }

    private static String words(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(Object::toString).collect(Collectors.joining(" "))
                : value.toString();
    }

    @FunctionalInterface
    private interface Part {
        String of(Seen seen, Trail trail);
    }
}
