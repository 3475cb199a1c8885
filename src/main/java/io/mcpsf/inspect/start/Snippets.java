package io.mcpsf.inspect.start;

import io.mcpsf.inspect.BadCommandException;
import io.mcpsf.inspect.CommandLine;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The configurations of clients that stand in a text: a README, a help text, a file. */
final class Snippets {

    private static final int MOST = 60;
    private static final int MOST_BLOCKS = 400;
    private static final int LONGEST_TEXT = 1 << 20;
    private static final int DEEPEST = 6;
    private static final Pattern BLOCK =
            Pattern.compile(
                    "(?m)^[ \\t>]*(?:```|~~~)[^\\n]*\\n([\\s\\S]{0,20000}?)^[ \\t>]*(?:```|~~~)");
    private static final Pattern LINE =
            Pattern.compile(
                    "(?m)^[ \\t]*(?:[$>#] )?((?:npx|uvx|pipx run|bunx|pnpm dlx|node|python3?|uv"
                            + " run) [^\\n"
                            + "]{2,300})$");
    private static final Pattern ADDED =
            Pattern.compile("claude mcp add [^\\n]{0,200}? -- ([^\\n]{2,300})");

    /** Lines that ask for something else than a server on standard input and output. */
    private static final Pattern OTHER_USE =
            Pattern.compile("--help|--version|inspector|--port|sse\\b|http|install|\\btest\\b");

    private static final int MOST_LINES = 4;
    private static final Pattern PORT =
            Pattern.compile("https?://(?:localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0):(\\d{2,5})");

    private final String why;
    private final List<Recipe> found = new ArrayList<>();

    private Snippets(String why) {
        this.why = why;
    }

    /** Configurations in code blocks first, then command lines in them. */
    static List<Recipe> inText(String hostile, String why) {
        var snippets = new Snippets(why);
        String text =
                hostile.length() > LONGEST_TEXT ? hostile.substring(0, LONGEST_TEXT) : hostile;
        List<String> lines = new ArrayList<>();
        Matcher blocks = BLOCK.matcher(text.replace("\r\n", "\n"));
        int read = 0;
        while (blocks.find() && snippets.found.size() < MOST && read++ < MOST_BLOCKS) {
            String block = blocks.group(1);
            LooseJson.read(block)
                    .ifPresentOrElse(node -> snippets.search(node, 0), () -> lines.add(block));
        }
        for (String block : lines) {
            snippets.lines(ADDED.matcher(block), "");
        }
        for (String block : lines) {
            snippets.lines(LINE.matcher(block.replaceAll("\\\\\\n\\s*", " ")), " command line");
        }
        return List.copyOf(snippets.found);
    }

    /** One configuration file. */
    static List<Recipe> inJson(JsonNode node, String why) {
        var snippets = new Snippets(why);
        snippets.search(node, 0);
        return List.copyOf(snippets.found);
    }

    /** Objects with a command, wherever they are. */
    private void search(JsonNode node, int depth) {
        if (depth > DEEPEST || found.size() >= MOST) {
            return;
        }
        JsonNode command = node.path("command");
        if (command.isString() || command.isArray()) {
            found.add(new Recipe(words(command, node), env(node), why));
        } else if (command.isObject()) {
            found.add(new Recipe(words(command.path("path"), command), env(command), why));
        } else {
            node.forEach(child -> search(child, depth + 1));
        }
    }

    private static List<String> words(JsonNode command, JsonNode node) {
        List<String> words = new ArrayList<>();
        if (command.isArray()) {
            command.forEach(word -> words.add(word.asString("")));
        } else {
            words.add(command.asString(""));
        }
        node.path("args").forEach(word -> words.add(word.asString("")));
        return words;
    }

    private static Map<String, String> env(JsonNode node) {
        Map<String, String> env = new LinkedHashMap<>();
        for (String member : new String[] {"env", "environment"}) {
            for (var entry : node.path(member).properties()) {
                if (entry.getKey().matches("[A-Za-z_][A-Za-z0-9_]{0,99}")) {
                    env.put(entry.getKey(), entry.getValue().asString(""));
                }
            }
        }
        return env;
    }

    private void lines(Matcher lines, String suffix) {
        int taken = 0;
        while (lines.find() && found.size() < MOST) {
            if (OTHER_USE.matcher(lines.group(1)).find() || ++taken > MOST_LINES) {
                continue;
            }
            try {
                found.add(new Recipe(CommandLine.parse(lines.group(1)), Map.of(), why + suffix));
            } catch (BadCommandException needsShell) {
                // A line for a shell says too little about how the server is started.
            }
        }
    }

    /** The port of an address on this machine that a client is told to connect to, or 0. */
    static int port(String hostile) {
        Matcher matcher = PORT.matcher(hostile);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** The text of a member, or nothing, of any plain type. */
    static String plain(JsonNode node, String member) {
        String text = Json.text(node, member);
        return text.isEmpty() && node.path(member).isValueNode()
                ? node.path(member).asString("")
                : text;
    }
}
