package io.mcpsf.inspect.start;

import io.mcpsf.inspect.start.StartPlan.Extras;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Failures of the runtime and of installed libraries, as node and python word them. */
final class LibraryTrouble {

    private static final Pattern PYTHON_SDK =
            Pattern.compile(
                    "ImportError: cannot import name '[^'\\n"
                        + "]{1,80}' from (?:partially initialized module )?'mcp[^'\\n"
                        + "]{0,80}'[^\\n"
                        + "]{0,100}|ModuleNotFoundError: No module named 'mcp\\.[^'\\n"
                        + "]{1,80}'|AttributeError: module 'mcp[\\w.]{0,60}' has no attribute"
                        + " '[^'\\n"
                        + "]{1,80}'|AttributeError:"
                        + " '(?:Server|FastMCP|MCPServer|RequestContext|ServerSession)' object has"
                        + " no attribute '[^'\\n"
                        + "]{1,80}'|TypeError: (?:Server|FastMCP|MCPServer)[\\w.]{0,40}\\(\\)[^\\n"
                        + "]{1,120}");
    private static final Pattern PYTHON_OTHER =
            Pattern.compile(
                    "ImportError: cannot import name '([^'\\n"
                            + "]{1,80})' from (?:partially initialized module )?'([\\w.]{1,80})'");
    private static final Pattern NODE_VERSION =
            Pattern.compile(
                    "(?i)\\b(?:requires|needs|minimum|at least|unsupported|must be|use)\\b[^\\n"
                            + ":(]{0,40}\\bnode(?:\\.?js)?\\b(?!:)[^\\n"
                            + "\\d:/]{0,30}v?(\\d{2})\\b|\\bnode(?:\\.?js)? (?:version )?(?:>=|v)?"
                            + " ?(\\d{2})[.\\d]{0,6}\\+? (?:or (?:newer|higher|later|above)|is"
                            + " required|and above)");
    private static final Pattern NATIVE =
            Pattern.compile(
                    "Could not locate the bindings file|Cannot find module '[^'\\n"
                            + "]{0,200}\\.node'|No native build was found for[^\\n"
                            + "]{0,100}|Could not load the \"(\\w{1,40})\" module");
    private static final Pattern OF_PACKAGE =
            Pattern.compile(
                    "node_modules/((?:@[\\w.-]{1,60}/)?[\\w.-]{1,60})/[^\\n']{0,120}\\.node\\b");
    private static final Pattern NODE_NEWER =
            Pattern.compile(
                    "ERR_UNKNOWN_BUILTIN_MODULE|No such built-in module: node:\\w+|The requested"
                        + " module 'node:[\\w/]+' does not provide an"
                        + " export|(?:Promise\\.withResolvers|markAsUncloneable) is not a"
                        + " function|import\\.meta\\.(?:dirname|main)|node: bad option|SyntaxError:"
                        + " Unexpected (?:token|identifier)"
                        + " '(?:with|using)'|(?:styleText|registerHooks|File|WebSocket|navigator|CustomEvent)"
                        + " is not (?:a function|defined)|ERR_UNKNOWN_FILE_EXTENSION[^\\n"
                        + "]{0,80}\\.ts");
    private static final Pattern PYTHON_VERSION =
            Pattern.compile(
                    "(?i)requires?[^\\n"
                            + "]{0,30}python[^\\n"
                            + "\\d]{0,20}(3\\.\\d{1,2})|python (3\\.\\d{1,2})\\+? (?:or"
                            + " (?:newer|higher|later) )?is required");
    private static final Pattern PYTHON_NEWER =
            Pattern.compile(
                    "cannot import name '\\w+' from 'typing'|type parameter|SyntaxError: invalid"
                            + " syntax[^\\n"
                            + "]{0,40}\\n"
                            + "?|module 'datetime' has no attribute 'UTC'");
    private static final Pattern NODE_MISSING =
            Pattern.compile("Cannot find (?:module|package) '([^'\\n]{1,200})'");
    private static final Pattern PYTHON_MISSING =
            Pattern.compile("ModuleNotFoundError: No module named '([^'\\n]{1,100})'");

    /** What a library of another day may have had: a name, a signature, a module. */
    private static final Pattern CHANGED =
            Pattern.compile(
                    "(?m)^"
                        + " {0,8}(?:TypeError|AttributeError|ImportError|SyntaxError|ReferenceError|pydantic[\\w.]{0,60}Error|Error"
                        + " \\[ERR_PACKAGE_PATH_NOT_EXPORTED\\]): [^\\n"
                        + "]{1,300}");

    /** The newest Python SDK whose servers are written as those before it. */
    private static final String BEFORE_THE_BREAK = "mcp<2";

    private LibraryTrouble() {}

    static Optional<Cure> read(String said, String runtime, Extras extras) {
        Matcher sdk = PYTHON_SDK.matcher(said);
        if (sdk.find()) {
            String quote = Diagnosis.quote(sdk.group());
            return Optional.of(
                    extras.constraints().contains(BEFORE_THE_BREAK)
                            ? older(quote, extras)
                            : new Cure.NeedsOtherVersion(BEFORE_THE_BREAK, quote));
        }
        return runtime.equals("python") ? python(said) : node(said);
    }

    private static Optional<Cure> node(String said) {
        if (NATIVE.matcher(said).find()) {
            Matcher of = OF_PACKAGE.matcher(said);
            String name = of.find() ? of.group(1) : "of a dependency";
            return Optional.of(
                    Diagnosis.broken(
                            "the native module %s was not built by the install".formatted(name)));
        }
        Matcher version = NODE_VERSION.matcher(said);
        if (version.find()) {
            String wanted = version.group(1) == null ? version.group(2) : version.group(1);
            return Optional.of(new Cure.NeedsNewerRuntime("node", wanted));
        }
        return NODE_NEWER.matcher(said).find()
                ? Optional.of(new Cure.NeedsNewerRuntime("node", ""))
                : Optional.empty();
    }

    private static Optional<Cure> python(String said) {
        Matcher version = PYTHON_VERSION.matcher(said);
        if (version.find()) {
            String wanted = version.group(1) == null ? version.group(2) : version.group(1);
            return Optional.of(new Cure.NeedsNewerRuntime("python", wanted));
        }
        return PYTHON_NEWER.matcher(said).find()
                ? Optional.of(new Cure.NeedsNewerRuntime("python", ""))
                : Optional.empty();
    }

    /** A dependency that was not installed, or a file that was never built. */
    static Optional<Cure> missing(String said, Extras extras) {
        Matcher other = PYTHON_OTHER.matcher(said);
        if (other.find()) {
            return Optional.of(
                    older(
                            "it needs %s from the library %s, which the installed version does not have"
                                    .formatted(other.group(1), other.group(2)),
                            extras));
        }
        for (Pattern pattern : new Pattern[] {NODE_MISSING, PYTHON_MISSING}) {
            Matcher matcher = pattern.matcher(said);
            if (matcher.find()) {
                String name = matcher.group(1);
                return Optional.of(
                        name.matches(".*(dist|build|lib|out)/.*")
                                ? Diagnosis.broken(
                                        "it was not built: %s is missing".formatted(name))
                                : older(
                                        "its dependency %s is not installed".formatted(name),
                                        extras));
            }
        }
        return Optional.empty();
    }

    /** It broke in a way that libraries of another day may not break in. */
    static Optional<Cure> changed(String said, Extras extras) {
        Matcher changed = CHANGED.matcher(said);
        return changed.find() && !extras.asReleased()
                ? Optional.of(older(Diagnosis.quote(changed.group()), extras))
                : Optional.empty();
    }

    private static Cure older(String said, Extras extras) {
        return extras.asReleased() ? Diagnosis.broken(said) : new Cure.NeedsOlderLibraries(said);
    }
}
