package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Kind;
import io.mcpsf.inspect.code.parser.Language;
import io.mcpsf.inspect.code.parser.Part;
import io.mcpsf.inspect.code.parser.SyntaxTree;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Code that is written so that nobody reads it, or that runs what it was not shipped with. */
final class Oddities {

    private static final int MOST = 40;

    private static final Set<String> RUNS_CODE =
            Set.of(
                    "eval",
                    "exec",
                    "Function",
                    "compile",
                    "vm.runInContext",
                    "vm.runInNewContext",
                    "vm.runInThisContext",
                    "vm.Script",
                    "module._compile",
                    "child_process.exec",
                    "child_process.execSync",
                    "os.system",
                    "setTimeout");

    private static final Set<String> DECODES =
            Set.of(
                    "atob",
                    "unescape",
                    "String.fromCharCode",
                    "String.fromCodePoint",
                    "base64.b64decode",
                    "base64.b32decode",
                    "base64.b85decode",
                    "base64.a85decode",
                    "bytes.fromhex",
                    "bytearray.fromhex",
                    "codecs.decode",
                    "binascii.unhexlify",
                    "binascii.a2b_base64",
                    "zlib.decompress",
                    "zlib.inflateSync",
                    "zlib.gunzipSync",
                    "marshal.loads",
                    "lzma.decompress");

    private static final Set<String> FETCHES =
            Set.of(
                    "fetch",
                    "axios",
                    "axios.get",
                    "got",
                    "node-fetch",
                    "https.get",
                    "http.get",
                    "requests.get",
                    "urllib.request.urlopen",
                    "httpx.get");

    private static final Set<String> WRITES =
            Set.of(
                    "fs.writeFileSync",
                    "fs.writeFile",
                    "fs.promises.writeFile",
                    "fs-extra.writeFile");

    private static final Pattern HEX_NAME = Pattern.compile("_0x[0-9a-f]{4,8}");
    private static final Pattern DOWNLOAD_RUN =
            Pattern.compile(
                    "(?is)\\b(curl|wget|fetch)\\b[^|;&]{0,300}\\|\\s*(sudo\\s+)?(ba|z|da)?sh\\b"
                        + "|\\b(ba)?sh\\s+(-c\\s+)?[\"'<(]*\\$?\\(?\\s*(curl|wget)\\b"
                        + "|\\b(curl|wget)\\b.{0,300}(&&|;)\\s*(chmod\\s+\\+?[0-7x]+|(ba)?sh\\s|\\./)"
                        + "|\\b(iwr|irm|invoke-webrequest|downloadstring)\\b.{0,200}\\b(iex|invoke-expression)\\b"
                        + "|\\biex\\b.{0,100}\\b(iwr|irm|downloadstring)\\b"
                        + "|powershell(\\.exe)?\\s.{0,60}-e(nc|ncodedcommand)?\\s+[A-Za-z0-9+/=]{20,}");

    /** What asks for a password in the system's name, and what shows no window. */
    private static final Pattern HIDDEN_SCRIPT =
            Pattern.compile(
                    "(?is)display dialog.{0,300}hidden answer"
                            + "|powershell.{0,80}-w(?:in|indowstyle)?\\s+hidden"
                            + "|frombase64string.{0,200}(?:iex|invoke-expression)"
                            + "|osascript.{0,200}\\b(?:curl|password)\\b");

    private final SyntaxTree tree;
    private final Language language;
    private final Names names;
    private final Lines lines;
    private final Map<Integer, Map<String, Origin>> origins = new HashMap<>();
    private final List<CodeFindings.Mark> marks = new ArrayList<>();
    private final List<Deed> acts = new ArrayList<>();
    private final Set<String> told = new HashSet<>();
    private final Set<String> files = new HashSet<>();

    /** Where a value comes from that must not be run unseen. */
    private enum Origin {
        DECODED,
        FETCHED
    }

    Oddities(SyntaxTree tree, Language language, Names names, Lines lines) {
        this.tree = tree;
        this.language = language;
        this.names = names;
        this.lines = lines;
    }

    List<CodeFindings.Mark> all() {
        int hexNames = 0;
        int firstHex = -1;
        int nameCount = 0;
        for (int node = 0; node < tree.size() && marks.size() < MOST; node++) {
            switch (tree.kind(node)) {
                case DECLARATION, ASSIGNMENT -> origin(node);
                case CALL, NEW -> call(node);
                case BINARY -> spelled(node);
                case STRING -> written(node);
                case NAME -> {
                    nameCount++;
                    int length = tree.end(node) - tree.start(node);
                    if (length >= 7
                            && length <= 11
                            && tree.bytes()[tree.start(node)] == '_'
                            && HEX_NAME.matcher(tree.text(node, 12)).matches()) {
                        firstHex = hexNames++ == 0 ? node : firstHex;
                    }
                }
                default -> {}
            }
        }
        if (hexNames >= 30 && hexNames * 5 > nameCount) {
            mark("hex-names", hexNames + " names such as " + tree.text(firstHex, 12), firstHex);
        }
        return marks;
    }

    /** What of it runs code that was not shipped in the open. */
    List<Deed> acts() {
        return acts;
    }

    private void origin(int node) {
        int target = tree.child(node, Part.TARGET);
        int value = tree.child(node, Part.VALUE);
        if (!tree.is(target, Kind.NAME) || value < 0) {
            return;
        }
        Origin origin = origin(value, tree.after(value));
        if (origin != null) {
            String name = tree.text(target, 80);
            origins.computeIfAbsent(names.home(target, name), s -> new HashMap<>())
                    .put(name, origin);
        }
    }

    /** The origin of what an expression holds, itself or through a name. */
    private @Nullable Origin origin(int from, int to) {
        int node = from;
        while (node < to) {
            switch (tree.kind(node)) {
                case FUNCTION -> node = tree.after(node);
                case CALL -> {
                    String path = names.path(tree.child(node, Part.CALLEE));
                    if (DECODES.contains(path) || buffer(node, path)) {
                        return Origin.DECODED;
                    }
                    if (FETCHES.contains(path)) {
                        return Origin.FETCHED;
                    }
                    node++;
                }
                case NAME -> {
                    if (tree.part(node) != Part.PROPERTY && tree.part(node) != Part.KEY) {
                        String name = tree.text(node, 80);
                        Map<String, Origin> own = origins.get(names.home(node, name));
                        Origin known = own == null ? null : own.get(name);
                        if (known != null) {
                            return known;
                        }
                    }
                    node++;
                }
                default -> node++;
            }
        }
        return null;
    }

    private boolean buffer(int call, String path) {
        if (!path.equals("Buffer.from") && !path.equals("Buffer")) {
            return false;
        }
        int arguments = tree.child(call, Part.ARGUMENTS);
        String coding = arguments < 0 ? "" : Constants.fold(tree, tree.child(arguments, 1));
        return coding.equals("base64") || coding.equals("hex") || coding.equals("base64url");
    }

    private void call(int node) {
        int callee = tree.child(node, Part.CALLEE);
        int arguments = tree.child(node, Part.ARGUMENTS);
        if (callee < 0 || arguments < 0) {
            return;
        }
        String path = names.path(callee);
        if (path.isEmpty()) {
            return;
        }
        if (path.equals("eval") && packed(arguments)) {
            mark("packed", "a packer's eval(function(p,a,c,k,e,…))", node);
            return;
        }
        dropped(node, path, arguments);
        if (RUNS_CODE.contains(path)) {
            // A function that is given is code in the open.
            int first = tree.child(arguments, 0);
            if (first >= 0 && !(path.equals("setTimeout") && tree.is(first, Kind.FUNCTION))) {
                // Behind the code of a timer stands only how long it waits.
                int last = path.equals("setTimeout") ? first : arguments;
                Origin origin = origin(first, tree.after(last));
                if (origin == Origin.DECODED) {
                    mark("decoded-run", path + " of decoded data", node);
                } else if (origin == Origin.FETCHED) {
                    mark("download-run", path + " of downloaded data", node);
                }
            }
        }
        if (path.equals("String.fromCharCode")
                || path.equals("bytes")
                || path.equals("bytearray")) {
            int numbers = numbers(arguments);
            if (numbers >= 40) {
                mark("char-codes", numbers + " numbers that spell a text", node);
            }
        }
    }

    /** What was fetched is written to a file, and the file is run. */
    private void dropped(int node, String path, int arguments) {
        if (WRITES.contains(path)) {
            int file = tree.child(arguments, 0);
            int content = tree.child(arguments, 1);
            if (tree.is(file, Kind.NAME)
                    && content >= 0
                    && origin(content, tree.after(content)) == Origin.FETCHED) {
                files.add(tree.text(file, 80));
            }
        } else if (!files.isEmpty()
                && Catalogue.power(language, path).filter(p -> p == Power.PROCESS).isPresent()) {
            for (int n = arguments; n < tree.after(arguments); n++) {
                if (tree.is(n, Kind.NAME) && files.contains(tree.text(n, 80))) {
                    mark("download-run", "runs a downloaded file", node);
                    return;
                }
            }
        }
    }

    private boolean packed(int arguments) {
        String text = tree.text(arguments, 60).replace(" ", "");
        return text.startsWith("(function(p,a,c,k,e,");
    }

    private int numbers(int arguments) {
        int count = 0;
        for (int n = arguments; n < tree.after(arguments) && count < 1_000; n++) {
            count += tree.is(n, Kind.NUMBER) ? 1 : 0;
        }
        return count;
    }

    private void spelled(int node) {
        if (tree.is(tree.parent(node), Kind.BINARY) || tree.end(node) - tree.start(node) > 200) {
            return;
        }
        String text = Constants.fold(tree, node);
        if (Finder.HIDDEN_NAMES.contains(Names.module(text))) {
            mark("spelled-name", "spells " + text + " in pieces", node);
        }
    }

    /** Escapes for plain letters, and commands that fetch and run. */
    private void written(int node) {
        if (tree.is(tree.parent(node), Kind.STRING)) {
            return;
        }
        int bytes = tree.end(node) - tree.start(node);
        if (bytes < 12 || bytes > 100_000) {
            return;
        }
        int escapes = 0;
        int stop = Math.min(tree.after(node), node + 2_000);
        for (int n = node + 1; n < stop; n++) {
            if (tree.is(n, Kind.ESCAPE) && tree.end(n) - tree.start(n) >= 4) {
                String letter = Constants.escaped(tree.text(n, 12));
                escapes += letter.matches("[A-Za-z0-9/._:-]") ? 1 : 0;
            }
        }
        if (escapes >= 20) {
            mark("escaped-text", escapes + " plain letters written as escapes", node);
        }
        if (bytes < 8_000 && mentions(node)) {
            String text = tree.text(node, 8_000);
            if (DOWNLOAD_RUN.matcher(text).find() && given(node)) {
                mark("download-run", "a command that downloads and runs code", node);
            }
            if (HIDDEN_SCRIPT.matcher(text).find() && given(node)) {
                acts.add(new Deed("script", "a hidden script of the system", node));
            }
        }
    }

    /** A quick look before the slow one. */
    private boolean mentions(int node) {
        String text = tree.text(node, 8_000);
        return text.contains("curl ")
                || text.contains("wget ")
                || text.contains("iwr ")
                || text.contains("irm ")
                || text.contains("ownload")
                || text.contains("powershell")
                || text.contains("osascript")
                || text.contains("hidden");
    }

    /** Only what is given to something that runs it: help texts show such lines too. */
    private boolean given(int node) {
        int at = node;
        for (int steps = 0; steps < 6 && at > 0; steps++) {
            at = tree.parent(at);
            if (tree.is(at, Kind.CALL)) {
                String path = names.path(tree.child(at, Part.CALLEE));
                return Catalogue.power(language, path).filter(p -> p == Power.PROCESS).isPresent();
            }
        }
        return false;
    }

    private void mark(String kind, String detail, int node) {
        int line = lines.of(tree.start(node));
        if (kind.endsWith("-run")) {
            acts.add(new Deed(kind, detail, node));
        }
        if (told.add(kind + line)) {
            marks.add(
                    new CodeFindings.Mark(
                            kind, CodeExcerpt.word(detail), line, CodeExcerpt.of(tree, node)));
        }
    }
}
