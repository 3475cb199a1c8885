package io.mcpsf.inspect.deps;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What a package.json asks for without saying which: the next install may bring anything. */
final class NodeLoose {

    private static final int MOST = 100;
    private static final Pattern ANY =
            Pattern.compile("\\s*(|\\*|[xX](\\.[xX*])*|latest|next|>=?\\s*[0-9][^<|]*)\\s*");
    private static final Pattern GIT =
            Pattern.compile("(git[+:@]|github:|gitlab:|bitbucket:|[A-Za-z0-9_-]+/[^@:]+$).*");
    private static final Pattern COMMIT = Pattern.compile(".*#[0-9a-f]{40}");

    private NodeLoose() {}

    static List<Tree.Loose> of(JsonNode manifest) {
        var loose = new ArrayList<Tree.Loose>();
        for (String kind : List.of("dependencies", "optionalDependencies")) {
            for (Map.Entry<String, JsonNode> entry : manifest.path(kind).properties()) {
                String range = HostileFiles.capped(entry.getValue().asString(""));
                String how = how(range);
                if (!how.isEmpty() && loose.size() < MOST) {
                    loose.add(new Tree.Loose(HostileFiles.capped(entry.getKey()), range, how));
                }
            }
        }
        return loose;
    }

    private static String how(String range) {
        if (ANY.matcher(range).matches()) {
            return "any";
        }
        if (GIT.matcher(range).matches() && !range.startsWith("npm:")) {
            return COMMIT.matcher(range).matches() ? "" : "git";
        }
        return range.startsWith("http://") || range.startsWith("https://") ? "address" : "";
    }
}
