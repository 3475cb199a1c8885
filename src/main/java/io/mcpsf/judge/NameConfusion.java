package io.mcpsf.judge;

import io.mcpsf.judge.poison.Lookalike;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A name looks like another one: of a well-known server, or of a tool beside it. */
final class NameConfusion implements Rule {

    /** Servers that many people have, by the name that they greet with or are installed by. */
    private static final List<String> WELL_KNOWN =
            List.of(
                    "brave-search-mcp-server",
                    "chrome-devtools-mcp",
                    "context7-mcp",
                    "fastmcp",
                    "firecrawl-mcp",
                    "firecrawl",
                    "github-mcp-server",
                    "mcp-server-everything",
                    "mcp-server-fetch",
                    "mcp-server-git",
                    "mcp-server-kubernetes",
                    "mcp-server-sqlite",
                    "mcp-server-time",
                    "notion-mcp-server",
                    "playwright",
                    "postmark-mcp",
                    "sequential-thinking-server",
                    "server-everything",
                    "server-filesystem",
                    "server-github",
                    "server-memory",
                    "server-postgres",
                    "server-puppeteer",
                    "server-sequential-thinking",
                    "server-slack",
                    "supabase-mcp",
                    "tavily-mcp");

    private static final About ABOUT =
            About.malice("name-confusion", Family.MCP, Severity.MEDIUM, Confidence.LIKELY)
                    .needs(Sense.PROTOCOL)
                    .attack("T1036.005")
                    .cwe("CWE-451", "CWE-1007")
                    .owaspMcp("MCP03", "MCP04")
                    .says(
                            "Has a confusable name",
                            "A name that mixes in letters of another script, or two tools whose"
                                + " names look the same, is meant to deceive. A server whose name"
                                + " is one letter away from a well-known one is a LOW finding"
                                + " because it may be chance.",
                            "Compare the name letter by letter with the one you wanted.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        for (Seen seen : trail.seen(Greeted.class)) {
            if (seen.what() instanceof Greeted greeted) {
                script(claims, "server", greeted.name(), seen);
                near(claims, greeted.name(), seen);
            }
        }
        Map<String, Seen> shapes = new HashMap<>();
        for (Seen seen : trail.seen(ToolListed.class)) {
            if (seen.what() instanceof ToolListed tool) {
                script(claims, "tool", tool.name(), seen);
                Seen other = shapes.putIfAbsent(Lookalike.shape(tool.name()), seen);
                if (other != null
                        && other.what() instanceof ToolListed before
                        && !before.name().equals(tool.name())) {
                    claims.add(
                            "twins",
                            "The names of the tools %s and %s look the same."
                                    .formatted(
                                            Message.cut(before.name(), 60),
                                            Message.cut(tool.name(), 60)),
                            other,
                            seen);
                }
            }
        }
        return claims.findings();
    }

    private static void script(Claims claims, String what, String name, Seen seen) {
        if (!Lookalike.in(name).isEmpty()) {
            claims.add(
                    "script",
                    "The name of the %s %s looks like %s but contains letters of another script."
                            .formatted(
                                    what,
                                    Message.cut(name, 60),
                                    Message.cut(Lookalike.shape(name), 60)),
                    seen);
        }
    }

    private static void near(Claims claims, String name, Seen seen) {
        String own = name.substring(name.lastIndexOf('/') + 1).toLowerCase(java.util.Locale.ROOT);
        for (String known : WELL_KNOWN) {
            if (Lookalike.oneLetterApart(own, known) && !WELL_KNOWN.contains(own)) {
                claims.add(
                        "near",
                        "The server calls itself %s; the well-known one is %s."
                                .formatted(Message.cut(name, 60), known),
                        Severity.LOW,
                        Confidence.WEAK,
                        List.of(seen));
            }
        }
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires(
                        "a Cyrillic letter in the name of a tool",
                        new Story().in(Phase.LIST).sees(tool("re\u0430d_file"))),
                Example.fires(
                        "two tools that look the same",
                        new Story().in(Phase.LIST).sees(tool("send_mail")).sees(tool("send_mai1"))),
                Example.fires(
                        "a letter is missing",
                        new Story()
                                .in(Phase.HANDSHAKE)
                                .sees(new Greeted("2025-06-18", "mcp-server-gitt", "1", ""))),
                Example.spares(
                        "the well-known one itself",
                        new Story()
                                .in(Phase.HANDSHAKE)
                                .sees(new Greeted("2025-06-18", "mcp-server-git", "1", ""))),
                Example.spares(
                        "a name in one script, and tools of one family",
                        new Story()
                                .in(Phase.LIST)
                                .sees(tool("\u0447\u0438\u0442\u0430\u0442\u044c"))
                                .sees(tool("get_user"))
                                .sees(tool("get_users"))));
    }

    private static ToolListed tool(String name) {
        return new ToolListed(1, name, "Does it", "{}", "{}");
    }
}
