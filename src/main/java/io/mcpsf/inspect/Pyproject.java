package io.mcpsf.inspect;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Toml;

import tools.jackson.databind.JsonNode;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What we need of a pyproject.toml, be it of the standard or of Poetry.
 *
 * @param python the versions of Python it takes, or empty
 * @param depends whether it asks for packages; also when the file can't be read, so that the
 *     package manager says what is wrong with it
 */
public record Pyproject(
        String name, String version, Map<String, String> scripts, String python, boolean depends) {

    private static final int MOST_SCRIPTS = 100;
    private static final int LONGEST = 300;
    private static final Pattern SCRIPT = Pattern.compile("[A-Za-z0-9._-]{1,200}");

    public Pyproject {
        scripts = Collections.unmodifiableMap(new LinkedHashMap<>(scripts));
    }

    /** What is not TOML names nothing. */
    public static Pyproject parse(String hostile) {
        JsonNode root;
        try {
            root = Toml.read(hostile);
        } catch (BadJsonException e) {
            return new Pyproject("", "", Map.of(), "", true);
        }
        JsonNode project = root.path("project");
        JsonNode poetry = root.path("tool").path("poetry");
        var scripts = new LinkedHashMap<String, String>();
        for (JsonNode of : List.of(project, poetry)) {
            of.path("scripts")
                    .properties()
                    .forEach(each -> script(each.getKey(), each.getValue(), scripts));
        }
        return new Pyproject(
                first("name", project, poetry),
                first("version", project, poetry),
                scripts,
                first("requires-python", project, poetry),
                depends(project, poetry));
    }

    private static void script(String name, JsonNode value, Map<String, String> scripts) {
        // Poetry can say more about a script than where it is.
        String plain = plain(value.isObject() ? value.path("reference") : value);
        if (!plain.isEmpty() && SCRIPT.matcher(name).matches() && scripts.size() < MOST_SCRIPTS) {
            scripts.putIfAbsent(name, plain);
        }
    }

    private static String first(String member, JsonNode project, JsonNode poetry) {
        String said = plain(project.path(member));
        return said.isEmpty() ? plain(poetry.path(member)) : said;
    }

    private static String plain(JsonNode hostile) {
        String text = hostile.isString() ? hostile.stringValue() : "";
        return text.length() > LONGEST ? "" : text;
    }

    private static boolean depends(JsonNode project, JsonNode poetry) {
        boolean elsewhere =
                project.path("dynamic")
                        .valueStream()
                        .anyMatch(one -> plain(one).equals("dependencies"));
        return elsewhere
                || !project.path("dependencies").isEmpty()
                || !poetry.path("dependencies").isEmpty();
    }
}
