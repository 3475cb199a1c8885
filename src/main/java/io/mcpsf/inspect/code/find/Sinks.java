package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Language;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Calls that must not be given a stranger's words as they are. */
final class Sinks {

    /**
     * What is done with the first argument; {@code argv} says that the second is a list of them.
     */
    record Sink(String family, boolean argv) {}

    private static final Map<String, Sink> NODE = node();
    private static final Map<String, Sink> PYTHON = python();

    /** Methods that take a statement of a database, whatever the object is called. */
    static final Set<String> STATEMENTS =
            Set.of("query", "execute", "raw", "prepare", "all", "run", "get", "executescript");

    /** Methods of a path of Python. */
    static final Set<String> PATH_METHODS =
            Set.of("read_text", "read_bytes", "write_text", "write_bytes", "unlink", "rmdir");

    /** Programs that take a command line. */
    static final Set<String> SHELLS = Set.of("sh", "bash", "/bin/sh", "/bin/bash", "zsh", "cmd");

    /** What comes out of these is no longer the caller's text, or no longer dangerous. */
    static final Set<String> CLEANERS =
            Set.of(
                    "parseInt",
                    "parseFloat",
                    "Number",
                    "Boolean",
                    "encodeURIComponent",
                    "path.basename",
                    "os.path.basename",
                    "int",
                    "float",
                    "bool",
                    "len",
                    "shlex.quote",
                    "urllib.parse.quote",
                    "isinstance",
                    "Date",
                    "Math.min",
                    "Math.max");

    /** What comes out of these is what went in. */
    static final Set<String> PASSING =
            Set.of(
                    "String",
                    "JSON.parse",
                    "JSON.stringify",
                    "path.join",
                    "path.resolve",
                    "path.normalize",
                    "Object.assign",
                    "Object.values",
                    "Array.from",
                    "URL",
                    "str",
                    "dict",
                    "list",
                    "tuple",
                    "os.path.join",
                    "os.path.abspath",
                    "os.path.expanduser",
                    "pathlib.Path",
                    "json.loads",
                    "json.dumps",
                    "base64.b64decode",
                    "bytes",
                    "bytes.fromhex",
                    "codecs.decode",
                    "urllib.parse.unquote",
                    "Buffer.from",
                    "atob",
                    "decodeURIComponent");

    /** Methods that hand on what they are given: checks of a schema above all. */
    static final Set<String> PASSING_METHODS =
            Set.of("parse", "safeParse", "parseAsync", "validate", "model_validate", "format");

    private Sinks() {}

    static Map<String, Sink> of(Language language) {
        return language == Language.PYTHON ? PYTHON : NODE;
    }

    private static Map<String, Sink> node() {
        Map<String, Sink> all = new HashMap<>();
        put(all, "command", false, "child_process.exec child_process.execSync shelljs.exec");
        put(
                all,
                "command",
                true,
                "child_process.spawn child_process.spawnSync child_process.execFile"
                        + " child_process.execFileSync child_process.fork execa execa.execa"
                        + " cross-spawn execa.execaCommand Bun.spawn");
        put(
                all,
                "code",
                false,
                "eval Function vm.runInContext vm.runInNewContext vm.runInThisContext vm.Script");
        for (String module : List.of("fs", "fs.promises", "fs-extra")) {
            for (String call :
                    ("readFile readFileSync writeFile writeFileSync appendFile appendFileSync"
                                    + " unlink unlinkSync rm rmSync createReadStream"
                                    + " createWriteStream readdir readdirSync open openSync rename"
                                    + " renameSync copyFile copyFileSync mkdir mkdirSync")
                            .split(" ")) {
                all.put(module + "." + call, new Sink("path", false));
            }
        }
        put(
                all,
                "url",
                false,
                "fetch axios axios.get axios.post axios.request got got.get got.post node-fetch"
                        + " undici.request undici.fetch http.get http.request https.get"
                        + " https.request request superagent.get");
        put(all, "object", false, "node-serialize.unserialize serialize-javascript.deserialize");
        return Map.copyOf(all);
    }

    private static Map<String, Sink> python() {
        Map<String, Sink> all = new HashMap<>();
        put(
                all,
                "command",
                false,
                "os.system os.popen subprocess.getoutput subprocess.getstatusoutput"
                        + " asyncio.create_subprocess_shell");
        put(
                all,
                "command",
                true,
                "subprocess.run subprocess.Popen subprocess.call subprocess.check_call"
                        + " subprocess.check_output asyncio.create_subprocess_exec");
        put(all, "code", false, "eval exec compile");
        put(
                all,
                "path",
                false,
                "open io.open os.remove os.unlink os.listdir shutil.rmtree shutil.copy"
                        + " shutil.move aiofiles.open");
        put(
                all,
                "url",
                false,
                "requests.get requests.post requests.request urllib.request.urlopen httpx.get"
                        + " httpx.post");
        put(
                all,
                "object",
                false,
                "pickle.loads pickle.load yaml.load yaml.unsafe_load marshal.loads dill.loads"
                        + " jsonpickle.decode");
        return Map.copyOf(all);
    }

    private static void put(Map<String, Sink> all, String family, boolean argv, String names) {
        for (String name : List.of(names.split(" "))) {
            all.put(name, new Sink(family, argv));
        }
    }
}
