package io.mcpsf.inspect;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names under which a program looks into the arguments it is given, read from its code: what a
 * tool takes that does not say what it takes.
 */
public final class ParameterNames {

    private static final int MOST_NAMES = 12;

    /** Members that every such object has, or that stand for the call itself. */
    private static final Set<String> COMMON =
            Set.of(
                    "arguments",
                    "name",
                    "method",
                    "params",
                    "meta",
                    "_meta",
                    "length",
                    "map",
                    "get",
                    "pop",
                    "items",
                    "keys",
                    "values",
                    "slice",
                    "join",
                    "push",
                    "forEach",
                    "filter",
                    "toString",
                    "hasOwnProperty",
                    "progressToken",
                    "cursor",
                    "parse",
                    "argv");

    private static final String HOLDER = "(?:args|arguments|params|input|kwargs)";

    private static final List<Pattern> USES =
            List.of(
                    Pattern.compile("\\b" + HOLDER + "\\??\\.([A-Za-z_]\\w{0,30})\\b"),
                    Pattern.compile(
                            "\\b"
                                    + HOLDER
                                    + "\\)?(?:\\??\\.?\\[|\\.get\\(|\\.pop\\()\\s*[\"'`]([A-Za-z_]\\w{0,30})[\"'`]"),
                    Pattern.compile(
                            "\\{\\s*([A-Za-z_]\\w{0,30})[^{}]{0,200}\\}\\s*=\\s*[\\w.]*" + HOLDER));

    private ParameterNames() {}

    /** Of the program in this folder, without what it depends on; the first that are found. */
    public static List<String> in(Path folder) {
        Set<String> names = new LinkedHashSet<>();
        OwnCode.read(
                folder,
                code -> {
                    learn(code, names);
                    return names.size() < MOST_NAMES;
                });
        return List.copyOf(names);
    }

    static void learn(String hostileCode, Set<String> names) {
        for (Pattern use : USES) {
            Matcher matcher = use.matcher(hostileCode);
            while (names.size() < MOST_NAMES && matcher.find()) {
                if (!COMMON.contains(matcher.group(1))) {
                    names.add(matcher.group(1));
                }
            }
        }
    }
}
