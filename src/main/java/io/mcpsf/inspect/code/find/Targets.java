package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Kind;
import io.mcpsf.inspect.code.parser.Part;
import io.mcpsf.inspect.code.parser.SyntaxTree;

import java.util.ArrayList;
import java.util.List;

/** The names that get a value: of a parameter list, or on the left of an assignment. */
final class Targets {

    private static final int MOST = 200;

    private Targets() {}

    static List<Integer> in(SyntaxTree tree, int pattern) {
        List<Integer> names = new ArrayList<>();
        int node = pattern;
        while (node < tree.after(pattern) && names.size() < MOST) {
            boolean beside =
                    node != pattern
                            && (tree.part(node) == Part.TYPE
                                    || tree.part(node) == Part.KEY
                                    || tree.is(node, Kind.MEMBER)
                                    || tree.is(node, Kind.SUBSCRIPT)
                                    || value(tree, node));
            if (beside) {
                node = tree.after(node);
                continue;
            }
            if (tree.is(node, Kind.NAME) || tree.is(node, Kind.NAME_TAKEN)) {
                names.add(node);
            }
            node++;
        }
        return names;
    }

    /** What stands there when nothing is given is no target. */
    private static boolean value(SyntaxTree tree, int node) {
        return tree.part(node) == Part.VALUE
                && switch (tree.kind(tree.parent(node))) {
                    case DEFAULT_TAKEN, PARAMETER -> true;
                    default -> false;
                };
    }
}
