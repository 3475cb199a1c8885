package io.mcpsf.scope;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Variables in a Compose file, filled in from the project's own {@code .env} and never from our
 * environment, so that a project can't print what is in it.
 */
record Interpolation(Map<String, String> values) {

    private static final Pattern VARIABLE =
            Pattern.compile(
                    "\\$\\$|\\$\\{([A-Za-z_][A-Za-z0-9_]{0,100})(?:(:?[-?+])([^}]{0,200}))?\\}"
                            + "|\\$([A-Za-z_][A-Za-z0-9_]{0,100})");

    Interpolation {
        values = Map.copyOf(values);
    }

    String fill(String hostile) {
        if (hostile.indexOf('$') < 0) {
            return hostile;
        }
        return VARIABLE.matcher(hostile)
                .replaceAll(found -> Matcher.quoteReplacement(value((Matcher) found)));
    }

    private String value(Matcher found) {
        if (found.group().equals("$$")) {
            return "$";
        }
        String name = found.group(1) == null ? found.group(4) : found.group(1);
        String operator = found.group(2) == null ? "" : found.group(2);
        String word = found.group(3) == null ? "" : found.group(3);
        boolean there = values.containsKey(name);
        String value = values.getOrDefault(name, "");
        boolean counts = operator.startsWith(":") ? !value.isEmpty() : there;
        return switch (operator) {
            case ":-", "-" -> counts ? value : word;
            case ":+", "+" -> counts ? word : "";
            default -> value;
        };
    }
}
