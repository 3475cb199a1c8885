package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Language;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which modules and functions give which power. */
final class Catalogue {

    private static final Map<String, Power> NODE = node();
    private static final Map<String, Power> PYTHON = python();

    private Catalogue() {}

    /** The power of a module, or of a function by its full name. */
    static Optional<Power> power(Language language, String path) {
        Map<String, Power> known = language == Language.PYTHON ? PYTHON : NODE;
        for (int end = path.length(); end > 0; end = path.lastIndexOf('.', end - 1)) {
            Power power = known.get(path.substring(0, end));
            if (power != null) {
                return Optional.of(power);
            }
        }
        return Optional.empty();
    }

    static Set<String> names(Language language) {
        return (language == Language.PYTHON ? PYTHON : NODE).keySet();
    }

    private static Map<String, Power> node() {
        Map<String, Power> all = new HashMap<>();
        put(
                all,
                Power.PROCESS,
                "child_process cluster execa cross-spawn shelljs node-pty tinyexec zx Bun.spawn"
                        + " Deno.Command Deno.run process.kill");
        put(
                all,
                Power.NETWORK,
                "http https http2 net tls dgram dns dns.promises undici axios node-fetch got ws"
                        + " request superagent needle ky cross-fetch socket.io-client nodemailer"
                        + " ssh2 mqtt fetch XMLHttpRequest WebSocket EventSource");
        put(
                all,
                Power.FILESYSTEM,
                "fs fs.promises fs-extra graceful-fs rimraf glob fast-glob chokidar Deno.readFile"
                        + " Deno.writeFile");
        put(
                all,
                Power.NATIVE,
                "process.dlopen process.binding ffi-napi ffi koffi node-gyp-build bindings"
                        + " node-ffi-rs WebAssembly.compile WebAssembly.instantiate"
                        + " WebAssembly.Module Deno.dlopen");
        put(all, Power.DYNAMIC_CODE, "eval Function vm vm2 isolated-vm");
        put(all, Power.ENVIRONMENT, "process.env dotenv Deno.env Bun.env");
        put(
                all,
                Power.CRYPTO,
                "crypto crypto.subtle node-forge tweetnacl libsodium-wrappers bcrypt crypto-js"
                        + " openpgp");
        return Map.copyOf(all);
    }

    private static Map<String, Power> python() {
        Map<String, Power> all = new HashMap<>();
        put(
                all,
                Power.PROCESS,
                "subprocess os.system os.popen os.execl os.execle os.execlp os.execv os.execve"
                        + " os.execvp os.execvpe os.spawnl os.spawnv os.posix_spawn os.fork"
                        + " os.startfile pty multiprocessing asyncio.create_subprocess_exec"
                        + " asyncio.create_subprocess_shell anyio.open_process anyio.run_process sh"
                        + " pexpect plumbum");
        put(
                all,
                Power.NETWORK,
                "socket urllib.request urllib3 requests httpx aiohttp http.client websockets"
                        + " websocket smtplib ftplib telnetlib paramiko xmlrpc.client dns pycurl"
                        + " asyncio.open_connection imaplib poplib");
        put(
                all,
                Power.FILESYSTEM,
                "open pathlib shutil tempfile io.open os.remove os.unlink os.rename os.replace"
                        + " os.listdir os.walk os.makedirs os.mkdir os.rmdir os.scandir os.chmod"
                        + " os.open os.symlink aiofiles glob");
        put(all, Power.NATIVE, "ctypes cffi _ctypes");
        put(
                all,
                Power.DYNAMIC_CODE,
                "eval exec compile __import__ runpy code marshal.loads types.CodeType");
        put(all, Power.ENVIRONMENT, "os.environ os.getenv os.environb dotenv");
        put(
                all,
                Power.CRYPTO,
                "hashlib hmac cryptography Crypto Cryptodome nacl secrets bcrypt ssl");
        return Map.copyOf(all);
    }

    private static void put(Map<String, Power> all, Power power, String names) {
        for (String name : List.of(names.split(" "))) {
            all.put(name, power);
        }
    }
}
