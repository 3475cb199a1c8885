package io.mcpsf.run;

import java.util.Set;

/**
 * The samples that the gate detonates for real, on the first start and some on all further ones.
 * They show everything that all samples show: each kind of observation, each attack family, each
 * way of ending ({@link GateSamplesTest} holds that). A vulnerable sample comes with its mended
 * twin where the proof is a matter of weighing: of time, of an exit, of what an answer says. A mark
 * of ours in an exec, a file or a packet is there or not; those twins, and all others, run by
 * {@code bin/check --all}.
 */
final class GateSamples {

    static final Set<String> NAMES =
            Set.of(
                    // Honest servers.
                    "calculator",
                    "fetcher",
                    "git-runner",
                    "http-echo",
                    "notes-python",
                    "packer",
                    "update-checker",
                    // Every way in which a decoy leaves.
                    "courier",
                    "courier-python",
                    "echo-thief",
                    "smuggler",
                    // One of each hostile habit.
                    "agent-tamper",
                    "calendar-bomb",
                    "client-teller",
                    "downloader",
                    "drop-paste-python",
                    "dropper",
                    "escape-artist",
                    "install-caller",
                    "memory-runner",
                    "poisoned-answer",
                    "poisoned-words",
                    "proxy-exit-node",
                    "ransom",
                    "reverse-shell",
                    "rug-pull",
                    "thief-env-node",
                    "trigger-country-facts-py",
                    "wiper",
                    // Ways of ending, and of not starting.
                    "crasher",
                    "dies-at-start",
                    "flood-line",
                    "fork-bomb",
                    "half-handshake",
                    "memory-bomb",
                    "never-answers",
                    "thief-then-dies",
                    // Each attack family.
                    "code-runner",
                    "vuln-argument-node",
                    "safe-argument-node",
                    "vuln-crash-python",
                    "safe-crash-python",
                    "vuln-format-python",
                    "vuln-header-node",
                    "vuln-html-node",
                    "safe-html-node",
                    "vuln-log-node",
                    "vuln-nosql-node",
                    "vuln-pickle-python",
                    "vuln-prompt-node",
                    "safe-prompt-node",
                    "vuln-prototype-node",
                    "vuln-resource-node",
                    "vuln-session-node",
                    "vuln-slow-node",
                    "safe-slow-node",
                    "vuln-sql-blind-python",
                    "safe-sql-blind-python",
                    "vuln-sql-stacked-python",
                    "vuln-ssrf-python",
                    "vuln-template-node",
                    "vuln-xml-node");

    /**
     * Of these the ones that must be attacked: what an attack proves, and some honest servers that
     * must not be accused by what it does to them. A sample that acts by itself acts without an
     * attack; {@link GateSamplesTest} says when one does not. Attacks on those took three quarters
     * of the gate's detonations.
     */
    static final Set<String> ATTACKED =
            Set.of(
                    "calculator",
                    "git-runner",
                    "http-echo",
                    "notes-python",
                    "thief-env-node",
                    // Wait for their day, their client, or longer than the look without an attack.
                    "calendar-bomb",
                    "client-teller",
                    "drop-paste-python",
                    "fork-bomb",
                    "code-runner",
                    "vuln-argument-node",
                    "safe-argument-node",
                    "vuln-crash-python",
                    "safe-crash-python",
                    "vuln-format-python",
                    "vuln-header-node",
                    "vuln-html-node",
                    "safe-html-node",
                    "vuln-log-node",
                    "vuln-nosql-node",
                    "vuln-pickle-python",
                    "vuln-prompt-node",
                    "safe-prompt-node",
                    "vuln-prototype-node",
                    "vuln-resource-node",
                    "vuln-session-node",
                    "vuln-slow-node",
                    "safe-slow-node",
                    "vuln-sql-blind-python",
                    "safe-sql-blind-python",
                    "vuln-sql-stacked-python",
                    "vuln-ssrf-python",
                    "vuln-template-node",
                    "vuln-xml-node");

    /**
     * Of all the ones that show something only to another client or on another day, and some that
     * must not: over HTTP, in Python, and one that steals at once. Seven more starts of each sample
     * took half of the gate's detonations; {@link GateSamplesTest} says when a sample needs them.
     */
    static final Set<String> STARTED_AGAIN =
            Set.of(
                    "calculator",
                    "http-echo",
                    "notes-python",
                    "calendar-bomb",
                    "client-teller",
                    "thief-env-node");

    private GateSamples() {}
}
