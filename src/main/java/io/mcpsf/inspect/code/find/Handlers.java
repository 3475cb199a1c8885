package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Kind;
import io.mcpsf.inspect.code.parser.Language;
import io.mcpsf.inspect.code.parser.Part;
import io.mcpsf.inspect.code.parser.SyntaxTree;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The functions that are called with what a client of the server says. */
final class Handlers {

    private static final int LONGEST = 120;

    /** How the official libraries and the common ones beside them register a tool. */
    private static final Set<String> REGISTERS =
            Set.of("tool", "registerTool", "addTool", "setRequestHandler", "Tool", "add_tool");

    private static final Set<String> HANDLER_KEYS =
            Set.of("handler", "execute", "run", "call", "callback", "handle", "invoke", "cb");

    private static final Set<String> TOOL_KEYS =
            Set.of("inputSchema", "parameters", "schema", "input_schema", "paramsSchema", "args");

    private static final Pattern BY_NAME =
            Pattern.compile("(?i)_?(handle|execute|run|call|invoke|dispatch)_?tool(_?call)?");

    private static final Pattern DECORATOR =
            Pattern.compile("@\\s*(\\w+\\.)*(tool|call_tool)\\s*(\\(|$)", Pattern.MULTILINE);

    private final SyntaxTree tree;
    private final Map<String, Integer> functions = new HashMap<>();
    private final Map<Integer, String> found = new LinkedHashMap<>();

    Handlers(SyntaxTree tree, Language language) {
        this.tree = tree;
        for (int node = 0; node < tree.size(); node++) {
            if (tree.is(node, Kind.FUNCTION)) {
                String name = name(node);
                if (!name.isEmpty()) {
                    functions.putIfAbsent(name, node);
                }
            }
        }
        for (int node = 0; node < tree.size(); node++) {
            switch (tree.kind(node)) {
                case CALL -> registered(node);
                case OBJECT -> described(node);
                case FUNCTION -> {
                    if (BY_NAME.matcher(name(node)).matches()) {
                        found.putIfAbsent(node, "");
                    }
                }
                case DECORATED -> decorated(node);
                default -> {}
            }
        }
    }

    /** Each handler and the name of its tool, where it is said. */
    Map<Integer, String> found() {
        return found;
    }

    /** The function with that name in this file, or -1. */
    int function(String name) {
        return functions.getOrDefault(name, -1);
    }

    /** The name of a function, its own or that of the variable or key that holds it. */
    private String name(int function) {
        int own = tree.child(function, Part.TARGET);
        if (own >= 0) {
            return tree.text(own, LONGEST);
        }
        int parent = tree.parent(function);
        int holder =
                parent >= 0
                                && (tree.is(parent, Kind.DECLARATION)
                                        || tree.is(parent, Kind.ASSIGNMENT)
                                        || tree.is(parent, Kind.FIELD))
                        ? tree.child(parent, Part.TARGET)
                        : -1;
        if (tree.is(parent, Kind.FIELD) && holder < 0) {
            holder = tree.child(parent, Part.PROPERTY);
        }
        if (tree.is(holder, Kind.MEMBER)) {
            holder = tree.child(holder, Part.PROPERTY);
        }
        return holder < 0 ? "" : tree.text(holder, LONGEST);
    }

    private void registered(int call) {
        int callee = tree.child(call, Part.CALLEE);
        int word = tree.is(callee, Kind.MEMBER) ? tree.child(callee, Part.PROPERTY) : callee;
        if (!tree.is(word, Kind.NAME) || !REGISTERS.contains(tree.text(word, 40))) {
            return;
        }
        int arguments = tree.child(call, Part.ARGUMENTS);
        String tool = arguments < 0 ? "" : Constants.fold(tree, tree.child(arguments, 0));
        for (int a = tree.firstChild(arguments); a >= 0; a = tree.nextSibling(a)) {
            int function = tree.is(a, Kind.KEYWORD_ARGUMENT) ? tree.child(a, Part.VALUE) : a;
            function(function, tool);
        }
    }

    private void function(int node, String tool) {
        if (tree.is(node, Kind.FUNCTION)) {
            found.putIfAbsent(node, tool);
        } else if (tree.is(node, Kind.NAME)) {
            int known = function(tree.text(node, LONGEST));
            if (known >= 0) {
                found.putIfAbsent(known, tool);
            }
        }
    }

    /** An object that says its name, what it wants and what it does is a tool. */
    private void described(int object) {
        String tool = "";
        boolean schema = false;
        int handler = -1;
        for (int c = tree.firstChild(object); c >= 0; c = tree.nextSibling(c)) {
            int key = tree.child(c, tree.is(c, Kind.FUNCTION) ? Part.TARGET : Part.KEY);
            String word = key < 0 ? tree.text(c, 40) : tree.text(key, 40);
            if (TOOL_KEYS.contains(word)) {
                schema = true;
            } else if (HANDLER_KEYS.contains(word)) {
                handler = tree.is(c, Kind.PAIR) ? tree.child(c, Part.VALUE) : c;
            } else if (word.equals("name")) {
                tool = Constants.fold(tree, tree.child(c, Part.VALUE));
            }
        }
        if (schema && handler >= 0) {
            function(handler, tool);
        }
    }

    private void decorated(int node) {
        int function = tree.child(node, Part.DEFINITION);
        if (!tree.is(function, Kind.FUNCTION)) {
            return;
        }
        for (int c = tree.firstChild(node); c >= 0; c = tree.nextSibling(c)) {
            if (tree.is(c, Kind.DECORATOR) && DECORATOR.matcher(tree.text(c, 200)).find()) {
                found.putIfAbsent(function, name(function));
            }
        }
    }
}
