package io.mcpsf.policy;

import io.mcpsf.model.Cidr;
import io.mcpsf.model.CodeRule;
import io.mcpsf.model.Violation;
import io.mcpsf.policy.NetworkAccess.Destination;
import io.mcpsf.policy.NetworkAccess.Otherwise;
import io.mcpsf.policy.NetworkAccess.PortRange;
import io.mcpsf.policy.NetworkAccess.Rates;
import io.mcpsf.policy.Policy.FileAccess;
import io.mcpsf.policy.Policy.PersonalData;
import io.mcpsf.policy.Policy.ResourceLimits;
import io.mcpsf.policy.Policy.ResultHandling;
import io.mcpsf.policy.Policy.ToolRules;

import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A tree of keys read as a {@link Policy}, with every fault noted instead of the first one only.
 */
final class PolicyReader {

    private static final Set<String> KEYS =
            Set.of(
                    "version",
                    "preset",
                    "files",
                    "network",
                    "programs",
                    "secrets",
                    "tools",
                    "privacy",
                    "code",
                    "limits",
                    "violations");
    private static final Pattern HOST =
            Pattern.compile(
                    "(?i)(\\*\\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)*");
    private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");
    private static final Pattern PROGRAM = Pattern.compile("[A-Za-z0-9._+/-]{1,200}");
    private static final Pattern SECRET = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
    private static final Pattern SOURCE =
            Pattern.compile("env:[A-Za-z_][A-Za-z0-9_]*|file:.+|command:.+|vault");
    private static final Pattern TOOL = Pattern.compile("[^\\s\\p{Cntrl}]{1,128}");

    /** Kernel and device trees, and the root that holds them, are never given to a run. */
    private static final Pattern NEVER =
            Pattern.compile("/|/(proc|sys|dev|run|var/run|boot|etc)(/.*)?|.*/docker\\.sock");

    private final List<PolicyFault> faults = new ArrayList<>();

    /** The policy of a merged tree; throws when anything is wrong with it. */
    static Policy read(ObjectNode tree) {
        var reader = new PolicyReader();
        Policy policy = reader.policy(new Section("", tree, reader.faults));
        if (!reader.faults.isEmpty()) {
            throw new BadPolicyException(reader.faults);
        }
        return policy;
    }

    private Policy policy(Section root) {
        root.only(KEYS);
        if (!root.text("version", "1").equals("1")) {
            root.fault("version", "only version 1 is understood");
        }
        return new Policy(
                files(root.section("files")),
                network(root.section("network")),
                checked(root, "programs", PROGRAM, "the name or path of a program"),
                secrets(root.section("secrets")),
                tools(root.section("tools")),
                privacy(root),
                code(root.section("code")),
                limits(root.section("limits")),
                violations(root.section("violations")));
    }

    private FileAccess files(Section files) {
        files.only(Set.of("read", "write"));
        return new FileAccess(paths(files, "read"), paths(files, "write"));
    }

    private static List<String> paths(Section files, String member) {
        List<String> paths = files.words(member);
        for (String path : paths) {
            boolean whole = path.startsWith("/") || path.equals("~") || path.startsWith("~/");
            if (!whole) {
                files.fault(member, quoted(path) + " must start with / or ~/");
            } else if (List.of(path.split("/")).contains("..")) {
                files.fault(member, quoted(path) + " has .. in it");
            } else if (NEVER.matcher(path).matches()) {
                files.fault(member, quoted(path) + " is never given to a sandbox");
            }
        }
        return paths;
    }

    private NetworkAccess network(Section network) {
        network.only(
                Set.of("allow", "answer", "blocked-ports", "connections", "rate", "bandwidth"));
        List<Destination> allow =
                network.sections("allow").stream().map(PolicyReader::destination).toList();
        return new NetworkAccess(
                allow,
                network.parsed(
                        "answer",
                        Otherwise.REFUSE,
                        word -> Section.constant(Otherwise.class, word)),
                network.parsedAll("blocked-ports", Quantities::ports),
                new Rates(
                        network.parsed("connections", 1_000, Quantities::count),
                        network.parsed("rate", 100, Quantities::perSecond),
                        network.parsed("bandwidth", 10_000_000L, Quantities::bits)));
    }

    private static Destination destination(Section entry) {
        boolean range = entry.has("cidr");
        if (range == entry.has("host")) {
            entry.fault("name either a host or a cidr");
            return new Destination.Host("host.invalid", List.of(), List.of(), List.of());
        }
        entry.only(range ? Set.of("cidr", "ports") : Set.of("host", "ports", "methods", "paths"));
        List<PortRange> ports = entry.parsedAll("ports", Quantities::ports);
        if (range) {
            return new Destination.Range(
                    entry.parsed("cidr", Cidr.parse("192.0.2.0/32"), Cidr::parse),
                    ports.isEmpty() ? List.of(new PortRange(1, 65535)) : ports);
        }
        String host = entry.text("host", "host.invalid");
        if (!HOST.matcher(host).matches() || host.matches("[0-9.]+")) {
            entry.fault("host", quoted(host) + " is no host name; for an address write cidr");
        }
        List<String> paths = entry.words("paths");
        if (paths.stream().anyMatch(path -> !path.startsWith("/"))) {
            entry.fault("paths", "a path starts with /");
        }
        return new Destination.Host(
                host,
                ports.isEmpty() ? List.of(new PortRange(443, 443)) : ports,
                checked(entry, "methods", METHOD, "a method such as GET"),
                paths);
    }

    private static Map<String, SecretGrant> secrets(Section secrets) {
        var grants = new LinkedHashMap<String, SecretGrant>();
        secrets.members()
                .forEach(
                        (name, grant) -> {
                            if (!SECRET.matcher(name).matches()) {
                                secrets.fault(name, "a secret's name has letters, digits, - and _");
                            }
                            grants.put(name, grant(grant));
                        });
        return grants;
    }

    private static SecretGrant grant(Section grant) {
        grant.only(Set.of("from", "to", "methods", "as", "reveal", "purposes", "uses"));
        String from = grant.text("from", "vault");
        if (!SOURCE.matcher(from).matches()) {
            grant.fault("from", "write env:NAME, file:PATH, command:LINE or vault");
        }
        List<String> to = checked(grant, "to", HOST, "a host name");
        boolean ask = grant.text("reveal", "").equals("ask");
        boolean reveal = ask || grant.yes("reveal");
        if (to.isEmpty() && !reveal) {
            grant.fault("to", "name the hosts that may receive it");
        }
        return new SecretGrant(
                from,
                to,
                checked(grant, "methods", METHOD, "a method such as GET"),
                grant.parsed(
                        "as",
                        SecretGrant.PutAs.HEADER,
                        word -> Section.constant(SecretGrant.PutAs.class, word)),
                reveal,
                grant.words("purposes"),
                grant.parsed("uses", 1, PolicyReader::uses),
                ask);
    }

    private static int uses(String word) {
        if (!word.matches("[1-9][0-9]{0,5}")) {
            throw new IllegalArgumentException("a number from 1 to 999999");
        }
        return Integer.parseInt(word);
    }

    private static ToolRules tools(Section tools) {
        tools.only(Set.of("deny", "ask", "pinned", "results"));
        return new ToolRules(
                checked(tools, "deny", TOOL, "a tool's name or pattern"),
                checked(tools, "ask", TOOL, "a tool's name or pattern"),
                tools.text("pinned", ""),
                tools.parsed(
                        "results",
                        ResultHandling.MARK,
                        word -> Section.constant(ResultHandling.class, word)));
    }

    /** A list names only what is hidden; a map says more. */
    private static PrivacyRules privacy(Section root) {
        if (!root.isMap("privacy")) {
            return new PrivacyRules(kinds(root, "privacy"), Map.of(), Map.of());
        }
        Section privacy = root.section("privacy");
        privacy.only(Set.of("hide", "patterns", "restore"));
        Section patterns = privacy.section("patterns");
        var own = new LinkedHashMap<String, String>();
        for (String name : patterns.names()) {
            own.put(name, patterns.parsed(name, "", PolicyReader::pattern));
        }
        Section restore = privacy.section("restore");
        var purposes = new LinkedHashMap<String, String>();
        for (String name : restore.names()) {
            purposes.put(name, restore.text(name, ""));
            if (restore.text(name, "").isBlank()) {
                restore.fault(name, "say what for");
            }
        }
        return new PrivacyRules(kinds(privacy, "hide"), own, purposes);
    }

    private static Set<PersonalData> kinds(Section section, String member) {
        var kinds = EnumSet.noneOf(PersonalData.class);
        kinds.addAll(section.parsedAll(member, word -> Section.constant(PersonalData.class, word)));
        return kinds;
    }

    private static String pattern(String word) {
        if (word.length() > 500) {
            throw new IllegalArgumentException("a pattern has at most 500 characters");
        }
        try {
            Pattern _ = Pattern.compile(word);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("not a regular expression: " + e.getDescription());
        }
        return word;
    }

    private static Set<CodeRule> code(Section code) {
        code.only(Set.of("allow"));
        var rules = EnumSet.noneOf(CodeRule.class);
        rules.addAll(
                code.parsedAll(
                        "allow",
                        word ->
                                CodeRule.named(word)
                                        .orElseThrow(
                                                () ->
                                                        new IllegalArgumentException(
                                                                quoted(word)
                                                                        + " is not an act; there"
                                                                        + " are "
                                                                        + CodeRule.words()))));
        return rules;
    }

    private static ResourceLimits limits(Section limits) {
        limits.only(Set.of("memory", "cpus", "processes", "disk", "time"));
        long memory = limits.parsed("memory", 512L << 20, Quantities::bytes);
        if (memory < 16L << 20) {
            limits.fault("memory", "nothing starts with less than 16m");
        }
        long disk = limits.parsed("disk", 1L << 30, Quantities::bytes);
        if (disk < 1L << 20) {
            limits.fault("disk", "nothing starts with less than 1m");
        }
        return new ResourceLimits(
                memory,
                limits.parsed("cpus", 0.5, Quantities::cpus),
                limits.parsed("processes", 100, Quantities::count),
                disk,
                limits.parsed("time", ResourceLimits.NO_END, Quantities::seconds));
    }

    private static Map<Violation, Violation.Action> violations(Section violations) {
        var actions = new EnumMap<Violation, Violation.Action>(Violation.class);
        for (String name : violations.names()) {
            try {
                Violation violation = Section.constant(Violation.class, name);
                actions.put(
                        violation,
                        violations.parsed(
                                name,
                                Violation.Action.DENY,
                                word -> Section.constant(Violation.Action.class, word)));
            } catch (IllegalArgumentException e) {
                violations.fault(name, String.valueOf(e.getMessage()));
            }
        }
        return actions;
    }

    private static List<String> checked(Section from, String member, Pattern form, String what) {
        List<String> words = from.words(member);
        for (String word : words) {
            if (!word.isEmpty() && !form.matcher(word).matches()) {
                from.fault(member, quoted(word) + " is not " + what);
            }
        }
        return words;
    }

    private static String quoted(String word) {
        return "\"" + (word.length() > 80 ? word.substring(0, 80) + "…" : word) + "\"";
    }
}
