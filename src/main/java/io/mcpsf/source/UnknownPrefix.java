package io.mcpsf.source;

import io.mcpsf.text.Spelling;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words such as {@code nmp:server}, which would otherwise be taken for a strange folder. */
final class UnknownPrefix {

    private static final Pattern WORD = Pattern.compile("([A-Za-z][A-Za-z+]{1,11}):(?!//)(.+)");
    private static final List<String> KNOWN = List.of("npm", "pypi", "github");

    /** What people write who come from another tool. */
    private static final List<String> OF_NPM = List.of("npx", "node", "nodejs");

    private static final List<String> OF_PYPI = List.of("pip", "python", "py", "uvx", "uv");

    private UnknownPrefix() {}

    static void refuse(String word) {
        Matcher parts = WORD.matcher(word);
        if (!parts.matches()) {
            return;
        }
        String meant = meant(parts.group(1).toLowerCase(Locale.ROOT));
        throw new BadSourceException(
                "Unknown prefix %s:. %s"
                        .formatted(
                                parts.group(1),
                                meant.isEmpty()
                                        ? "The prefixes are npm:, pypi:, github: and git+https:."
                                        : "Did you mean %s:%s?".formatted(meant, parts.group(2))));
    }

    private static String meant(String prefix) {
        if (OF_NPM.contains(prefix)) {
            return "npm";
        }
        return OF_PYPI.contains(prefix) ? "pypi" : Spelling.nearest(prefix, KNOWN).orElse("");
    }
}
