package io.mcpsf.inspect.code;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Whether a text holds any of the words without which nothing can be found in it. Most files of a
 * large tree do not, and need no parser. All words are looked for at once, in one pass.
 */
final class Interest {

    private static final List<String> NODE_MODULES =
            List.of(
                    ("child_process cluster execa cross-spawn shelljs node-pty http https http2 net"
                                    + " tls dgram dns undici axios node-fetch got ws request"
                                    + " superagent ssh2 nodemailer fs fs/promises fs-extra"
                                    + " graceful-fs vm vm2 ffi-napi koffi node-gyp-build bindings"
                                    + " crypto dotenv")
                            .split(" "));

    private static final List<String> WORDS =
            List.of(
                    // Powers that need no module.
                    "child_",
                    "fetch(",
                    "XMLHttpRequest",
                    "WebSocket(",
                    "EventSource(",
                    "eval(",
                    "eval)",
                    "Function(",
                    "process.env",
                    "WebAssembly",
                    "dlopen",
                    "process.binding",
                    ".node\"",
                    ".node'",
                    "require(`",
                    "import(",
                    "subprocess",
                    "os.system",
                    "os.popen",
                    "os.exec",
                    "os.spawn",
                    "socket",
                    "urllib",
                    "requests",
                    "httpx",
                    "aiohttp",
                    "http.client",
                    "ctypes",
                    "cffi",
                    "exec(",
                    "compile(",
                    "__import__",
                    "importlib",
                    "os.environ",
                    "getenv",
                    "open(",
                    "shutil",
                    "pathlib",
                    "pickle",
                    "marshal",
                    "hashlib",
                    "cryptography",
                    // What hides.
                    "atob(",
                    "fromCharCode",
                    "unescape(",
                    "_0x",
                    "'base64'",
                    "\"base64\"",
                    "'hex'",
                    "\"hex\"",
                    "b64decode",
                    "fromhex",
                    "getattr(",
                    "\\x6",
                    "\\x7",
                    "\\u006",
                    "\\u007",
                    "\"+\"",
                    "'+'",
                    "\" + \"",
                    "' + '",
                    // What is said.
                    "AKIA",
                    "ghp_",
                    "gho_",
                    "github_pat_",
                    "glpat-",
                    "xoxb-",
                    "xoxp-",
                    "T3BlbkFJ",
                    "sk-ant-",
                    "npm_",
                    "sk_live_",
                    "PRIVATE KEY-----",
                    ":AA",
                    "://1",
                    "://2",
                    "://3",
                    "://4",
                    "://5",
                    "://6",
                    "://7",
                    "://8",
                    "://9",
                    "ngrok",
                    "pastebin",
                    "webhook",
                    "oast",
                    "interact.sh",
                    "telegram.org",
                    "transfer.sh",
                    "pipedream",
                    "requestbin",
                    "onion",
                    ".ssh/",
                    ".aws/",
                    "id_rsa",
                    "id_ed25519",
                    ".netrc",
                    ".kube/",
                    "mcp.json",
                    "gnupg",
                    "claude_desktop",
                    "curl ",
                    "wget ",
                    "powershell",
                    "previous instructions",
                    "prior instructions",
                    "Disregard",
                    "disregard",
                    "language model",
                    "an AI ",
                    "AI agent",
                    "AI assistant",
                    "AI review",
                    "LLM");

    private final int[] next;
    private final boolean[] word;

    Interest() {
        List<String> all = new ArrayList<>(WORDS);
        for (String module : NODE_MODULES) {
            for (String quote : List.of("\"", "'")) {
                all.add(quote + module + quote);
                all.add(quote + "node:" + module + quote);
            }
        }
        int most = all.stream().mapToInt(String::length).sum() + 1;
        int[] steps = new int[most * 256];
        var ends = new boolean[most];
        int states = 1;
        for (String one : all) {
            int state = 0;
            for (byte b : one.getBytes(StandardCharsets.UTF_8)) {
                int at = state * 256 + (b & 0xff);
                if (steps[at] == 0) {
                    steps[at] = states++;
                }
                state = steps[at];
            }
            ends[state] = true;
        }
        complete(steps, ends, states);
        next = Arrays.copyOf(steps, states * 256);
        word = Arrays.copyOf(ends, states);
    }

    /** Adds the ways back, so that a text is read once whatever it holds. */
    private static void complete(int[] steps, boolean[] ends, int states) {
        var back = new int[states];
        var queue = new ArrayDeque<Integer>();
        for (int b = 0; b < 256; b++) {
            if (steps[b] != 0) {
                queue.add(steps[b]);
            }
        }
        while (!queue.isEmpty()) {
            int state = queue.poll();
            ends[state] |= ends[back[state]];
            for (int b = 0; b < 256; b++) {
                int to = steps[state * 256 + b];
                int otherwise = steps[back[state] * 256 + b];
                if (to == 0) {
                    steps[state * 256 + b] = otherwise;
                } else {
                    back[to] = otherwise;
                    queue.add(to);
                }
            }
        }
    }

    boolean in(byte[] text) {
        int state = 0;
        for (byte b : text) {
            state = next[state * 256 + (b & 0xff)];
            if (word[state]) {
                return true;
            }
        }
        return false;
    }
}
