package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Kind;
import io.mcpsf.inspect.code.parser.Language;
import io.mcpsf.inspect.code.parser.Part;
import io.mcpsf.inspect.code.parser.SyntaxTree;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one file. */
public final class Finder {

    /** Names that are spelled in pieces only to be overlooked. */
    public static final Set<String> HIDDEN_NAMES =
            Set.of(
                    "child_process",
                    "eval",
                    "exec",
                    "execSync",
                    "spawn",
                    "Function",
                    "subprocess",
                    "system",
                    "popen",
                    "constructor",
                    "__import__",
                    "b64decode",
                    "fromCharCode",
                    "/bin/sh",
                    "/bin/bash",
                    "powershell");

    /** Beyond this share of errors it is not the language that it was taken for. */
    private static final double NOT_CODE = 0.4;

    private final SyntaxTree tree;
    private final Language language;
    private final Names names;
    private final Lines lines;
    private final Map<Power, CodeFindings.Use> powers = new EnumMap<>(Power.class);

    private Finder(SyntaxTree tree, Language language) {
        this.tree = tree;
        this.language = language;
        this.names = new Names(tree, language);
        this.lines = new Lines(tree.bytes());
    }

    /**
     * What is in a file. Flows and words are looked for in the server's {@code own} code: nobody
     * calls a library's handlers.
     */
    public static CodeFindings in(SyntaxTree tree, Language language, boolean own) {
        if (tree.nonsense() > NOT_CODE) {
            return CodeFindings.nothing();
        }
        var finder = new Finder(tree, language);
        finder.powers();
        List<CodeFindings.Flow> flows =
                own ? new Flows(tree, language, finder.names, finder.lines).all() : List.of();
        var oddities = new Oddities(tree, language, finder.names, finder.lines);
        List<CodeFindings.Mark> marks = new ArrayList<>(oddities.all());
        List<Deed> acts = new ArrayList<>(oddities.acts());
        if (own) {
            marks.addAll(new TextFindings(tree, finder.lines).all());
            List<Deed> collecting = new Collecting(tree, language, finder.names).all();
            collecting.stream().limit(1).forEach(act -> marks.add(finder.mark(act)));
            acts.addAll(collecting);
        }
        for (Deed act : new Ambush(tree, finder.names).waiting(acts)) {
            marks.add(finder.mark(act));
        }
        return new CodeFindings(finder.powers, flows, marks);
    }

    private CodeFindings.Mark mark(Deed act) {
        return new CodeFindings.Mark(
                act.kind(),
                CodeExcerpt.word(act.what()),
                lines.of(tree.start(act.node())),
                CodeExcerpt.of(tree, act.node()));
    }

    /** The modules and functions, by their full names, that are known to give a power. */
    public static Set<String> knownNames(Language language) {
        return Catalogue.names(language);
    }

    /** What no syntax tree shows. */
    public static List<CodeFindings.Mark> concealed(byte[] text) {
        return new Concealed(text).all();
    }

    private void powers() {
        for (int node = 0; node < tree.size(); node++) {
            switch (tree.kind(node)) {
                case IMPORT, IMPORT_FROM -> imported(node);
                case CALL, NEW -> called(node);
                case MEMBER -> {
                    int property = tree.child(node, Part.PROPERTY);
                    if (property >= 0
                            && (tree.reads(property, "env") || tree.reads(property, "environ"))) {
                        use(names.path(node), node);
                    }
                }
                default -> {}
            }
        }
    }

    private void imported(int node) {
        if (language == Language.PYTHON) {
            int source = tree.child(node, Part.SOURCE);
            if (source >= 0) {
                use(tree.text(source, 80), node);
                return;
            }
            for (int c = tree.firstChild(node); c >= 0; c = tree.nextSibling(c)) {
                int name = tree.is(c, Kind.ALIASED_IMPORT) ? tree.child(c, Part.TARGET) : c;
                if (name >= 0) {
                    use(tree.text(name, 80), node);
                }
            }
            return;
        }
        use(Names.module(Constants.fold(tree, tree.child(node, Part.SOURCE))), node);
    }

    private void called(int node) {
        int callee = tree.child(node, Part.CALLEE);
        String path = names.path(callee);
        if (path.equals("require") || tree.is(callee, Kind.IMPORT_WORD)) {
            int arguments = tree.child(node, Part.ARGUMENTS);
            int first = arguments < 0 ? -1 : tree.child(arguments, 0);
            String module = Names.module(Constants.fold(tree, first));
            if (module.endsWith(".node")) {
                use(Power.NATIVE, module, node);
            } else if (!module.isEmpty()) {
                use(module, node);
            }
            return;
        }
        use(path, node);
    }

    private void use(String path, int node) {
        if (!path.isEmpty()) {
            Optional<Power> power = Catalogue.power(language, path);
            power.ifPresent(p -> use(p, path, node));
        }
    }

    private void use(Power power, String via, int node) {
        CodeFindings.Use known = powers.get(power);
        powers.put(
                power,
                known == null
                        ? new CodeFindings.Use(
                                CodeExcerpt.word(via),
                                lines.of(tree.start(node)),
                                CodeExcerpt.of(tree, node),
                                1)
                        : new CodeFindings.Use(
                                known.via(), known.line(), known.excerpt(), known.times() + 1));
    }
}
