package io.mcpsf.inspect.code.find;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What was found in one file. Lines count from 1; excerpts are capped and hold no secret. */
public record CodeFindings(Map<Power, Use> powers, List<Flow> flows, List<Mark> marks) {

    public CodeFindings {
        var copy = new EnumMap<Power, Use>(Power.class);
        copy.putAll(powers);
        powers = Map.copyOf(copy);
        flows = List.copyOf(flows);
        marks = List.copyOf(marks);
    }

    public static CodeFindings nothing() {
        return new CodeFindings(Map.of(), List.of(), List.of());
    }

    /** The first place where a power is used, {@code via} what, and how many there are. */
    public record Use(String via, int line, String excerpt, int times) {}

    /**
     * What a caller says reaches a dangerous call. {@code family} is ours: command, argument, code,
     * path, url, sql, object; {@code from} is the line of the handler.
     */
    public record Flow(
            String family, String tool, String sink, int line, String excerpt, int from) {}

    /** A piece of code that is worth a look. {@code kind} and {@code detail} are ours. */
    public record Mark(String kind, String detail, int line, String excerpt) {}
}
