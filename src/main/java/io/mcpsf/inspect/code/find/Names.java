package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Kind;
import io.mcpsf.inspect.code.parser.Language;
import io.mcpsf.inspect.code.parser.Part;
import io.mcpsf.inspect.code.parser.SyntaxTree;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the names of a file stand for: {@code run} may be {@code child_process.exec}. Names belong
 * to functions, so that the single letters of a packed file are told apart.
 */
final class Names {

    /** What Python offers without an import; any other name is the file's own business. */
    private static final Set<String> BUILT_IN =
            Set.of(
                    "eval",
                    "exec",
                    "compile",
                    "open",
                    "getattr",
                    "globals",
                    "__import__",
                    "__builtins__",
                    "builtins",
                    "bytes",
                    "bytearray",
                    "chr",
                    "str",
                    "int",
                    "float",
                    "bool",
                    "len",
                    "dict",
                    "list",
                    "tuple",
                    "isinstance");

    private static final int MOST_STEPS = 24;
    private static final int LONGEST = 120;

    private final SyntaxTree tree;
    private final Language language;
    private final int[] scopes;
    private final Map<Integer, Map<String, String>> known = new HashMap<>();
    private final Map<Integer, Set<String>> parameters = new HashMap<>();

    Names(SyntaxTree tree, Language language) {
        this.tree = tree;
        this.language = language;
        this.scopes = new int[tree.size()];
        for (int node = 1; node < scopes.length; node++) {
            int parent = tree.parent(node);
            scopes[node] = tree.is(parent, Kind.FUNCTION) ? parent : scopes[parent];
        }
        for (int node = 0; node < scopes.length; node++) {
            switch (tree.kind(node)) {
                case IMPORT -> imported(node);
                case IMPORT_FROM -> importedFrom(node);
                case DECLARATION -> bound(node, true);
                case ASSIGNMENT -> bound(node, language == Language.PYTHON);
                default -> {}
            }
        }
    }

    /** The function around a node, or 0. */
    int scope(int node) {
        return scopes[node];
    }

    /** The function that a name belongs to where it is used. */
    int home(int node, String name) {
        int scope = scopes[node];
        while (scope != 0 && !declares(scope, name)) {
            tree.step();
            scope = scopes[scope];
        }
        return scope;
    }

    private boolean declares(int scope, String name) {
        Map<String, String> own = known.get(scope);
        return (own != null && own.containsKey(name)) || parameters(scope).contains(name);
    }

    /** The names of a function's parameters, taken apart. */
    Set<String> parameters(int function) {
        return parameters.computeIfAbsent(
                function,
                f -> {
                    Set<String> names = new HashSet<>();
                    int list = tree.child(f, Part.PARAMETERS);
                    if (list >= 0) {
                        Targets.in(tree, list).forEach(n -> names.add(tree.text(n, LONGEST)));
                    }
                    return names;
                });
    }

    /** The full name of what an expression stands for, or an empty text. */
    String path(int node) {
        return path(node, 0);
    }

    private String path(int node, int steps) {
        if (node < 0 || steps > MOST_STEPS) {
            return "";
        }
        return switch (tree.kind(node)) {
            case NAME -> named(node);
            case MEMBER -> {
                int property = tree.child(node, Part.PROPERTY);
                String of = path(tree.child(node, Part.OBJECT), steps + 1);
                yield property < 0 ? "" : joined(of, tree.text(property, LONGEST));
            }
            case SUBSCRIPT -> {
                String key = Constants.fold(tree, tree.child(node, Part.INDEX));
                String of = path(tree.child(node, 0), steps + 1);
                yield key.isEmpty() ? "" : joined(of, key);
            }
            case AWAIT, PARENTHESES, AS -> path(tree.child(node, 0), steps + 1);
            case SEQUENCE -> {
                int last = -1;
                for (int c = tree.firstChild(node); c >= 0; c = tree.nextSibling(c)) {
                    last = c;
                }
                yield path(last, steps + 1);
            }
            case CALL -> called(node, steps);
            default -> "";
        };
    }

    private String named(int node) {
        String name = tree.text(node, LONGEST);
        int scope = scopes[node];
        while (true) {
            tree.step();
            Map<String, String> own = known.get(scope);
            String stands = own == null ? null : own.get(name);
            if (stands != null) {
                return stands;
            }
            if (scope == 0) {
                return language == Language.PYTHON && !BUILT_IN.contains(name) ? "" : name;
            }
            if (parameters(scope).contains(name)) {
                return "";
            }
            scope = scopes[scope];
        }
    }

    private static String joined(String of, String property) {
        if (of.isEmpty()) {
            return "";
        }
        if (property.equals("default")
                || of.equals("globalThis")
                || of.equals("global")
                || of.equals("window")
                || of.equals("builtins")
                || of.equals("__builtins__")) {
            return property.equals("default") ? of : property;
        }
        return of.length() > LONGEST ? "" : of + "." + property;
    }

    /** What a call hands out: a module, or what was wrapped. */
    private String called(int node, int steps) {
        String callee = path(tree.child(node, Part.CALLEE), steps + 1);
        int arguments = tree.child(node, Part.ARGUMENTS);
        int first = arguments < 0 ? -1 : tree.child(arguments, 0);
        if (tree.is(tree.child(node, Part.CALLEE), Kind.IMPORT_WORD)) {
            return module(Constants.fold(tree, first));
        }
        return switch (callee) {
            case "require", "__import__", "importlib.import_module" ->
                    module(Constants.fold(tree, first));
            case "util.promisify", "promisify", "functools.partial", "Object.freeze" ->
                    path(first, steps + 1);
            case "getattr" ->
                    joined(path(first, steps + 1), Constants.fold(tree, tree.child(arguments, 1)));
            default -> {
                if (callee.endsWith(".bind")) {
                    yield callee.substring(0, callee.length() - 5);
                }
                // What bundlers put around a module that is asked for.
                String inner = tree.is(first, Kind.CALL) ? path(first, steps + 1) : "";
                boolean wrapped =
                        !inner.isEmpty()
                                && path(tree.child(first, Part.CALLEE), steps + 1)
                                        .equals("require");
                yield wrapped ? inner : "";
            }
        };
    }

    static String module(String name) {
        String plain = name.startsWith("node:") ? name.substring(5) : name;
        return switch (plain) {
            case "fs/promises" -> "fs.promises";
            case "dns/promises" -> "dns.promises";
            default -> plain;
        };
    }

    private void imported(int node) {
        if (language == Language.PYTHON) {
            for (int c = tree.firstChild(node); c >= 0; c = tree.nextSibling(c)) {
                if (tree.is(c, Kind.DOTTED_NAME)) {
                    String first = tree.text(tree.firstChild(c), LONGEST);
                    put(node, first, first);
                } else if (tree.is(c, Kind.ALIASED_IMPORT)) {
                    put(node, text(c, Part.ALIAS), text(c, Part.TARGET));
                }
            }
            return;
        }
        String module = module(Constants.fold(tree, tree.child(node, Part.SOURCE)));
        int clause = tree.child(node, Kind.IMPORT_CLAUSE);
        if (clause < 0 || module.isEmpty()) {
            return;
        }
        for (int n = clause + 1; n < tree.after(clause); n++) {
            if (tree.is(n, Kind.IMPORT_SPECIFIER)) {
                String name = text(n, Part.TARGET);
                String alias = text(n, Part.ALIAS);
                put(node, alias.isEmpty() ? name : alias, joined(module, name));
            } else if (tree.is(n, Kind.NAMESPACE_IMPORT)) {
                put(node, tree.text(tree.firstChild(n), LONGEST), module);
            } else if (tree.is(n, Kind.NAME) && tree.parent(n) == clause) {
                put(node, tree.text(n, LONGEST), module);
            }
        }
    }

    private void importedFrom(int node) {
        String module = text(node, Part.SOURCE);
        for (int c = tree.firstChild(node); c >= 0; c = tree.nextSibling(c)) {
            if (tree.part(c) == Part.SOURCE) {
                continue;
            }
            if (tree.is(c, Kind.DOTTED_NAME)) {
                String name = tree.text(c, LONGEST);
                put(node, name, joined(module, name));
            } else if (tree.is(c, Kind.ALIASED_IMPORT)) {
                put(node, text(c, Part.ALIAS), joined(module, text(c, Part.TARGET)));
            }
        }
    }

    private void bound(int node, boolean declares) {
        int target = tree.child(node, Part.TARGET);
        if (target < 0) {
            return;
        }
        String stands = path(tree.child(node, Part.VALUE));
        if (tree.is(target, Kind.NAME)) {
            put(node, declares, tree.text(target, LONGEST), stands);
        } else if (tree.is(target, Kind.OBJECT_TAKEN)) {
            for (int c = tree.firstChild(target); c >= 0; c = tree.nextSibling(c)) {
                if (tree.is(c, Kind.NAME_TAKEN)) {
                    String name = tree.text(c, LONGEST);
                    put(node, declares, name, joined(stands, name));
                } else if (tree.is(c, Kind.PAIR_TAKEN)) {
                    put(node, declares, text(c, Part.VALUE), joined(stands, text(c, Part.KEY)));
                }
            }
        } else if (declares) {
            Targets.in(tree, target).forEach(n -> put(node, true, tree.text(n, LONGEST), ""));
        }
    }

    private void put(int node, String name, String stands) {
        put(node, true, name, stands);
    }

    /** What only assigns changes the name where it was declared. */
    private void put(int node, boolean declares, String name, String stands) {
        if (name.isEmpty() || (!declares && stands.isEmpty())) {
            return;
        }
        int scope = declares ? scopes[node] : home(node, name);
        Map<String, String> own = known.computeIfAbsent(scope, s -> new HashMap<>());
        if (stands.isEmpty()) {
            own.putIfAbsent(name, stands);
        } else {
            own.put(name, stands);
        }
    }

    private String text(int node, Part part) {
        int child = tree.child(node, part);
        return child < 0 ? "" : tree.text(child, LONGEST);
    }
}
