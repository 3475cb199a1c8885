package io.mcpsf.policy;

import io.mcpsf.model.CodeRule;
import io.mcpsf.model.Violation;
import io.mcpsf.policy.NetworkAccess.Destination;
import io.mcpsf.policy.NetworkAccess.Otherwise;
import io.mcpsf.policy.NetworkAccess.PortRange;
import io.mcpsf.policy.Policy.ResourceLimits;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A policy in plain sentences: what a run may do, what it may not, and what to be careful about.
 */
public final class PolicyWords {

    private final MergedPolicy merged;
    private final Policy policy;
    private final List<String> lines = new ArrayList<>();

    private PolicyWords(MergedPolicy merged) {
        this.merged = merged;
        this.policy = merged.policy();
    }

    /** One sentence a line, with the origin of what it says in brackets. */
    public static List<String> explain(MergedPolicy merged) {
        var words = new PolicyWords(merged);
        words.files();
        words.network();
        words.programs();
        words.secrets();
        words.tools();
        words.privacy();
        words.code();
        words.limits();
        words.violations();
        words.cautions();
        return List.copyOf(words.lines);
    }

    private void files() {
        lines.add("Files");
        if (!policy.files().read().isEmpty()) {
            say("May read " + list(policy.files().read()), "files.read");
        }
        if (!policy.files().write().isEmpty()) {
            say("May read and change " + list(policy.files().write()), "files.write");
        }
        say("Sees no other files of this machine");
    }

    private void network() {
        NetworkAccess network = policy.network();
        lines.add("Network");
        network.allow().forEach(each -> say("May connect to " + words(each), "network.allow"));
        if (network.allow().isEmpty()) {
            say("May not connect to anything");
        }
        say(
                network.otherwise() == Otherwise.FAKE
                        ? "Everything else is answered by the fake internet; nothing leaves"
                        : "Everything else is refused; nothing leaves",
                "network.answer");
        if (!network.blockedPorts().isEmpty()) {
            say("Never on port " + list(network.blockedPorts()), "network.blocked-ports");
        }
        if (!network.allow().isEmpty()) {
            say(
                    "At most %d connections at once".formatted(network.rates().connections()),
                    "network.connections");
            say(
                    "At most %d new connections per second"
                            .formatted(network.rates().newPerSecond()),
                    "network.rate");
            say(
                    "At most %s".formatted(bandwidth(network.rates().bitsPerSecond())),
                    "network.bandwidth");
        }
    }

    private static String words(Destination destination) {
        return switch (destination) {
            case Destination.Host(String host, var ports, var methods, var paths) ->
                    (host.startsWith("*.") ? "every host below " + host.substring(2) : host)
                            + ports(ports)
                            + (methods.isEmpty() ? "" : ", only " + list(methods))
                            + (paths.isEmpty() ? "" : ", only paths " + list(paths));
            case Destination.Range(var cidr, var ports) ->
                    "addresses " + cidr.base().getHostAddress() + "/" + cidr.bits() + ports(ports);
        };
    }

    private static String ports(List<PortRange> ports) {
        return ports.equals(List.of(new PortRange(1, 65535)))
                ? ", any port"
                : " port " + list(ports);
    }

    private void programs() {
        lines.add("Programs");
        if (policy.programs().isEmpty()) {
            say("May start any program that is mounted");
        } else {
            say("May start only " + list(policy.programs()), "programs");
        }
    }

    private void secrets() {
        lines.add("Secrets");
        if (policy.secrets().isEmpty()) {
            say("Gets none");
        }
        new TreeMap<>(policy.secrets())
                .forEach((name, grant) -> say(secret(name, grant), "secrets." + name));
    }

    private static String secret(String name, SecretGrant grant) {
        String where =
                grant.to().isEmpty()
                        ? ""
                        : "; the boundary puts the real value into the %s of requests to %s"
                                .formatted(
                                        grant.as().name().toLowerCase(Locale.ROOT),
                                        list(grant.to()));
        String revealed = grant.reveal() ? revealed(grant) : "";
        return "%s (from %s): the code gets a stand-in%s%s"
                .formatted(name, source(grant.from()), where, revealed);
    }

    private static String revealed(SecretGrant grant) {
        return "; the code may also request the real value, %s%s%s"
                .formatted(
                        grant.ask() ? "each time with your approval, " : "",
                        grant.uses() == 1 ? "once" : "%d times".formatted(grant.uses()),
                        grant.purposes().isEmpty() ? "" : ", for: " + list(grant.purposes()));
    }

    /** A command line may hold what must not be printed. */
    private static String source(String from) {
        return from.startsWith("command:") ? "a command" : from;
    }

    private void tools() {
        lines.add("MCP tools");
        if (!policy.tools().deny().isEmpty()) {
            say("Calls are refused for " + list(policy.tools().deny()), "tools.deny");
        }
        if (!policy.tools().ask().isEmpty()) {
            say("The user is asked before " + list(policy.tools().ask()), "tools.ask");
        }
        if (!policy.tools().pinned().isEmpty()) {
            say(
                    "A tool that differs from %s is withheld".formatted(policy.tools().pinned()),
                    "tools.pinned");
        }
        say(
                switch (policy.tools().results()) {
                    case PASS -> "Results are not checked";
                    case MARK ->
                            "Results with hidden text or instructions for the model get a warning";
                    case BLOCK ->
                            "Results with hidden text or instructions for the model are withheld";
                },
                "tools.results");
    }

    private void privacy() {
        if (policy.privacy().isEmpty()) {
            return;
        }
        lines.add("Personal data");
        PrivacyRules rules = policy.privacy();
        Stream<String> kinds =
                rules.hide().stream().sorted().map(kind -> kind.name().toLowerCase(Locale.ROOT));
        say(
                "Replaced by placeholders: "
                        + Stream.concat(kinds, rules.patterns().keySet().stream().sorted())
                                .collect(Collectors.joining(", ")),
                "privacy");
        new TreeMap<>(rules.restore())
                .forEach(
                        (name, purpose) ->
                                say(
                                        "%s gets the real values, for: %s".formatted(name, purpose),
                                        "privacy.restore." + name));
    }

    private void limits() {
        ResourceLimits limits = policy.limits();
        lines.add("Limits");
        say("%s of memory, no swap".formatted(size(limits.memoryBytes())), "limits.memory");
        say("%s processors".formatted(number(limits.cpus())), "limits.cpus");
        say("%d processes".formatted(limits.processes()), "limits.processes");
        say("%s of disk".formatted(size(limits.diskBytes())), "limits.disk");
        say(
                limits.seconds() == ResourceLimits.NO_END
                        ? "No time limit"
                        : "%d seconds".formatted(limits.seconds()),
                "limits.time");
    }

    private void code() {
        if (!policy.code().isEmpty()) {
            lines.add("Code");
            say(
                    "Code may be run that contains "
                            + policy.code().stream()
                                    .map(CodeRule::word)
                                    .sorted()
                                    .collect(Collectors.joining(", ")),
                    "code.allow");
        }
    }

    private void violations() {
        lines.add("Violations");
        Map<Violation.Action, List<Violation>> byAction =
                java.util.Arrays.stream(Violation.values())
                        .collect(
                                Collectors.groupingBy(
                                        policy::about, TreeMap::new, Collectors.toList()));
        byAction.forEach(
                (action, all) ->
                        say(
                                switch (action) {
                                            case LOG -> "Only logged: ";
                                            case DENY -> "Refused: ";
                                            case KILL -> "Ends the run: ";
                                        }
                                        + list(all)));
    }

    /** Allowed, and rarely meant. */
    private void cautions() {
        var careful = new ArrayList<String>();
        var all = new ArrayList<>(policy.files().read());
        all.addAll(policy.files().write());
        if (all.stream().anyMatch(path -> path.matches("~/?|/home/?|/root/?|/home/[^/]+/?"))) {
            careful.add(
                    "A whole home contains keys and tokens; name only the folders that are needed");
        }
        if (all.stream()
                .anyMatch(path -> path.matches(".*/\\.(ssh|aws|gnupg|kube|config)(/.*)?"))) {
            careful.add("A folder with credentials is shared");
        }
        for (Destination each : policy.network().allow()) {
            if (each instanceof Destination.Range(var cidr, var ports) && cidr.bits() == 0) {
                careful.add("The whole internet is allowed");
            }
            if (each instanceof Destination.Host host
                    && host.ports().stream().anyMatch(range -> range.contains(80))) {
                careful.add("Port 80 of " + host.host() + " is not encrypted");
            }
        }
        policy.secrets()
                .forEach(
                        (name, grant) -> {
                            if (grant.reveal()) {
                                careful.add(name + " can be sent wherever the code may connect to");
                            }
                        });
        if (!careful.isEmpty()) {
            lines.add("Careful");
            careful.stream().distinct().forEach(this::say);
        }
    }

    private void say(String sentence) {
        lines.add("  " + sentence + ".");
    }

    private void say(String sentence, String key) {
        String origin = merged.origin(key);
        lines.add("  " + sentence + "." + (origin.isEmpty() ? "" : "  [" + origin + "]"));
    }

    private static String list(Collection<?> all) {
        return all.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String size(long bytes) {
        return bytes % (1L << 30) == 0 ? (bytes >> 30) + " GiB" : (bytes >> 20) + " MiB";
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static String bandwidth(long bits) {
        return bits % 1_000_000 == 0 ? bits / 1_000_000 + " Mbit/s" : bits / 1_000 + " kbit/s";
    }
}
