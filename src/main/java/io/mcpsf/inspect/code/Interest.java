package io.mcpsf.inspect.code;

import io.mcpsf.inspect.code.find.Finder;
import io.mcpsf.inspect.code.parser.Language;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Whether a library's text holds any of the words without which nothing is told of it. Most files
 * of a large tree do not, and need no parser. All words are looked for at once, in one pass.
 */
final class Interest {

    /** How a module is asked for, up to its quoted name. */
    private static final List<String> ASKING =
            List.of("require(", "from ", "from", "import(", "import ", "import");

    /** Powers that need no module. */
    private static final List<String> NODE_WORDS =
            List.of(
                    "child_",
                    "fetch(",
                    "XMLHttpRequest",
                    "WebSocket(",
                    "EventSource(",
                    "eval(",
                    "eval)",
                    "new Function",
                    " Function(",
                    "=Function(",
                    "(Function(",
                    ",Function(",
                    ";Function(",
                    ".Function(",
                    "process.env",
                    "WebAssembly.",
                    "dlopen",
                    "process.binding",
                    "process.kill",
                    "Deno.",
                    "Bun.",
                    ".node\"",
                    ".node'",
                    "_0x");

    private static final List<String> PYTHON_WORDS =
            List.of(
                    "subprocess",
                    "os.system",
                    "os.popen",
                    "os.exec",
                    "os.spawn",
                    "os.fork",
                    "socket",
                    "urllib",
                    "requests",
                    "httpx",
                    "aiohttp",
                    "http.client",
                    "smtplib",
                    "ftplib",
                    "ctypes",
                    "cffi",
                    "eval(",
                    "exec(",
                    "compile(",
                    "__import__",
                    "__builtins__",
                    "importlib",
                    "environ",
                    "getenv",
                    "open(",
                    "shutil",
                    "marshal",
                    "hashlib",
                    "cryptography");

    private final int[] next;
    private final boolean[] word;

    static Interest node() {
        List<String> all = new ArrayList<>(NODE_WORDS);
        for (String module : modules()) {
            for (String quote : List.of("\"", "'", "`")) {
                for (String asking : ASKING) {
                    all.add(asking + quote + module + quote);
                    all.add(asking + quote + "node:" + module + quote);
                }
            }
        }
        all.addAll(pieces());
        return new Interest(all);
    }

    /** What has a dot is a function of a module or of the runtime, which has words of its own. */
    private static List<String> modules() {
        List<String> all = new ArrayList<>(List.of("fs/promises", "dns/promises"));
        for (String name : Finder.knownNames(Language.JAVASCRIPT)) {
            if (!name.contains(".") || name.contains("-")) {
                all.add(name);
            }
        }
        return all;
    }

    static Interest python() {
        List<String> all = new ArrayList<>(PYTHON_WORDS);
        all.addAll(pieces());
        return new Interest(all);
    }

    /** The seams of names that are spelled in pieces: {@code d"+"_} of child_process. */
    private static List<String> pieces() {
        List<String> all = new ArrayList<>();
        for (String name : Finder.HIDDEN_NAMES) {
            for (int i = 1; i < name.length(); i++) {
                for (String seam : List.of("\"+\"", "'+'", "\" + \"", "' + '", "`+`")) {
                    all.add(name.charAt(i - 1) + seam + name.charAt(i));
                }
            }
        }
        return all;
    }

    private Interest(List<String> all) {
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
