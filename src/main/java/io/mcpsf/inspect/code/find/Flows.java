package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Kind;
import io.mcpsf.inspect.code.parser.Language;
import io.mcpsf.inspect.code.parser.Part;
import io.mcpsf.inspect.code.parser.SyntaxTree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The ways from what a caller says to a dangerous call, within one file. */
final class Flows {

    private static final int MOST = 40;
    private static final Pattern STATEMENT =
            Pattern.compile(
                    "(?i)\\b(select\\b.*\\bfrom|insert\\s+into|update\\b.*\\bset|delete\\s+from"
                            + "|drop\\s+table|pragma\\s)",
                    Pattern.DOTALL);
    private static final Pattern SHELL = Pattern.compile("shell\\s*[:=]\\s*(true|True|1|['\"`])");

    private final SyntaxTree tree;
    private final Language language;
    private final Names names;
    private final Handlers handlers;
    private final Taint taint;
    private final Lines lines;

    Flows(SyntaxTree tree, Language language, Names names, Lines lines) {
        this.tree = tree;
        this.language = language;
        this.names = names;
        this.lines = lines;
        this.handlers = new Handlers(tree, language);
        this.taint = new Taint(tree, names, handlers);
    }

    List<CodeFindings.Flow> all() {
        List<CodeFindings.Flow> all = new ArrayList<>();
        if (!taint.any()) {
            return all;
        }
        Set<String> told = new HashSet<>();
        for (int node = 0; node < tree.size() && all.size() < MOST; node++) {
            if (tree.is(node, Kind.CALL) || tree.is(node, Kind.NEW)) {
                flow(node)
                        .filter(f -> told.add(f.family() + f.sink() + f.line()))
                        .ifPresent(all::add);
            }
        }
        return all;
    }

    private Optional<CodeFindings.Flow> flow(int call) {
        int callee = tree.child(call, Part.CALLEE);
        int arguments = tree.child(call, Part.ARGUMENTS);
        int first = arguments < 0 ? -1 : tree.child(arguments, 0);
        if (language == Language.PYTHON && tree.is(callee, Kind.MEMBER)) {
            int method = tree.child(callee, Part.PROPERTY);
            int by = taint.by(tree.child(callee, Part.OBJECT));
            if (by >= 0 && method >= 0 && Sinks.PATH_METHODS.contains(tree.text(method, 40))) {
                return told("path", tree.text(method, 40), call, by);
            }
        }
        if (first < 0) {
            return Optional.empty();
        }
        String path = names.path(callee);
        Sinks.Sink sink = Sinks.of(language).get(path);
        if (sink == null) {
            return statement(call, callee, first);
        }
        int by = taint.by(first);
        boolean shell =
                sink.argv()
                        && (SHELL.matcher(tree.text(arguments, 4_000)).find()
                                || Sinks.SHELLS.contains(program(first)));
        if (by >= 0) {
            boolean listed = tree.is(first, Kind.ARRAY);
            String family =
                    sink.argv() && listed && !shell && taint.by(tree.child(first, 0)) < 0
                            ? "argument"
                            : sink.family();
            return told(family, path, call, by);
        }
        if (sink.argv()) {
            int second = tree.child(arguments, 1);
            int also = taint.by(second);
            if (also >= 0) {
                return told(shell ? "command" : "argument", path, call, also);
            }
        }
        return Optional.empty();
    }

    /** The program that is started, where it stands there. */
    private String program(int first) {
        return Constants.fold(tree, tree.is(first, Kind.ARRAY) ? tree.child(first, 0) : first);
    }

    /** A statement that is put together with what the caller says. */
    private Optional<CodeFindings.Flow> statement(int call, int callee, int first) {
        if (!tree.is(callee, Kind.MEMBER)) {
            return Optional.empty();
        }
        int method = tree.child(callee, Part.PROPERTY);
        if (method < 0 || !Sinks.STATEMENTS.contains(tree.text(method, 40))) {
            return Optional.empty();
        }
        boolean built =
                tree.is(first, Kind.BINARY)
                        || (tree.is(first, Kind.STRING)
                                && tree.child(first, Kind.SUBSTITUTION) >= 0)
                        || tree.is(first, Kind.CALL);
        if (!built || !STATEMENT.matcher(tree.text(first, 2_000)).find()) {
            return Optional.empty();
        }
        int by = taint.by(first);
        return by < 0 ? Optional.empty() : told("sql", tree.text(method, 40), call, by);
    }

    private Optional<CodeFindings.Flow> told(String family, String sink, int call, int handler) {
        Map<Integer, String> tools = handlers.found();
        return Optional.of(
                new CodeFindings.Flow(
                        family,
                        CodeExcerpt.word(tools.getOrDefault(handler, "")),
                        sink,
                        lines.of(tree.start(call)),
                        CodeExcerpt.of(tree, call),
                        lines.of(tree.start(handler))));
    }
}
