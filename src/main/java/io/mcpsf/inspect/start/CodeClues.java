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
    private static final int LARGEST_SNIPPET = 1 << 18;

    private static final Pattern FLAG =
            Pattern.compile(
                    "(?:argv[^;\\n"
                        + "]{0,60}includes\\(|\\.option\\(|add_argument\\(|args\\.includes\\()\\s*[\"'`](?:-\\w,\\s*)?(--(?:stdio|mcp|mcp-server|mcp-stdio))[\"'`"
                        + " ]");
    private static final Pattern SUBCOMMAND =
            Pattern.compile(
                    "(?:\\.command\\(|\\bcommand\\s*[:=]|add_parser\\(|add_command\\(|\\.command\\(name=)\\s*[\"'`](mcp|mcp-server|mcp-stdio|stdio|serve|server|start|run)(?:["
                        + " \\[][^\"'`]{0,40})?[\"'`]");
    private static final Pattern FAST_MCP =
            Pattern.compile(
                    "(?m)^(\\w{1,40})\\s*(?::[^=\\n"
                            + "]{1,40})?=\\s*(?:\\w+\\.)?(?:FastMCP|MCPServer)\\(");
    private static final Pattern SERVER =
            Pattern.compile("StdioServerTransport|new McpServer\\(|stdio_server\\(");
    private static final Pattern STDIO =
            Pattern.compile("StdioServerTransport|stdio_server|[\"'`]stdio[\"'`]|\\.run\\(\\s*\\)");
    private static final Pattern HTTP =
            Pattern.compile(
                    "StreamableHTTPServerTransport|SSEServerTransport|StreamableHttpTransport|transport\\s*=\\s*[\"'](?:sse|streamable-http|http)[\"']");
    private static final Pattern LISTEN =
            Pattern.compile(
                    "(?:\\bPORT\\b[^\\n"
                        + ";]{0,24}?(?:\\|\\||\\?\\?|,|:)\\s*[\"'`]?|\\blisten\\(\\s*|\\bport\\s*=\\s*)(\\d{4,5})");

    private final VariableClues variables = new VariableClues();
    private final Set<String> flags = new LinkedHashSet<>();
    private final Set<String> subcommands = new LinkedHashSet<>();
    private final List<Recipe> snippets = new ArrayList<>();
    private final List<FastMcp> fastMcps = new ArrayList<>();
    private final List<Path> servers = new ArrayList<>();
    private boolean stdio;
    private boolean http;
    private int port;

    /** A module with a server object that nobody may run. */
    record FastMcp(Path file, String variable, boolean runsItself) {}

    private CodeClues() {}

    static CodeClues in(List<Path> code) {
        var clues = new CodeClues();
        CodeFiles.read(code, clues::read);
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
        collect(FLAG, text, flags);
        collect(SUBCOMMAND, text, subcommands);
        if (text.length() <= LARGEST_SNIPPET && text.contains("mcpServers")) {
            snippets(text);
        }
        boolean python = file.toString().endsWith(".py");
        Matcher fast = FAST_MCP.matcher(text);
        if (python && fastMcps.size() < MOST && fast.find()) {
            boolean runs = text.contains(fast.group(1) + ".run(") && text.contains("__main__");
            fastMcps.add(new FastMcp(file, fast.group(1), runs));
        }
        if (servers.size() < MOST && SERVER.matcher(text).find()) {
            servers.add(file);
        }
        stdio |= STDIO.matcher(text).find();
        http |= HTTP.matcher(text).find();
        Matcher listen = LISTEN.matcher(text);
        if (port == 0 && HTTP.matcher(text).find() && listen.find()) {
            port = Integer.parseInt(listen.group(1));
        }
    }

    /** An object around the word: from the brace before it to the brace that closes it. */
    private void snippets(String text) {
        for (int at = text.indexOf("mcpServers");
                at >= 0 && snippets.size() < MOST;
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

    private static void collect(Pattern pattern, String text, Set<String> into) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find() && into.size() < MOST) {
            into.add(matcher.group(1));
        }
    }
}
