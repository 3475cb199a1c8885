package io.mcpsf.acquire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The user's own settings of npm and pip: sections, keys and values; a missing file has none. */
final class IniFile {

    private static final long LONGEST = 1 << 20;

    private IniFile() {}

    /** Keys as {@code section.key}, or the bare key in front of every section. */
    static Map<String, String> read(Path file) {
        try {
            // A relative path means a file of the folder we stand in, which may be the sample's.
            if (!file.isAbsolute() || !Files.isRegularFile(file) || Files.size(file) > LONGEST) {
                return Map.of();
            }
            return parse(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return Map.of(); // Not ours to read: as if it said nothing, like npm and pip do.
        }
    }

    static Map<String, String> parse(String text) {
        Map<String, String> settings = new LinkedHashMap<>();
        String section = "";
        String key = "";
        for (String line : text.split("\\R")) {
            String plain = line.strip();
            if (plain.isEmpty() || plain.startsWith("#") || plain.startsWith(";")) {
                continue;
            }
            int equals = separator(plain);
            boolean indented = Character.isWhitespace(line.charAt(0));
            if (plain.startsWith("[") && plain.endsWith("]")) {
                section = plain.substring(1, plain.length() - 1) + ".";
                key = "";
            } else if (indented && !key.isEmpty() && !section.isEmpty()) {
                settings.merge(key, plain, (a, b) -> (a + " " + b).strip()); // pip's long values
            } else if (equals > 0) {
                key = section + plain.substring(0, equals).strip();
                settings.put(key, unquoted(plain.substring(equals + 1).strip()));
            }
        }
        return settings;
    }

    /** npm's keys have colons inside, so an equals sign is what counts where there is one. */
    private static int separator(String line) {
        int equals = line.indexOf('=');
        return equals >= 0 ? equals : line.indexOf(": ");
    }

    private static String unquoted(String value) {
        boolean quoted =
                value.length() >= 2
                        && ((value.startsWith("\"") && value.endsWith("\""))
                                || (value.startsWith("'") && value.endsWith("'")));
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
