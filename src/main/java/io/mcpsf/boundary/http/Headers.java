package io.mcpsf.boundary.http;

import java.util.List;
import java.util.stream.Collectors;

/** Header lines in the order they came. */
public record Headers(List<Line> lines) {

    /** One header line; the name as it was written. */
    public record Line(String name, String value) {}

    public Headers {
        lines = List.copyOf(lines);
    }

    /** The first value of a header, or empty text. */
    public String first(String name) {
        return lines.stream()
                .filter(line -> line.name().equalsIgnoreCase(name))
                .map(Line::value)
                .findFirst()
                .orElse("");
    }

    public boolean has(String name) {
        return lines.stream().anyMatch(line -> line.name().equalsIgnoreCase(name));
    }

    /** As text, one line each. */
    public String text() {
        return lines.stream()
                .map(line -> line.name() + ": " + line.value())
                .collect(Collectors.joining("\n"));
    }
}
