package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Kind;
import io.mcpsf.inspect.code.parser.Part;
import io.mcpsf.inspect.code.parser.SyntaxTree;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which names of a file hold what a caller said. It follows assignments, loops, callbacks and calls
 * of functions of the same file, whatever the order; it does not follow what is stored in objects
 * and read elsewhere. When in doubt about a call of something unknown, its result is clean.
 */
final class Taint {

    private static final int MOST_ROUNDS = 12;
    private static final int LONGEST = 120;

    /** Calls in calls; people stop at ten. */
    private static final int MOST_DEPTH = 200;

    private static final Set<String> NOT_SAID = Set.of("self", "cls", "ctx", "context", "extra");

    private final SyntaxTree tree;
    private final Names names;
    private final Handlers handlers;
    private final Map<Integer, Map<String, Integer>> dirty = new HashMap<>();
    private final Set<Integer> returning = new HashSet<>();
    private boolean changed;
    private int depth;

    Taint(SyntaxTree tree, Names names, Handlers handlers) {
        this.tree = tree;
        this.names = names;
        this.handlers = handlers;
        handlers.found().keySet().forEach(handler -> soil(handler, -1, handler));
        changed = !dirty.isEmpty();
        for (int round = 0; changed && round < MOST_ROUNDS; round++) {
            changed = false;
            round();
        }
    }

    boolean any() {
        return !dirty.isEmpty();
    }

    /** Soils one parameter of a function, or all of them when {@code number} is -1. */
    private void soil(int function, int number, int handler) {
        int list = tree.child(function, Part.PARAMETERS);
        if (list < 0) {
            return;
        }
        int from = list;
        if (number >= 0 && tree.is(list, Kind.PARAMETERS)) {
            int skip = self(list) ? 1 : 0;
            from = tree.child(list, number + skip);
        } else if (number > 0) {
            return;
        }
        if (from >= 0) {
            Targets.in(tree, from).forEach(n -> soil(function, tree.text(n, LONGEST), handler));
        }
    }

    private boolean self(int parameters) {
        int first = tree.child(parameters, 0);
        return first >= 0 && (tree.reads(first, "self") || tree.reads(first, "cls"));
    }

    private void soil(int scope, String name, int handler) {
        if (!NOT_SAID.contains(name)
                && dirty.computeIfAbsent(scope, s -> new HashMap<>()).putIfAbsent(name, handler)
                        == null) {
            changed = true;
        }
    }

    private void round() {
        for (int node = 0; node < tree.size(); node++) {
            switch (tree.kind(node)) {
                case DECLARATION, ASSIGNMENT -> {
                    int by = by(tree.child(node, Part.VALUE));
                    if (by >= 0) {
                        assigned(tree.child(node, Part.TARGET), by);
                    }
                }
                case FOR -> {
                    int by = by(tree.child(node, Part.VALUE));
                    if (by >= 0) {
                        assigned(tree.child(node, Part.TARGET), by);
                    }
                }
                case CALL -> passed(node);
                case RETURN -> {
                    int value = tree.child(node, 0);
                    if (value >= 0 && by(value) >= 0) {
                        changed |= returning.add(names.scope(node));
                    }
                }
                default -> {}
            }
        }
    }

    private void assigned(int target, int by) {
        if (target < 0 || tree.is(target, Kind.MEMBER) || tree.is(target, Kind.SUBSCRIPT)) {
            return;
        }
        for (int name : Targets.in(tree, target)) {
            String text = tree.text(name, LONGEST);
            soil(names.home(name, text), text, by);
        }
    }

    /** What is handed to a function of this file is dirty in there too. */
    private void passed(int call) {
        int arguments = tree.child(call, Part.ARGUMENTS);
        int callee = tree.child(call, Part.CALLEE);
        if (arguments < 0 || callee < 0) {
            return;
        }
        int function = local(callee);
        int of = tree.is(callee, Kind.MEMBER) ? by(tree.child(callee, Part.OBJECT)) : -1;
        int number = 0;
        for (int a = tree.firstChild(arguments); a >= 0; a = tree.nextSibling(a)) {
            if (tree.is(a, Kind.COMMENT)) {
                continue;
            }
            if (tree.is(a, Kind.FUNCTION) && of >= 0) {
                soil(a, 0, of);
            } else if (function >= 0) {
                int by = by(a);
                if (by >= 0) {
                    soil(function, number, by);
                }
            }
            number++;
        }
    }

    /** The function of this file that a callee names, or -1. */
    private int local(int callee) {
        if (tree.is(callee, Kind.NAME)) {
            return handlers.function(tree.text(callee, LONGEST));
        }
        if (tree.is(callee, Kind.MEMBER)) {
            int object = tree.child(callee, Part.OBJECT);
            int property = tree.child(callee, Part.PROPERTY);
            boolean own = object >= 0 && (tree.reads(object, "this") || tree.reads(object, "self"));
            return own && property >= 0 ? handlers.function(tree.text(property, LONGEST)) : -1;
        }
        return -1;
    }

    /** The handler whose caller's words an expression holds, or -1. */
    int by(int expression) {
        if (expression < 0 || depth > MOST_DEPTH) {
            return -1;
        }
        depth++;
        try {
            return searched(expression);
        } finally {
            depth--;
        }
    }

    private int searched(int expression) {
        int node = expression;
        int end = tree.after(expression);
        while (node < end) {
            switch (tree.kind(node)) {
                case FUNCTION, COMMENT -> node = tree.after(node);
                case CALL, NEW -> {
                    int by = result(node);
                    if (by >= 0) {
                        return by;
                    }
                    node = tree.after(node);
                }
                case BINARY -> node = compares(node) ? tree.after(node) : node + 1;
                case NAME -> {
                    int by = value(node) ? name(node) : -1;
                    if (by >= 0) {
                        return by;
                    }
                    node++;
                }
                default -> node = tree.part(node) == Part.CONDITION ? tree.after(node) : node + 1;
            }
        }
        return -1;
    }

    /** What a call hands out is dirty if it is made of what was dirty. */
    private int result(int call) {
        int callee = tree.child(call, Part.CALLEE);
        int arguments = tree.child(call, Part.ARGUMENTS);
        String path = names.path(callee);
        if (Sinks.CLEANERS.contains(path)) {
            return -1;
        }
        boolean member = tree.is(callee, Kind.MEMBER);
        int property = member ? tree.child(callee, Part.PROPERTY) : -1;
        boolean passes =
                Sinks.PASSING.contains(path)
                        || (property >= 0
                                && Sinks.PASSING_METHODS.contains(tree.text(property, 40)));
        if (passes && arguments >= 0) {
            int by = by(arguments);
            if (by >= 0) {
                return by;
            }
        }
        int function = local(callee);
        if (function >= 0 && returning.contains(function) && arguments >= 0) {
            return by(arguments);
        }
        return member ? by(tree.child(callee, Part.OBJECT)) : -1;
    }

    private int name(int node) {
        String text = tree.text(node, LONGEST);
        Map<String, Integer> own = dirty.get(names.home(node, text));
        return own == null ? -1 : own.getOrDefault(text, -1);
    }

    private boolean value(int name) {
        Part part = tree.part(name);
        return part != Part.PROPERTY
                && part != Part.KEY
                && !(part == Part.TARGET && tree.is(tree.parent(name), Kind.KEYWORD_ARGUMENT));
    }

    /** A comparison holds nothing of what it compares. */
    private boolean compares(int node) {
        int left = tree.child(node, 0);
        int right = tree.child(node, 1);
        if (left < 0 || right < 0) {
            return false;
        }
        for (int at = tree.end(left); at < tree.start(right); at++) {
            byte b = tree.bytes()[at];
            if (b == '=' || b == '<' || b == '>' || b == '!') {
                return true;
            }
        }
        return false;
    }
}
