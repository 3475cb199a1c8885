package io.mcpsf.inspect.deps;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The head of a METADATA file. */
record PythonMetadata(String name, String version, String license, List<Requirement> requirements) {

    private static final int MOST_LINES = 5_000;
    private static final int LONGEST_LICENSE = 100;
    private static final Pattern REQUIREMENT =
            Pattern.compile(
                    "\\s*([A-Za-z0-9][A-Za-z0-9._-]{0,200})\\s*(?:\\[([^\\]]{0,300})])?\\s*([^;]*)(;.*)?");
    private static final Pattern EXTRA =
            Pattern.compile("extra\\s*==\\s*['\"]([^'\"]{1,100})['\"]");

    /** One Requires-Dist: {@code extra} is the extra of ours that brings it, or empty. */
    record Requirement(String name, List<String> extras, String range, String extra) {
        Requirement {
            extras = List.copyOf(extras);
        }
    }

    PythonMetadata {
        requirements = List.copyOf(requirements);
    }

    static PythonMetadata read(String hostile) {
        String name = "";
        String version = "";
        String expression = "";
        String license = "";
        String classifier = "";
        var requirements = new ArrayList<Requirement>();
        for (String line : hostile.lines().limit(MOST_LINES).toList()) {
            if (line.isEmpty()) {
                break;
            }
            int colon = line.indexOf(':');
            if (colon <= 0 || Character.isWhitespace(line.charAt(0))) {
                continue;
            }
            String value = line.substring(colon + 1).strip();
            switch (line.substring(0, colon)) {
                case "Name" -> name = HostileFiles.capped(value);
                case "Version" -> version = HostileFiles.capped(value);
                case "License-Expression" -> expression = HostileFiles.capped(value);
                case "License" -> license = value.length() < LONGEST_LICENSE ? value : "";
                case "Classifier" -> classifier = classified(value, classifier);
                case "Requires-Dist" -> requirement(value, requirements);
                default -> {}
            }
        }
        String known = expression.isEmpty() ? license : expression;
        known = known.isEmpty() || known.equals("UNKNOWN") ? classifier : known;
        return new PythonMetadata(name, version, known, requirements);
    }

    private static String classified(String value, String before) {
        if (!value.startsWith("License :: ") || !before.isEmpty()) {
            return before;
        }
        return HostileFiles.capped(value.substring(value.lastIndexOf(":: ") + 3));
    }

    private static void requirement(String value, List<Requirement> into) {
        Matcher matcher = REQUIREMENT.matcher(value);
        if (!matcher.matches() || into.size() >= MOST_LINES) {
            return;
        }
        String marker = matcher.group(4) == null ? "" : matcher.group(4);
        Matcher extra = EXTRA.matcher(marker);
        List<String> extras =
                matcher.group(2) == null ? List.of() : List.of(matcher.group(2).split("\\s*,\\s*"));
        into.add(
                new Requirement(
                        matcher.group(1),
                        extras,
                        HostileFiles.capped(
                                matcher.group(3).strip().replaceAll("^\\(\\s*|\\s*\\)$", "")),
                        extra.find() ? extra.group(1) : ""));
    }
}
