package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Kind;
import io.mcpsf.inspect.code.parser.Part;
import io.mcpsf.inspect.code.parser.SyntaxTree;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a value is, where the text shows it: a constant, a name that holds one constant only, or the
 * beginning of a text whose end is computed; and whether it comes from outside of the code.
 */
final class ConstantNames {

    private static final int LONGEST = 120;
    private static final int STEPS = 8;

    private static final Set<String> OUTSIDE =
            Set.of(
                    "sys.argv",
                    "sys.stdin.read",
                    "sys.stdin.readline",
                    "process.argv",
                    "process.stdin",
                    "requests.get",
                    "requests.post",
                    "urllib.request.urlopen",
                    "httpx.get",
                    "fetch",
                    "axios.get");

    private final SyntaxTree tree;
    private final Names names;
    private final Map<String, Integer> values = new HashMap<>();
    private final Set<String> several = new HashSet<>();

    ConstantNames(SyntaxTree tree, Names names) {
        this.tree = tree;
        this.names = names;
        for (int node = 0; node < tree.size(); node++) {
            if (tree.is(node, Kind.DECLARATION) || tree.is(node, Kind.ASSIGNMENT)) {
                int target = tree.child(node, Part.TARGET);
                int value = tree.child(node, Part.VALUE);
                if (tree.is(target, Kind.NAME) && value >= 0) {
                    String key = key(target);
                    if (values.put(key, value) != null) {
                        several.add(key);
                    }
                }
            }
        }
    }

    /** The text or its beginning; empty when nothing of it is known. */
    String text(int node) {
        return text(node, 0);
    }

    /** Whether the text goes on with something that is computed. */
    boolean open(int node) {
        int value = value(node, 0);
        return value >= 0 && Constants.fold(tree, value).isEmpty();
    }

    /** Whether what a person or a peer says gets into it. */
    boolean outside(int node) {
        return outside(node, 0);
    }

    private boolean outside(int from, int steps) {
        for (int node = from; node < tree.after(from) && steps < STEPS; node++) {
            if (tree.is(node, Kind.CALL) || tree.is(node, Kind.MEMBER)) {
                int said = tree.is(node, Kind.CALL) ? tree.child(node, Part.CALLEE) : node;
                if (OUTSIDE.contains(names.path(said))
                        || (tree.is(said, Kind.NAME) && tree.reads(said, "input"))) {
                    return true;
                }
            } else if (tree.is(node, Kind.NAME) && tree.part(node) != Part.PROPERTY) {
                Integer value = values.get(key(node));
                if (value != null && value != from && outside(value, steps + 1)) {
                    return true;
                }
            }
        }
        return false;
    }

    private String text(int node, int steps) {
        int value = value(node, steps);
        if (value < 0) {
            return "";
        }
        String whole = Constants.fold(tree, value);
        return whole.isEmpty() ? beginning(value) : whole;
    }

    /** Behind a name that holds one thing only. */
    private int value(int node, int steps) {
        int at = node;
        for (int i = steps; i < STEPS && at >= 0 && tree.is(at, Kind.NAME); i++) {
            String key = key(at);
            Integer value = several.contains(key) ? null : values.get(key);
            if (value == null) {
                return -1;
            }
            at = value;
        }
        return at;
    }

    /** The constant part before the first that is computed. */
    private String beginning(int node) {
        int at = node;
        while (tree.is(at, Kind.BINARY) || tree.is(at, Kind.PARENTHESES)) {
            if (tree.is(at, Kind.BINARY) && !Constants.plus(tree, at)) {
                // Python's % puts something in the place of the first percent sign.
                String form = Constants.fold(tree, tree.child(at, 0));
                return form.substring(0, Math.max(0, form.indexOf('%')));
            }
            at = tree.child(at, 0);
        }
        if (tree.is(at, Kind.NAME)) {
            int value = value(at, 0);
            return value < 0 ? "" : Constants.fold(tree, value);
        }
        if (!tree.is(at, Kind.STRING)) {
            return "";
        }
        String whole = Constants.fold(tree, at);
        if (!whole.isEmpty()) {
            return whole;
        }
        var text = new StringBuilder();
        for (int c = tree.firstChild(at); c >= 0; c = tree.nextSibling(c)) {
            if (tree.is(c, Kind.SUBSTITUTION)) {
                int inner = tree.firstChild(c);
                int value = tree.is(inner, Kind.NAME) ? value(inner, 0) : -1;
                String known = value < 0 ? "" : Constants.fold(tree, value);
                if (known.isEmpty()) {
                    return text.toString();
                }
                text.append(known);
            } else if (tree.is(c, Kind.STRING_PART)) {
                text.append(tree.text(c, LONGEST));
            }
        }
        return text.toString();
    }

    private String key(int name) {
        String word = tree.text(name, LONGEST);
        return names.home(name, word) + " " + word;
    }
}
