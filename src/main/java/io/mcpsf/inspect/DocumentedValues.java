package io.mcpsf.inspect;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values that the README of a package shows for parameters by their name, in its blocks of code.
 * Paths and addresses are left out: what we ask a server for is not held against it, and a README
 * must not make us ask for a key or for somebody's host.
 */
public final class DocumentedValues {

    private static final int MOST_NAMES = 300;
    private static final int MOST_EACH = 3;

    private static final Pattern BLOCK = Pattern.compile("(?s)```[^\\n]{0,40}\\n(.{1,8000}?)```");

    /** How clients are set up, which is no call of a tool. */
    private static final Pattern SETUP =
            Pattern.compile("\"?(mcpServers|mcp_servers|command|servers)\"?\\s*[:=]");

    private static final Pattern MEMBER =
            Pattern.compile(
                    "[\"']?\\b([A-Za-z_]\\w{1,40})[\"']?\\s*[:=]\\s*(?:\"([^\"\\n"
                            + "]{1,200})\"|'([^'\\n"
                            + "]{1,200})')");

    private static final Pattern PLACE =
            Pattern.compile("[/\\\\~@]|^\\.|\\w\\.[A-Za-z]{2,}(?![A-Za-z. ])");

    private static final Pattern BLANK =
            Pattern.compile("(?i)<[^>]*>|\\byour\\b|your[-_]|\\.\\.\\.|…|xxx|\\$\\{|placeholder");

    private final Map<String, List<String>> values = new HashMap<>();

    private DocumentedValues(String hostile) {
        Matcher block = BLOCK.matcher(hostile);
        while (block.find()) {
            if (!SETUP.matcher(block.group(1)).find()) {
                Matcher member = MEMBER.matcher(block.group(1));
                while (member.find()) {
                    String value = member.group(2) == null ? member.group(3) : member.group(2);
                    keep(member.group(1), value);
                }
            }
        }
    }

    /** Of the package whose own code is in this folder. */
    public static DocumentedValues of(Path hostileFolder) {
        return new DocumentedValues(PackageReadme.of(hostileFolder));
    }

    /** What was shown for a parameter of this name, whatever its spelling. */
    public List<String> named(String parameter) {
        return List.copyOf(values.getOrDefault(key(parameter), List.of()));
    }

    private void keep(String name, String value) {
        if (usable(value) && (values.size() < MOST_NAMES || values.containsKey(key(name)))) {
            List<String> known = values.computeIfAbsent(key(name), same -> new ArrayList<>());
            if (known.size() < MOST_EACH && !known.contains(value)) {
                known.add(value);
            }
        }
    }

    /** No path, no address and no placeholder. */
    static boolean usable(String value) {
        return !value.isBlank() && !PLACE.matcher(value).find() && !BLANK.matcher(value).find();
    }

    static String key(String name) {
        return name.replaceAll("[_-]", "").toLowerCase(Locale.ROOT);
    }
}
