package io.mcpsf.service.api;

import io.mcpsf.json.Json;
import io.mcpsf.model.EventLevel;
import io.mcpsf.model.EventType;
import io.mcpsf.service.job.EventLog;

import tools.jackson.databind.JsonNode;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which observations somebody wants to hear of: of these types and from this level on. What is no
 * observation (phases, counts, the end) is for everybody.
 */
record Wanted(Set<EventType> types, EventLevel least) {

    static final int LONGEST = 100;

    Wanted {
        types = Set.copyOf(types);
    }

    static Wanted of(ApiRequest ask) {
        String types = ask.query("type", LONGEST);
        String level = ask.query("level", LONGEST);
        var chosen = EnumSet.noneOf(EventType.class);
        for (String name : types.isEmpty() ? new String[0] : types.split(",", -1)) {
            chosen.add(word(EventType.values(), "type", name));
        }
        return new Wanted(
                types.isEmpty() ? EnumSet.allOf(EventType.class) : chosen,
                level.isEmpty() ? EventLevel.INFO : word(EventLevel.values(), "level", level));
    }

    private static <E extends Enum<E>> E word(E[] words, String what, String name) {
        return Arrays.stream(words)
                .filter(word -> word.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                Problem.badRequest(
                                        "%s is one of %s."
                                                .formatted(
                                                        what,
                                                        Arrays.stream(words)
                                                                .map(Enum::name)
                                                                .collect(
                                                                        Collectors.joining(
                                                                                ", ")))));
    }

    boolean has(EventLog.Kept event) {
        if (!event.kind().equals("seen")
                || (least == EventLevel.INFO && types.size() == EventType.values().length)) {
            return true;
        }
        JsonNode seen = Json.read(event.line()).path("seen");
        // Events of older workers have neither, and are not held back.
        return fits(seen.path("type").asString(""), types.stream().map(Enum::name).toList())
                && fits(
                        seen.path("level").asString(""),
                        Arrays.stream(EventLevel.values())
                                .filter(level -> level.compareTo(least) >= 0)
                                .map(Enum::name)
                                .toList());
    }

    private static boolean fits(String word, List<String> wanted) {
        return word.isEmpty() || wanted.contains(word);
    }
}
