package io.mcpsf.run.again;

import io.mcpsf.mcp.Identity;
import io.mcpsf.model.Phase;
import io.mcpsf.run.scene.Guise;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is different at a further start: the client, and the guise that everything around the server
 * is in. Listings are numbered on: the first start makes 1 and 2, and 8 after the attack.
 */
record Occasion(
        Phase phase, int listing, String words, String client, Guise guise, boolean returning) {

    /** Listings from here on are those of other programs, and nothing that changed. */
    private static final int OTHER_PROGRAMS = 20;

    /** Also what the user of some of these clients agrees to and works on. */
    private static final String OPEN = "Visual Studio Code";

    private static final Map<String, String> BUILD_MACHINE =
            Map.of(
                    "CI", "true",
                    "GITHUB_ACTIONS", "true",
                    "GITHUB_WORKFLOW", "build",
                    "GITHUB_REPOSITORY", "acme/payments",
                    "GITHUB_REF", "refs/heads/main",
                    "GITHUB_EVENT_NAME", "push",
                    "GITHUB_RUN_ID", "8123941207",
                    "GITHUB_ACTOR", "acme-bot",
                    "RUNNER_OS", "Linux");

    /** Another client on what looks like a build machine, today. */
    static Occasion otherClient() {
        return buildMachine(Phase.RESTART, 3, "a second time");
    }

    /** The same on another kernel. */
    static Occasion otherKernel() {
        return buildMachine(Phase.KERNEL, 5, "on another kernel");
    }

    /**
     * Later days, every other day of the week among them: a year later in the home that the first
     * start left, and as several people on their machines.
     */
    static List<Occasion> later(Instant now) {
        return List.of(
                new Occasion(
                        Phase.LATER,
                        4,
                        "a year later",
                        "claude-ai",
                        new Guise("", "", Map.of(), Duration.ofDays(366), fresh()),
                        true),
                as(
                        6,
                        OPEN,
                        "sarah",
                        "Sarahs-MacBook-Pro.local",
                        when(now, 29, 9, "America/New_York"),
                        shell("America/New_York", "en_US")
                                .with("TERM_PROGRAM", "vscode")
                                .with("VSCODE_PID", "4127")
                                .with("TERM", "xterm-256color")
                                .with("DISPLAY", ":0")
                                .with("XDG_CURRENT_DESKTOP", "GNOME")
                                .with("XDG_SESSION_TYPE", "wayland")),
                as(
                        7,
                        "claude-code",
                        "kenji",
                        "DESKTOP-7Q2K9LM",
                        when(now, 94, 14, "Asia/Tokyo"),
                        shell("Asia/Tokyo", "ja_JP")
                                .with("WSL_DISTRO_NAME", "Ubuntu")
                                .with("OS", "Windows_NT")
                                .with("CLAUDECODE", "1")),
                as(
                        9,
                        "windsurf-client",
                        "deploy",
                        "prod-web-01",
                        when(now, 186, 3, "Europe/Berlin"),
                        shell("Europe/Berlin", "de_DE")
                                .with("NODE_ENV", "production")
                                .with("ENVIRONMENT", "production")
                                .with("APP_ENV", "production")
                                .with("STAGE", "prod")
                                .with("DEPLOY_ENV", "prod")
                                .with("SSH_CONNECTION", "192.0.2.14 51022 192.0.2.20 22")
                                .with("VERCEL", "1")),
                as(
                        10,
                        "gemini-cli-mcp-client",
                        "jenkins",
                        "build-agent-04",
                        when(now, 152, 23, "America/Los_Angeles"),
                        shell("America/Los_Angeles", "en_US")
                                .with("CI", "true")
                                .with("GITLAB_CI", "true")
                                .with("CIRCLECI", "true")
                                .with("TRAVIS", "true")
                                .with("BUILDKITE", "true")
                                .with("TF_BUILD", "True")
                                .with("TEAMCITY_VERSION", "2026.1")
                                .with("DRONE", "true")
                                .with("APPVEYOR", "True")
                                .with("BITBUCKET_BUILD_NUMBER", "12")
                                .with("CODEBUILD_BUILD_ID", "payments:1f")
                                .with("JENKINS_URL", "https://ci.site.example/")
                                .with("BUILD_ID", "2211")),
                as(
                        11,
                        "codex-mcp-client",
                        "codespace",
                        "codespaces-4f2a9c",
                        when(now, 272, 19, "Asia/Shanghai"),
                        shell("Asia/Shanghai", "zh_CN")
                                .with("CODESPACES", "true")
                                .with("TMUX", "/tmp/tmux-1000/default,3211,0")
                                .with("REMOTE_CONTAINERS", "true")));
    }

    /** Another program of the package; it is none that was listed before. */
    static Occasion otherProgram(int number, String why) {
        var guise = new Guise("", "", Map.of("SHLVL", "1"), Duration.ZERO, fresh());
        return new Occasion(
                Phase.LATER,
                OTHER_PROGRAMS + number,
                "another program: " + why,
                "claude-ai",
                guise,
                false);
    }

    Occasion in(Guise other) {
        return new Occasion(phase, listing, words, client, other, returning);
    }

    /** Who asks, with this folder open where the client is one that tells. */
    Identity identity(String folder) {
        return client.equals(OPEN)
                ? new Identity(
                        client, "1.106.0", List.of("file://" + folder), Identity.Consent.FILLS_IN)
                : new Identity(client, "1.0.0", List.of());
    }

    boolean other() {
        return listing >= OTHER_PROGRAMS;
    }

    String transcript() {
        String name = phase.name().toLowerCase(Locale.ROOT);
        return "transcript-" + name + (listing > 5 ? "-" + listing : "") + ".jsonl";
    }

    private static Occasion buildMachine(Phase phase, int listing, String words) {
        var guise = new Guise("", "", BUILD_MACHINE, Duration.ZERO, fresh());
        return new Occasion(phase, listing, words, "cursor-vscode", guise, false);
    }

    private static Occasion as(
            int listing, String client, String user, String host, Duration ahead, Shell shell) {
        var plain = new Guise(user, host, shell.exports(), ahead, fresh());
        Guise guise = client.equals("claude-code") ? plain.opened().attacked() : plain;
        String words =
                "as %s@%s with %s, %d days later".formatted(user, host, client, ahead.toDays());
        return new Occasion(Phase.LATER, listing, words, client, guise, false);
    }

    private static Guise.Furnished fresh() {
        return new Guise.Furnished.Fresh();
    }

    /** So many days ahead, at that hour of that place. */
    private static Duration when(Instant now, int days, int hour, String zone) {
        Instant then =
                now.atZone(ZoneId.of("UTC"))
                        .toLocalDate()
                        .plusDays(days)
                        .atTime(LocalTime.of(hour, 12))
                        .atZone(ZoneId.of(zone))
                        .toInstant();
        return Duration.between(now, then);
    }

    private static Shell shell(String zone, String language) {
        return new Shell(
                Map.of(
                        "TZ",
                        zone,
                        "LANG",
                        language + ".UTF-8",
                        "LC_ALL",
                        language + ".UTF-8",
                        "LANGUAGE",
                        language));
    }

    /** What a shell exports. */
    private record Shell(Map<String, String> exports) {

        Shell with(String name, String value) {
            var more = new HashMap<>(exports);
            more.put(name, value);
            return new Shell(more);
        }
    }
}
