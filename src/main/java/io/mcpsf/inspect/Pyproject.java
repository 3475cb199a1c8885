package io.mcpsf.inspect;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The few lines of a pyproject.toml that we need: name, version and scripts. This is no reader of
 * TOML: what is not written in the usual way, one plain string on one line, is not seen.
 */
public record Pyproject(String name, String version, Map<String, String> scripts) {

    private static final int MOST_SCRIPTS = 100;
    private static final Pattern SECTION =
            Pattern.compile("\\s*\\[\\s*([^\\[\\]]+?)\\s*]\\s*(#.*)?");
    private static final String STRING = "(?:\"([^\"\\\\]{0,300})\"|'([^']{0,300})')";
    private static final Pattern ENTRY =
            Pattern.compile(
                    "\\s*[\"']?([A-Za-z0-9._-]{1,200})[\"']?\\s*=\\s*" + STRING + "\\s*(#.*)?");
    private static final Pattern INLINE =
            Pattern.compile(
                    "\\s*scripts\\s*=\\s*\\{\\s*[\"']?([A-Za-z0-9._-]{1,200})[\"']?\\s*=\\s*"
                            + STRING
                            + ".*");

    public Pyproject {
        scripts = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(scripts));
    }

    public static Pyproject parse(String hostile) {
        var reading = new Reading();
        hostile.lines().filter(line -> line.length() < 4096).forEach(reading::line);
        return new Pyproject(reading.name, reading.version, reading.scripts);
    }

    private static final class Reading {
        private String section = "";
        private String name = "";
        private String version = "";
        private boolean inLongString;
        private final Map<String, String> scripts = new LinkedHashMap<>();

        void line(String line) {
            boolean wasLong = inLongString;
            if ((count(line, "\"\"\"") + count(line, "'''")) % 2 == 1) {
                inLongString = !inLongString;
            }
            if (wasLong || inLongString) {
                return;
            }
            Matcher head = SECTION.matcher(line);
            if (head.matches()) {
                section = head.group(1).replaceAll("[\\s\"']", "");
                return;
            }
            Matcher entry = ENTRY.matcher(line);
            Matcher inline = INLINE.matcher(line);
            if (entry.matches()) {
                entry(entry.group(1), value(entry));
            } else if (section.equals("project") && inline.matches()) {
                scripts.put(inline.group(1), value(inline));
            }
        }

        private void entry(String key, String value) {
            switch (section) {
                case "project", "tool.poetry" -> {
                    if (key.equals("name") && name.isEmpty()) {
                        name = value;
                    } else if (key.equals("version") && version.isEmpty()) {
                        version = value;
                    }
                }
                case "project.scripts", "tool.poetry.scripts" -> {
                    if (scripts.size() < MOST_SCRIPTS) {
                        scripts.putIfAbsent(key, value);
                    }
                }
                default -> {}
            }
        }

        private static String value(Matcher matcher) {
            String plain = matcher.group(2);
            return plain == null ? String.valueOf(matcher.group(3)) : plain;
        }

        private static int count(String line, String mark) {
            int count = 0;
            for (int at = line.indexOf(mark); at >= 0; at = line.indexOf(mark, at + 3)) {
                count++;
            }
            return count;
        }
    }
}
