package io.mcpsf.bait;

/** What coding agents and editors keep: their own keys, and those of the servers they start. */
final class AgentRoom {

    private AgentRoom() {}

    static void furnish(Furnishing home) {
        claude(home);
        Forge forge = home.forge;
        server(
                home,
                ".cursor/mcp.json",
                "mcpServers",
                "LINEAR_API_KEY",
                "lin_api_",
                forge.alphanumeric(40));
        server(home, ".vscode/mcp.json", "servers", "NOTION_TOKEN", "ntn_", forge.alphanumeric(46));
        server(
                home,
                ".gemini/settings.json",
                "mcpServers",
                "GEMINI_API_KEY",
                "AIzaSy",
                forge.base64Url(33));
        server(
                home,
                ".config/Claude/claude_desktop_config.json",
                "mcpServers",
                "GITHUB_PERSONAL_ACCESS_TOKEN",
                "ghp_",
                forge.alphanumeric(36));
        codex(home);
    }

    private static void claude(Furnishing home) {
        Forge forge = home.forge;
        String key = forge.base64Url(93);
        String slack = forge.alphanumeric(24);
        home.bait(
                "agent",
                ".claude.json",
                """
                {
                  "numStartups": %d,
                  "theme": "dark",
                  "userID": "%s",
                  "primaryApiKey": "sk-ant-api03-%sAA",
                  "mcpServers": {
                    "slack": {
                      "type": "stdio",
                      "command": "npx",
                      "args": ["-y", "@modelcontextprotocol/server-slack"],
                      "env": { "SLACK_BOT_TOKEN": "xoxb-%s-%s-%s" }
                    }
                  }
                }
                """
                        .formatted(
                                40 + forge.below(300),
                                forge.hex(64),
                                key,
                                forge.digits(12),
                                forge.digits(13),
                                slack),
                key,
                slack);
        String access = forge.base64Url(86);
        String refresh = forge.base64Url(86);
        home.bait(
                "agent",
                ".claude/.credentials.json",
                """
                {"claudeAiOauth":{"accessToken":"sk-ant-oat01-%s","refreshToken":"sk-ant-ort01-%s","scopes":["user:inference","user:profile"],"subscriptionType":"max"}}
                """
                        .formatted(access, refresh),
                access,
                refresh);
        home.scenery(
                "agent",
                ".claude/settings.json",
                """
                {
                  "permissions": { "allow": ["Bash(git status)", "Bash(npm run lint)"] },
                  "includeCoAuthoredBy": false
                }
                """);
    }

    private static void server(
            Furnishing home,
            String path,
            String member,
            String name,
            String prefix,
            String secret) {
        String content =
                """
                {
                  "%s": {
                    "%s": {
                      "command": "npx",
                      "args": ["-y", "%s-mcp"],
                      "env": { "%s": "%s%s" }
                    }
                  }
                }
                """
                        .formatted(member, word(name), word(name), name, prefix, secret);
        home.bait("agent", path, content, secret);
    }

    private static String word(String variable) {
        return variable.substring(0, variable.indexOf('_')).toLowerCase(java.util.Locale.ROOT);
    }

    private static void codex(Furnishing home) {
        String key = home.forge.alphanumeric(48);
        String refresh = home.forge.base64Url(80);
        home.bait(
                "agent",
                ".codex/auth.json",
                """
                {
                  "OPENAI_API_KEY": "sk-proj-%s",
                  "tokens": {
                    "refresh_token": "rt_%s",
                    "account_id": "%s"
                  }
                }
                """
                        .formatted(key, refresh, home.forge.uuid()),
                key,
                refresh);
    }
}
