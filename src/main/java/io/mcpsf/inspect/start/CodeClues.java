package io.mcpsf.inspect.start;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a package's own code tells about its start: variables without which it gives up, flags and
 * subcommands that make it a server, the transport, and configurations in its help texts. Clues,
 * not proof: a wrong one costs a start that fails.
 */
final class CodeClues {

    private static final int MOST = 40;
    private static final int MOST_LOOKS = 5000;
    private static final int MOST_ATTEMPTS = 200;
    private static final int LARGEST_SNIPPET = 1 << 18;

    private static final Pattern FLAG =
            Pattern.compile("[\"'`](?:-\\w,\\s*)?(--(?:stdio|mcp|mcp-server|mcp-stdio))[\"'` ]");
    private static final Pattern SUBCOMMAND =
            Pattern.compile(
                    "(?:command\\(|command\\s*[:=]|add_parser\\(|command\\(name=)\\s*[\"'`](mcp|mcp-server|mcp-stdio|stdio|serve|server|start|run)(?:["
                        + " \\[][^\"'`]{0,40})?[\"'`]");
    private static final Pattern FAST_MCP =
            Pattern.compile(
                    "(?m)^(\\w{1,40})\\s*(?::[^=\\n"
                            + "]{1,40})?=\\s*(?:\\w+\\.)?(?:FastMCP|MCPServer)\\(");
    private static final List<String> SERVER =
            List.of("StdioServerTransport", "new McpServer(", "stdio_server(");
    private static final List<String> STDIO =
            List.of("StdioServerTransport", "stdio_server", "\"stdio\"", "'stdio'", ".run()");
    private static final List<String> HTTP =
            List.of(
                    "StreamableHTTPServerTransport",
                    "SSEServerTransport",
                    "transport=\"sse\"",
                    "transport=\"streamable-http\"",
                    "transport=\"http\"");
    private static final Pattern LISTEN =
            Pattern.compile(
                    "(?:PORT\\b[^\\n"
                        + ";]{0,24}?(?:\\|\\||\\?\\?|,|:)\\s*[\"'`]?|listen\\(\\s*|port\\s*=\\s*)(\\d{4,5})\\b");

    private final VariableClues variables = new VariableClues();
    private final Set<String> flags = new LinkedHashSet<>();
    private final Set<String> subcommands = new LinkedHashSet<>();
    private final List<Recipe> snippets = new ArrayList<>();
    private final List<FastMcp> fastMcps = new ArrayList<>();
    private final List<Path> servers = new ArrayList<>();
    private boolean stdio;
    private boolean http;
    private int port;
    private int attempts;

    /** A module with a server object that nobody may run. */
    record FastMcp(Path file, String variable, boolean runsItself) {}

    private CodeClues() {}

    static CodeClues in(List<Path> code) {
        var clues = new CodeClues();
        PackageCode.read(code, clues::read);
        return clues;
    }

    VariableClues variables() {
        return variables;
    }

    /** Flags such as {@code --stdio} or {@code --mcp}. */
    List<String> flags() {
        return List.copyOf(flags);
    }

    List<String> subcommands() {
        return List.copyOf(subcommands);
    }

    List<Recipe> snippets() {
        return List.copyOf(snippets);
    }

    List<FastMcp> fastMcps() {
        return List.copyOf(fastMcps);
    }

    /** Files that make a server of an SDK. */
    List<Path> servers() {
        return List.copyOf(servers);
    }

    /** True when it can be spoken to in no other way than over HTTP. */
    boolean onlyHttp() {
        return http && !stdio;
    }

    boolean alsoHttp() {
        return http;
    }

    /** The port that it opens when nothing else is said, or 0. */
    int port() {
        return port;
    }

    private void read(Path file, String text) {
        variables.read(text);
        for (String mark : new String[] {"--stdio", "--mcp"}) {
            near(text, mark, 8, FLAG, flags);
        }
        near(text, "command", 0, SUBCOMMAND, subcommands);
        near(text, "add_parser(", 0, SUBCOMMAND, subcommands);
        if (text.length() <= LARGEST_SNIPPET && text.contains("mcpServers")) {
            snippets(text);
        }
        if (file.toString().endsWith(".py")) {
            fastMcp(file, text);
        }
        if (servers.size() < MOST && holds(text, SERVER)) {
            servers.add(file);
        }
        stdio |= holds(text, STDIO);
        if (holds(text, HTTP)) {
            http = true;
            Set<String> ports = new LinkedHashSet<>();
            for (String mark : new String[] {"PORT", "listen(", "port"}) {
                near(text, mark, 0, LISTEN, ports);
            }
            port =
                    port == 0
                            ? ports.stream().mapToInt(Integer::parseInt).findFirst().orElse(0)
                            : port;
        }
    }

    private void fastMcp(Path file, String text) {
        Matcher fast = FAST_MCP.matcher(text);
        if (fastMcps.size() < MOST && fast.find()) {
            boolean runs = text.contains(fast.group(1) + ".run(") && text.contains("__main__");
            fastMcps.add(new FastMcp(file, fast.group(1), runs));
        }
    }

    private static boolean holds(String text, List<String> words) {
        return words.stream().anyMatch(text::contains);
    }

    /** An object around the word: from the brace before it to the brace that closes it. */
    private void snippets(String text) {
        for (int at = text.indexOf("mcpServers");
                at >= 0 && snippets.size() < MOST && attempts++ < MOST_ATTEMPTS;
                at = text.indexOf("mcpServers", at + 10)) {
            int open = text.lastIndexOf('{', at);
            int depth = 0;
            for (int end = open; open >= 0 && end < Math.min(text.length(), open + 4000); end++) {
                depth += text.charAt(end) == '{' ? 1 : 0;
                depth -= text.charAt(end) == '}' ? 1 : 0;
                if (depth == 0) {
                    LooseJson.read(text.substring(open, end + 1))
                            .ifPresent(node -> snippets.addAll(Snippets.inJson(node, "its help")));
                    break;
                }
            }
        }
    }

    /** Looks for a pattern only around a word: a bundle may be megabytes of one line. */
    private static void near(
            String text, String word, int before, Pattern pattern, Set<String> into) {
        int looked = 0;
        for (int at = text.indexOf(word);
                at >= 0 && into.size() < MOST && looked < MOST_LOOKS;
                at = text.indexOf(word, at + word.length())) {
            looked++;
            int from = Math.max(0, at - before);
            Matcher matcher = pattern.matcher(text).region(from, Math.min(text.length(), at + 120));
            if (before == 0 ? matcher.lookingAt() : matcher.find()) {
                into.add(matcher.group(1));
            }
        }
    }
}
