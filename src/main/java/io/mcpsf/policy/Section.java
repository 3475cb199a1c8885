package io.mcpsf.policy;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One map of a policy file while it is read: gives values, and notes every fault with its key. */
final class Section {

    /** More than any person writes into one list. */
    private static final int MAX_ITEMS = 1_000;

    private final String key;
    private final ObjectNode node;
    private final List<PolicyFault> faults;

    Section(String key, ObjectNode node, List<PolicyFault> faults) {
        this.key = key;
        this.node = node;
        this.faults = faults;
    }

    void fault(String member, String message) {
        faults.add(new PolicyFault(path(member), message));
    }

    /** Something is wrong with the map as a whole. */
    void fault(String message) {
        faults.add(new PolicyFault(key, message));
    }

    /** Every key that is none of these is a fault: a misspelt one would silently allow or deny. */
    void only(Set<String> known) {
        for (String name : node.propertyNames()) {
            if (!known.contains(name)) {
                fault(
                        name,
                        "unknown key; the keys here are "
                                + known.stream().sorted().collect(Collectors.joining(", ")));
            }
        }
    }

    boolean isMap(String member) {
        return node.get(member) instanceof ObjectNode;
    }

    boolean has(String member) {
        return node.hasNonNull(member);
    }

    Section section(String member) {
        JsonNode value = node.get(member);
        if (value == null || value.isNull()) {
            return new Section(path(member), node.objectNode(), faults);
        }
        if (value instanceof ObjectNode object) {
            return new Section(path(member), object, faults);
        }
        fault(member, "expected a map of keys");
        return new Section(path(member), node.objectNode(), faults);
    }

    String text(String member, String otherwise) {
        JsonNode value = node.get(member);
        if (value == null || value.isNull()) {
            return otherwise;
        }
        if (!value.isValueNode()) {
            fault(member, "expected a word");
            return otherwise;
        }
        return value.asString();
    }

    boolean yes(String member) {
        String value = text(member, "false");
        if (!value.equals("true") && !value.equals("false")) {
            fault(member, "expected true or false");
        }
        return value.equals("true");
    }

    /** A list of words. */
    List<String> words(String member) {
        return items(
                member,
                (where, item) -> {
                    if (!item.isValueNode() || item.isNull() || item.asString().isBlank()) {
                        faults.add(new PolicyFault(where, "expected a word"));
                        return "";
                    }
                    return item.asString();
                });
    }

    /** A list of maps. */
    List<Section> sections(String member) {
        return items(
                member,
                (where, item) -> {
                    if (item instanceof ObjectNode object) {
                        return new Section(where, object, faults);
                    }
                    faults.add(new PolicyFault(where, "expected a map of keys"));
                    return new Section(where, node.objectNode(), faults);
                });
    }

    private <T> List<T> items(String member, BiFunction<String, JsonNode, T> each) {
        JsonNode value = node.get(member);
        if (value == null || value.isNull()) {
            return List.of();
        }
        if (!value.isArray()) {
            fault(member, "expected a list");
            return List.of();
        }
        if (value.size() > MAX_ITEMS) {
            fault(member, "more than " + MAX_ITEMS + " entries");
            return List.of();
        }
        var all = new ArrayList<T>();
        for (int i = 0; i < value.size(); i++) {
            all.add(each.apply(path(member) + "[" + i + "]", value.get(i)));
        }
        return all;
    }

    /** The maps below this one, by their names. */
    Map<String, Section> members() {
        var all = new LinkedHashMap<String, Section>();
        node.propertyNames().forEach(name -> all.put(name, section(name)));
        return all;
    }

    Set<String> names() {
        return Set.copyOf(node.propertyNames());
    }

    /** Reads a word by a function that throws {@link IllegalArgumentException} on a bad one. */
    <T> T parsed(String member, T otherwise, Function<String, T> form) {
        String word = text(member, "");
        if (word.isEmpty()) {
            return otherwise;
        }
        try {
            return form.apply(word);
        } catch (IllegalArgumentException e) {
            fault(member, String.valueOf(e.getMessage()));
            return otherwise;
        }
    }

    <T> List<T> parsedAll(String member, Function<String, T> form) {
        List<String> words = words(member);
        var all = new ArrayList<T>();
        for (String word : words) {
            try {
                all.add(form.apply(word));
            } catch (IllegalArgumentException e) {
                fault(member, String.valueOf(e.getMessage()));
            }
        }
        return all;
    }

    /** The constant that a word of a file means. */
    static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Stream.of(type.getEnumConstants())
                .filter(each -> each.name().equalsIgnoreCase(word))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "\"%s\" is not known; there are %s"
                                                .formatted(word, names(type))));
    }

    private static <E extends Enum<E>> String names(Class<E> type) {
        boolean loud = type == io.mcpsf.model.Violation.class;
        return Stream.of(type.getEnumConstants())
                .map(each -> loud ? each.name() : each.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    private String path(String member) {
        return key.isEmpty() ? member : key + "." + member;
    }
}
