package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Language;
import io.mcpsf.model.CodeAct;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a call does, by the full name of its function. Narrower than the powers of a module: {@code
 * socket.gethostname} connects to nobody, and a pool of workers starts no program.
 */
final class ActCatalogue {

    /** An act, and which of the arguments it is done to. */
    record Done(CodeAct.Kind kind, int argument) {}

    private static final Map<String, Done> PYTHON = python();
    private static final Map<String, Done> NODE = node();

    private static final Pattern PYTHON_CONNECTS =
            Pattern.compile(
                    "socket\\.(socket|create_connection|getaddrinfo|gethostbyname(_ex)?|gethostbyaddr"
                        + "|fromfd)|urllib\\.request\\.(urlopen|urlretrieve|Request|build_opener)"
                        + "|requests\\.(get|post|put|patch|delete|head|options|request|Session)"
                        + "|httpx\\.(get|post|put|patch|delete|head|options|request|stream|Client"
                        + "|AsyncClient)|aiohttp\\.(ClientSession|request)"
                        + "|http\\.client\\.HTTPS?Connection|urllib3\\.(PoolManager|request)"
                        + "|websockets?\\.(connect|create_connection|WebSocketApp)"
                        + "|smtplib\\.\\w+|ftplib\\.\\w+|telnetlib\\.\\w+|imaplib\\.\\w+"
                        + "|poplib\\.\\w+|paramiko\\.\\w+|pycurl\\.Curl|xmlrpc\\.client\\.ServerProxy"
                        + "|asyncio\\.open_connection|dns\\.resolver\\.\\w+");

    private static final Pattern NODE_CONNECTS =
            Pattern.compile(
                    "fetch|XMLHttpRequest|WebSocket|EventSource|node-fetch|cross-fetch"
                        + "|axios(\\.(get|post|put|patch|delete|head|request|create))?"
                        + "|got(\\.\\w+)?|ky(\\.\\w+)?|needle(\\.\\w+)?|superagent\\.\\w+"
                        + "|undici\\.(fetch|request|stream|Client|Pool|connect)"
                        + "|https?\\.(get|request)|http2\\.connect|net\\.(connect|createConnection|Socket)"
                        + "|tls\\.connect|dgram\\.createSocket"
                        + "|dns(\\.promises)?\\.(lookup|resolve\\w*|reverse|Resolver)"
                        + "|ws|nodemailer\\.createTransport|ssh2\\.\\w+|mqtt\\.connect");

    private static final Pattern PYTHON_STARTS =
            Pattern.compile(
                    "subprocess\\.(run|Popen|call|check_call|check_output|getoutput|getstatusoutput)"
                        + "|os\\.(system|popen|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?|startfile)"
                        + "|pty\\.(spawn|fork)|asyncio\\.create_subprocess_(exec|shell)"
                        + "|anyio\\.(open|run)_process|pexpect\\.\\w+|sh\\.\\w+|plumbum\\.\\w+.*");

    private static final Pattern NODE_STARTS =
            Pattern.compile(
                    "child_process\\.(exec|execSync|execFile|execFileSync|spawn|spawnSync|fork)"
                        + "|execa(\\.\\w+)?|cross-spawn(\\.sync)?|shelljs\\.exec|node-pty\\.spawn"
                        + "|tinyexec\\.\\w+|zx\\.\\$|Bun\\.spawn(Sync)?|Deno\\.(run|Command)");

    /** Functions that read a table from a path or an address. */
    private static final Pattern READS_TABLE =
            Pattern.compile("(pandas|polars|geopandas|dask\\.dataframe)\\.(read_\\w+|scan_\\w+)");

    /** Methods that write what they are called on to the path they are given. */
    static final Set<String> WRITERS =
            Set.of("to_csv", "to_json", "to_excel", "to_parquet", "to_pickle", "savefig");

    private ActCatalogue() {}

    static Optional<Done> of(Language language, String path) {
        boolean python = language == Language.PYTHON;
        Done known = (python ? PYTHON : NODE).get(path);
        if (known != null) {
            return Optional.of(known);
        }
        if ((python ? PYTHON_STARTS : NODE_STARTS).matcher(path).matches()) {
            return Optional.of(new Done(CodeAct.Kind.STARTS_PROGRAM, 0));
        }
        if ((python ? PYTHON_CONNECTS : NODE_CONNECTS).matcher(path).matches()) {
            boolean second = path.endsWith(".request") && !path.startsWith("http");
            return Optional.of(new Done(CodeAct.Kind.CONNECTS, python && second ? 1 : 0));
        }
        return READS_TABLE.matcher(path).matches()
                ? Optional.of(new Done(CodeAct.Kind.READS_FILE, 0))
                : Optional.empty();
    }

    private static Map<String, Done> python() {
        Map<String, Done> all = new HashMap<>();
        put(
                all,
                CodeAct.Kind.RUNS_TEXT,
                0,
                "eval exec compile runpy.run_path runpy.run_module code.interact"
                        + " code.InteractiveConsole code.InteractiveInterpreter types.CodeType"
                        + " marshal.loads marshal.load");
        put(
                all,
                CodeAct.Kind.REVIVES_OBJECTS,
                0,
                "pickle.load pickle.loads dill.load dill.loads jsonpickle.decode yaml.load"
                        + " yaml.unsafe_load joblib.load");
        put(
                all,
                CodeAct.Kind.CALLS_NATIVE,
                0,
                "ctypes.CDLL ctypes.PyDLL ctypes.cdll.LoadLibrary ctypes.pythonapi ctypes.memmove"
                        + " ctypes.string_at ctypes.memset cffi.FFI _ctypes.dlopen");
        put(
                all,
                CodeAct.Kind.READS_FILE,
                0,
                "open io.open os.open pathlib.Path pathlib.PosixPath os.readlink shutil.copy"
                        + " shutil.copy2 shutil.copyfile shutil.copytree numpy.load numpy.loadtxt"
                        + " numpy.genfromtxt aiofiles.open codecs.open sqlite3.connect"
                        + " shutil.make_archive");
        put(
                all,
                CodeAct.Kind.WRITES_FILE,
                0,
                "os.remove os.unlink os.rmdir os.removedirs os.mkdir os.makedirs os.truncate"
                        + " os.chmod os.chown os.mknod os.mkfifo shutil.rmtree os.rename os.replace"
                        + " shutil.move numpy.save numpy.savetxt");
        put(
                all,
                CodeAct.Kind.LOOKS_AT_FILE,
                0,
                "os.listdir os.scandir os.walk os.stat os.path.exists os.path.isfile os.path.isdir"
                        + " os.access glob.glob glob.iglob os.chdir");
        put(
                all,
                CodeAct.Kind.RENDERS_TEXT,
                0,
                "jinja2.Template flask.render_template_string mako.template.Template"
                        + " jinja2.Environment.from_string tornado.template.Template");
        return Map.copyOf(all);
    }

    private static Map<String, Done> node() {
        Map<String, Done> all = new HashMap<>();
        put(
                all,
                CodeAct.Kind.RUNS_TEXT,
                0,
                "eval Function vm.runInContext vm.runInNewContext vm.runInThisContext vm.Script"
                        + " vm.compileFunction vm.SourceTextModule module._compile vm2.VM"
                        + " vm2.NodeVM isolated-vm.Isolate");
        put(all, CodeAct.Kind.REVIVES_OBJECTS, 0, "v8.deserialize node-serialize.unserialize");
        put(
                all,
                CodeAct.Kind.CALLS_NATIVE,
                0,
                "process.dlopen process.binding process._linkedBinding ffi-napi.Library koffi.load"
                        + " node-gyp-build bindings Deno.dlopen");
        for (String module : new String[] {"fs", "fs.promises", "fs-extra"}) {
            for (String call :
                    "readFile readFileSync createReadStream open openSync readlink readlinkSync cp cpSync copyFile copyFileSync"
                            .split(" ")) {
                all.put(module + "." + call, new Done(CodeAct.Kind.READS_FILE, 0));
            }
            for (String call :
                    ("writeFile writeFileSync appendFile appendFileSync createWriteStream unlink"
                                    + " unlinkSync rm rmSync rmdir rmdirSync mkdir mkdirSync rename"
                                    + " renameSync chmod chmodSync truncate truncateSync")
                            .split(" ")) {
                all.put(module + "." + call, new Done(CodeAct.Kind.WRITES_FILE, 0));
            }
            for (String call :
                    "readdir readdirSync stat statSync lstatSync existsSync access accessSync"
                            .split(" ")) {
                all.put(module + "." + call, new Done(CodeAct.Kind.LOOKS_AT_FILE, 0));
            }
        }
        put(
                all,
                CodeAct.Kind.RENDERS_TEXT,
                0,
                "ejs.render ejs.compile handlebars.compile pug.render pug.compile lodash.template"
                        + " nunjucks.renderString mustache.render");
        return Map.copyOf(all);
    }

    private static void put(Map<String, Done> all, CodeAct.Kind kind, int argument, String names) {
        for (String name : names.split(" ")) {
            all.put(name, new Done(kind, argument));
        }
    }
}
