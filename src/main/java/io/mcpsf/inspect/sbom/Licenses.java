package io.mcpsf.inspect.sbom;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/** Licences that the standard knows by an id. What is not among them is told by its name. */
final class Licenses {

    private static final Set<String> IDS =
            new TreeSet<>(
                    Set.of(
                            "0BSD",
                            "AFL-2.1",
                            "AFL-3.0",
                            "AGPL-3.0-only",
                            "AGPL-3.0-or-later",
                            "Apache-2.0",
                            "Artistic-2.0",
                            "BSD-2-Clause",
                            "BSD-3-Clause",
                            "BSD-3-Clause-Clear",
                            "BSL-1.0",
                            "BlueOak-1.0.0",
                            "CC-BY-3.0",
                            "CC-BY-4.0",
                            "CC-BY-SA-4.0",
                            "CC0-1.0",
                            "CDDL-1.0",
                            "CDDL-1.1",
                            "EPL-1.0",
                            "EPL-2.0",
                            "EUPL-1.2",
                            "GPL-2.0-only",
                            "GPL-2.0-or-later",
                            "GPL-3.0-only",
                            "GPL-3.0-or-later",
                            "ISC",
                            "LGPL-2.1-only",
                            "LGPL-2.1-or-later",
                            "LGPL-3.0-only",
                            "LGPL-3.0-or-later",
                            "MIT",
                            "MIT-0",
                            "MPL-1.1",
                            "MPL-2.0",
                            "MS-PL",
                            "NCSA",
                            "OFL-1.1",
                            "PSF-2.0",
                            "Python-2.0",
                            "Unicode-DFS-2016",
                            "Unlicense",
                            "UPL-1.0",
                            "W3C",
                            "WTFPL",
                            "X11",
                            "ZPL-2.1",
                            "Zlib",
                            "BUSL-1.1",
                            "SSPL-1.0",
                            "HPND",
                            "PostgreSQL",
                            "MIT-CMU",
                            "Unicode-3.0"));

    private Licenses() {}

    static boolean id(String text) {
        return IDS.contains(text);
    }

    /** Known ids, joined as the standard joins them. */
    static boolean expression(String text) {
        String[] words = text.replaceAll("[()]", " ").strip().split("\\s+");
        boolean joined = words.length >= 3 && words.length % 2 == 1;
        for (int i = 0; joined && i < words.length; i++) {
            joined = i % 2 == 0 ? id(words[i]) : Arrays.asList("AND", "OR").contains(words[i]);
        }
        return joined && balanced(text);
    }

    private static boolean balanced(String text) {
        int open = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            open += c == '(' ? 1 : 0;
            open -= c == ')' ? 1 : 0;
            if (open < 0) {
                return false;
            }
        }
        return open == 0;
    }
}
