package io.mcpsf.judge;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The system's own programs and the files that are theirs to read. */
final class DecoyOwners {

    private static final List<PathGlob> NODE_SETTINGS =
            Paths.globs("~/.npmrc", "~/.yarnrc", "~/.yarnrc.yml", "~/.config/pnpm/**");
    private static final List<PathGlob> PYTHON_SETTINGS =
            Paths.globs("~/.config/pip/**", "~/.pip/**", "~/.config/uv/**", "~/.netrc");
    private static final List<PathGlob> SSH = Paths.globs("~/.ssh/**");
    private static final List<PathGlob> GIT =
            Paths.globs(
                    "~/.gitconfig",
                    "~/.git-credentials",
                    "~/.config/git/**",
                    "**/.git/**",
                    // Its helper for HTTP asks there before every transfer.
                    "~/.netrc");
    private static final List<PathGlob> CONTAINERS =
            Paths.globs("~/.docker/**", "~/.config/containers/**");
    private static final List<PathGlob> KUBERNETES = Paths.globs("~/.kube/**");
    private static final List<PathGlob> SHELL =
            Paths.globs("~/.{bashrc,profile,bash_profile,bash_logout,zshrc,zshenv}");

    private static final Map<String, List<PathGlob>> OWNERS =
            Map.ofEntries(
                    Map.entry("npm", NODE_SETTINGS),
                    Map.entry("npx", NODE_SETTINGS),
                    Map.entry("pnpm", NODE_SETTINGS),
                    Map.entry("yarn", NODE_SETTINGS),
                    Map.entry("bun", NODE_SETTINGS),
                    Map.entry("pip", PYTHON_SETTINGS),
                    Map.entry("uv", PYTHON_SETTINGS),
                    Map.entry("poetry", PYTHON_SETTINGS),
                    Map.entry("twine", Paths.globs("~/.pypirc", "~/.netrc")),
                    Map.entry("git", GIT),
                    Map.entry("ssh", SSH),
                    Map.entry("gpg", Paths.globs("~/.gnupg/**")),
                    Map.entry("gpg-agent", Paths.globs("~/.gnupg/**")),
                    Map.entry("docker", CONTAINERS),
                    Map.entry("podman", CONTAINERS),
                    Map.entry("kubectl", KUBERNETES),
                    Map.entry("helm", KUBERNETES),
                    Map.entry("aws", Paths.globs("~/.aws/**")),
                    Map.entry("gcloud", Paths.globs("~/.config/gcloud/**")),
                    Map.entry("az", Paths.globs("~/.azure/**")),
                    Map.entry("gh", Paths.globs("~/.config/gh/**", "~/.gitconfig")),
                    Map.entry("curl", Paths.globs("~/.curlrc", "~/.netrc")),
                    Map.entry("wget", Paths.globs("~/.wgetrc", "~/.netrc")),
                    Map.entry("ftp", Paths.globs("~/.netrc")),
                    Map.entry("chrome", Paths.globs("~/.config/google-chrome/**")),
                    Map.entry("google-chrome", Paths.globs("~/.config/google-chrome/**")),
                    Map.entry("firefox", Paths.globs("~/.mozilla/**")),
                    Map.entry("claude", Paths.globs("~/.claude.json", "~/.claude/**")),
                    Map.entry("codex", Paths.globs("~/.codex/**")),
                    Map.entry("gemini", Paths.globs("~/.gemini/**")),
                    Map.entry("code", Paths.globs("~/.vscode/**", "~/.config/Code/**")),
                    Map.entry("cursor", Paths.globs("~/.cursor/**")),
                    Map.entry("bitcoind", Paths.globs("~/.bitcoin/**")),
                    Map.entry("geth", Paths.globs("~/.ethereum/**")),
                    Map.entry("solana", Paths.globs("~/.config/solana/**")),
                    Map.entry("bash", SHELL),
                    Map.entry("sh", SHELL),
                    Map.entry("dash", SHELL),
                    Map.entry("zsh", SHELL));

    private DecoyOwners() {}

    /** One of these programs is the one that this file belongs to. */
    static boolean own(Set<String> programs, String path) {
        return programs.stream()
                .map(program -> OWNERS.getOrDefault(program, List.of()))
                .anyMatch(globs -> Paths.anyGlob(globs, path));
    }
}
