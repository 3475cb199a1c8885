package io.mcpsf.interrogate;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.Optional;
import java.util.random.RandomGenerator;

/** Makes texts: by format, by pattern, else by the name of the parameter, within the lengths. */
final class Texts {

    private final Plausible plausible;
    private final RandomGenerator random;
    private final boolean first;

    Texts(Plausible plausible, RandomGenerator random, boolean first) {
        this.plausible = plausible;
        this.random = random;
        this.first = first;
    }

    String make(JsonNode schema, String name) {
        int least = length(schema, "minLength", 0);
        int most = length(schema, "maxLength", InterrogationLimits.TEXT);
        String pattern = Json.text(schema, "pattern");
        if (!pattern.isEmpty()) {
            return patterned(pattern, name, least, most);
        }
        Optional<String> formatted = formatted(Json.text(schema, "format"));
        if (formatted.isPresent()) {
            return formatted.get();
        }
        if (Json.text(schema, "contentEncoding").equals("base64")) {
            return "aGVsbG8=";
        }
        String text = first ? ByName.text(name, plausible) : varied(name);
        return fitted(text, least, most);
    }

    /** The plausible text when the pattern allows it, else one that the pattern makes. */
    private String patterned(String pattern, String name, int least, int most) {
        String plain = ByName.text(name, plausible);
        if (first && plain.length() >= least && plain.length() <= most) {
            if (Fits.matches(pattern, plain)) {
                return plain;
            }
        }
        int wanted = Math.min(most, Math.max(least, 1));
        int open = random.nextBoolean() ? wanted : random.nextInt(Math.max(1, wanted) + 3);
        return PatternText.of(pattern, random, open);
    }

    private String varied(String name) {
        String text = ByName.text(name, plausible);
        return random.nextInt(3) == 0 ? "v" + random.nextInt(1_000_000) : text;
    }

    private static String fitted(String text, int least, int most) {
        var fitted = new StringBuilder(text);
        while (fitted.codePointCount(0, fitted.length()) < least) {
            fitted.append('x');
        }
        return InterrogationLimits.cut(fitted.toString(), most);
    }

    private Optional<String> formatted(String format) {
        return Optional.ofNullable(
                switch (format) {
                    case "date" -> "2026-03-14";
                    case "date-time" -> "2026-03-14T10:30:00Z";
                    case "time" -> "10:30:00Z";
                    case "duration" -> "PT5M";
                    case "email", "idn-email" -> plausible.web().email();
                    case "hostname", "idn-hostname" -> plausible.web().host();
                    case "ipv4" -> "192.0.2.10";
                    case "ipv6" -> "2001:db8::10";
                    case "uri", "url", "iri" -> plausible.web().url();
                    case "uri-reference", "iri-reference" -> "/news";
                    case "uri-template" -> plausible.web().url() + "{id}";
                    case "uuid" -> uuid();
                    case "json-pointer" -> "/a/b";
                    case "relative-json-pointer" -> "1/a";
                    case "regex" -> "^a+$";
                    case "byte" -> "aGVsbG8=";
                    default -> null;
                });
    }

    private String uuid() {
        return "%08x-%04x-4%03x-a%03x-%012x"
                .formatted(
                        random.nextInt(),
                        random.nextInt(1 << 16),
                        random.nextInt(1 << 12),
                        random.nextInt(1 << 12),
                        random.nextLong(1L << 48));
    }

    private static int length(JsonNode schema, String keyword, int otherwise) {
        JsonNode value = schema.path(keyword);
        return value.isNumber()
                ? (int) Math.clamp(value.asDouble(), 0, InterrogationLimits.TEXT)
                : otherwise;
    }
}
