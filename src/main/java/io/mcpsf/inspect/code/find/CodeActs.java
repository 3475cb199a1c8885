package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Kind;
import io.mcpsf.inspect.code.parser.Language;
import io.mcpsf.inspect.code.parser.Part;
import io.mcpsf.inspect.code.parser.SyntaxTree;
import io.mcpsf.model.CodeAct;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What one file would do if it were run: every call that matters, with its line and what it is
 * given. Comments and texts are not code, and a name that stands for something else is not what it
 * is called.
 */
public final class CodeActs {

    private static final int MOST = 500;
    private static final int LONGEST = 300;

    /** Functions that may be handed on under another name. */
    private static final Set<String> HANDED_ON = Set.of("eval", "exec", "compile", "os.system");

    private static final Set<String> INTERNALS =
            Set.of(
                    "__subclasses__",
                    "__globals__",
                    "__builtins__",
                    "__code__",
                    "__closure__",
                    "gi_frame",
                    "cr_frame",
                    "f_globals",
                    "f_builtins",
                    "mainModule");

    private final SyntaxTree tree;
    private final Language language;
    private final Names names;
    private final ConstantNames constants;
    private final Lines lines;
    private final Set<String> own;
    private final List<CodeAct> acts = new ArrayList<>();
    private final Set<CodeAct> told = new HashSet<>();

    private CodeActs(SyntaxTree tree, Language language) {
        this.tree = tree;
        this.language = language;
        this.names = new Names(tree, language);
        this.constants = new ConstantNames(tree, names);
        this.lines = new Lines(tree.bytes());
        // Python's are only there behind their definition, and the built-in one before.
        this.own = language == Language.PYTHON ? Set.of() : hoisted();
    }

    /** In the order of the text. Hidden characters are looked for in its bytes. */
    public static List<CodeAct> in(SyntaxTree tree, Language language) {
        var all = new CodeActs(tree, language);
        all.walk();
        List<CodeFindings.Mark> marks =
                new ArrayList<>(new Oddities(tree, language, all.names, all.lines).all());
        marks.addAll(new Concealed(tree.bytes()).all());
        marks.forEach(mark -> all.hides(mark));
        return List.copyOf(all.acts);
    }

    /** What is hidden in text of a language without a grammar here. */
    public static List<CodeAct> concealedIn(byte[] text) {
        return new Concealed(text)
                .all().stream()
                        .map(
                                mark ->
                                        new CodeAct(
                                                CodeAct.Kind.HIDES,
                                                mark.line(),
                                                mark.kind(),
                                                mark.detail(),
                                                false))
                        .toList();
    }

    private void hides(CodeFindings.Mark mark) {
        acts.add(new CodeAct(CodeAct.Kind.HIDES, mark.line(), mark.kind(), mark.detail(), false));
    }

    /** What JavaScript calls by these names wherever it stands in the file. */
    private Set<String> hoisted() {
        var hoisted = new HashSet<String>();
        for (int node = 1; node < tree.size(); node++) {
            if (tree.is(node, Kind.FUNCTION)
                    && (tree.parent(node) == 0 || tree.parent(tree.parent(node)) == 0)) {
                int name = tree.child(node, Part.TARGET);
                if (name >= 0) {
                    hoisted.add(tree.text(name, LONGEST));
                }
            }
        }
        return hoisted;
    }

    private void walk() {
        for (int node = 0; node < tree.size() && acts.size() < MOST; node++) {
            switch (tree.kind(node)) {
                case CALL, NEW -> called(node);
                case MEMBER -> internals(node);
                case NAME -> handedOn(node);
                default -> {}
            }
        }
    }

    private void called(int node) {
        int callee = tree.child(node, Part.CALLEE);
        int arguments = tree.child(node, Part.ARGUMENTS);
        String path = own.contains(names.path(callee)) ? "" : names.path(callee);
        if (path.equals("setTimeout") || path.equals("setInterval")) {
            int first = argument(arguments, 0, "");
            if (tree.is(first, Kind.STRING)) {
                act(CodeAct.Kind.RUNS_TEXT, node, path, -1);
            }
            return;
        }
        if (path.endsWith(".constructor.constructor") || twice(callee)) {
            act(CodeAct.Kind.REACHES_INTERNALS, node, "constructor.constructor", -1);
            return;
        }
        var done = ActCatalogue.of(language, path);
        if (done.isPresent()) {
            known(node, path, arguments, done.get());
        } else if (tree.is(callee, Kind.MEMBER)) {
            method(node, callee, arguments);
        }
    }

    private void known(int node, String path, int arguments, ActCatalogue.Done done) {
        int given = argument(arguments, done.argument(), "url");
        switch (done.kind()) {
            case READS_FILE -> {
                CodeAct.Kind kind =
                        writes(path, arguments) ? CodeAct.Kind.WRITES_FILE : done.kind();
                if (constants.text(given).matches("(?s)(https?|ftp|s3)://.*")) {
                    act(CodeAct.Kind.CONNECTS, node, path, given);
                } else {
                    act(kind, node, path, given);
                    second(node, path, arguments);
                }
            }
            case WRITES_FILE -> {
                act(done.kind(), node, path, given);
                second(node, path, arguments);
            }
            case RENDERS_TEXT -> {
                if (constants.text(given).isEmpty() || constants.open(given)) {
                    boolean outside = given >= 0 && constants.outside(given);
                    act(
                            outside ? CodeAct.Kind.RENDERS_INPUT : CodeAct.Kind.RENDERS_TEXT,
                            node,
                            path,
                            -1);
                }
            }
            case CONNECTS -> act(done.kind(), node, path, place(given));
            default -> act(done.kind(), node, path, given);
        }
    }

    /** Where copies and new names go to. */
    private void second(int node, String path, int arguments) {
        String last = path.substring(path.lastIndexOf('.') + 1);
        if (last.matches(
                "copy\\w*|cp(Sync)?|move|rename(Sync)?|replace|symlink(Sync)?|link(Sync)?")) {
            int to = argument(arguments, 1, "dst");
            if (!constants.text(to).isEmpty()) {
                act(CodeAct.Kind.WRITES_FILE, node, path, to);
            }
        }
    }

    /** Host and port may come as a pair. */
    private int place(int given) {
        return tree.is(given, Kind.ARRAY) ? tree.child(given, 0) : given;
    }

    private void method(int node, int callee, int arguments) {
        int property = tree.child(callee, Part.PROPERTY);
        String name = property < 0 ? "" : tree.text(property, LONGEST);
        int first = argument(arguments, 0, "");
        if (ActCatalogue.WRITERS.contains(name) && language == Language.PYTHON) {
            if (!constants.text(first).isEmpty()) {
                act(CodeAct.Kind.WRITES_FILE, node, name, first);
            }
        } else if (name.equals("from_string")
                && first >= 0
                && constants.text(first).isEmpty()
                && imports("jinja2")) {
            act(
                    constants.outside(first)
                            ? CodeAct.Kind.RENDERS_INPUT
                            : CodeAct.Kind.RENDERS_TEXT,
                    node,
                    "jinja2.Environment.from_string",
                    -1);
        }
    }

    private boolean imports(String module) {
        for (int node = 0; node < tree.size(); node++) {
            if ((tree.is(node, Kind.IMPORT) || tree.is(node, Kind.IMPORT_FROM))
                    && tree.text(node, LONGEST).contains(module)) {
                return true;
            }
        }
        return false;
    }

    /** {@code x.constructor.constructor(…)} makes a function of text, whatever x is. */
    private boolean twice(int callee) {
        int inner = tree.is(callee, Kind.MEMBER) ? tree.child(callee, Part.OBJECT) : -1;
        return tree.is(inner, Kind.MEMBER)
                && tree.reads(tree.child(callee, Part.PROPERTY), "constructor")
                && tree.reads(tree.child(inner, Part.PROPERTY), "constructor");
    }

    private void internals(int node) {
        int property = tree.child(node, Part.PROPERTY);
        if (property >= 0 && INTERNALS.contains(tree.text(property, 40))) {
            boolean itsOwn = language == Language.PYTHON != tree.reads(property, "mainModule");
            if (itsOwn) {
                act(CodeAct.Kind.REACHES_INTERNALS, node, tree.text(property, 40), -1);
            }
        }
    }

    /** {@code map(eval, lines)}: not called here, and called all the same. */
    private void handedOn(int node) {
        int parent = tree.parent(node);
        boolean value =
                tree.is(parent, Kind.ARGUMENTS)
                        || tree.is(parent, Kind.ARRAY)
                        || (tree.part(node) == Part.VALUE && !tree.is(parent, Kind.PARAMETER));
        if (value && tree.part(node) != Part.PROPERTY) {
            String path = names.path(node);
            if (HANDED_ON.contains(path) && path.equals(tree.text(node, LONGEST))) {
                act(CodeAct.Kind.RUNS_TEXT, node, path, -1);
            }
        }
    }

    /** Whether an open is for writing: its mode says so. */
    private boolean writes(String path, int arguments) {
        if (!path.matches("open|io\\.open|codecs\\.open|aiofiles\\.open|fs\\.open(Sync)?")) {
            return false;
        }
        String mode = constants.text(argument(arguments, 1, "mode"));
        return mode.matches("[rwaxbt+U]{1,4}") && mode.matches(".*[wax+].*");
    }

    /** An argument by its place, or by its name in Python; -1 when it is not given. */
    private int argument(int arguments, int place, String name) {
        if (arguments < 0) {
            return -1;
        }
        int left = place;
        for (int c = tree.firstChild(arguments); c >= 0; c = tree.nextSibling(c)) {
            if (tree.is(c, Kind.KEYWORD_ARGUMENT)) {
                int key = tree.child(c, Part.TARGET);
                if (!name.isEmpty() && key >= 0 && tree.reads(key, name)) {
                    return tree.child(c, Part.VALUE);
                }
            } else if (!tree.is(c, Kind.COMMENT) && left-- == 0) {
                return c;
            }
        }
        return -1;
    }

    private void act(CodeAct.Kind kind, int node, String via, int target) {
        String text = target < 0 ? "" : constants.text(target);
        var act =
                new CodeAct(
                        kind,
                        lines.of(tree.start(node)),
                        CodeExcerpt.word(via),
                        text.substring(0, Math.min(text.length(), LONGEST)),
                        target >= 0 && constants.open(target));
        if (told.add(act)) {
            acts.add(act);
        }
    }
}
