package io.mcpsf.report.across;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Severity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Several servers that one client has, read together: one model sees all their tools, so what one
 * returns can steer the use of another.
 */
public final class Together {

    private static final int MOST = 50;

    /** A name that no sentence holds by chance. */
    private static final Pattern DISTINCT =
            Pattern.compile("\\w+[_-]\\w+|\\w{14,}|[a-z]+[A-Z]\\w+");

    private final List<Member> members;
    private final List<Issue> issues = new ArrayList<>();

    /** One server: the name that its user gave it, and the tools that it listed. */
    public record Member(String name, Map<String, ToolListed> tools) {
        public Member {
            tools = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(tools));
        }

        /** The last definition of each tool counts. */
        public static Member of(String name, Evidence evidence) {
            var tools = new LinkedHashMap<String, ToolListed>();
            evidence.of(ToolListed.class).forEach(s -> tools.put(s.what().name(), s.what()));
            return new Member(name, tools);
        }
    }

    /** Something that concerns more than one server. The message may hold their words. */
    public record Issue(String id, Severity severity, String message, List<String> servers) {
        public Issue {
            servers = List.copyOf(servers);
        }
    }

    private Together(List<Member> members) {
        this.members = List.copyOf(members);
    }

    public static List<Issue> issues(List<Member> members) {
        var together = new Together(members);
        together.sameTools();
        together.namedByOthers();
        together.toxicFlow();
        return together.issues.stream().limit(MOST).toList();
    }

    /** A client that asks for a tool by name may get either. */
    private void sameTools() {
        var owners = new LinkedHashMap<String, Set<String>>();
        for (Member member : members) {
            for (String tool : member.tools().keySet()) {
                owners.computeIfAbsent(tool, t -> new LinkedHashSet<>()).add(member.name());
            }
        }
        owners.forEach(
                (tool, of) -> {
                    if (of.size() > 1) {
                        add(
                                "shadowed-tool",
                                Severity.MEDIUM,
                                "the tool %s is offered by %s: one may be called in the place of the other"
                                        .formatted(tool, words(of)),
                                List.copyOf(of));
                    }
                });
    }

    /** A description that speaks of another server's tool steers how that one is used. */
    private void namedByOthers() {
        for (Member speaker : members) {
            for (ToolListed tool : speaker.tools().values()) {
                for (Member other : members) {
                    other.tools().keySet().stream()
                            .filter(
                                    name ->
                                            !other.equals(speaker)
                                                    && !speaker.tools().containsKey(name)
                                                    && mentions(tool, name))
                            .forEach(
                                    name ->
                                            add(
                                                    "names-other-server",
                                                    Severity.HIGH,
                                                    "the description of %s of %s names the tool %s of %s"
                                                            .formatted(
                                                                    tool.name(),
                                                                    speaker.name(),
                                                                    name,
                                                                    other.name()),
                                                    List.of(speaker.name(), other.name())));
                }
            }
        }
    }

    private static boolean mentions(ToolListed tool, String name) {
        return DISTINCT.matcher(name).matches()
                && Pattern.compile("(?<![\\w-])" + Pattern.quote(name) + "(?![\\w-])")
                        .matcher(tool.description() + " " + tool.schema())
                        .find();
    }

    /** Private data, words of strangers and a way out, within reach of one model. */
    private void toxicFlow() {
        Map<ToolRole, Set<String>> owners = new LinkedHashMap<>();
        Map<ToolRole, String> examples = new LinkedHashMap<>();
        for (Member member : members) {
            for (ToolListed tool : member.tools().values()) {
                for (ToolRole role : ToolRole.of(tool)) {
                    owners.computeIfAbsent(role, r -> new LinkedHashSet<>()).add(member.name());
                    examples.putIfAbsent(role, "%s of %s".formatted(tool.name(), member.name()));
                }
            }
        }
        if (owners.size() < ToolRole.values().length) {
            return;
        }
        Set<String> all = new LinkedHashSet<>();
        owners.values().forEach(all::addAll);
        add(
                "toxic-flow",
                Severity.MEDIUM,
                ("together they read private data (%s), take in content of strangers (%s) and can"
                                + " send (%s): content that gives orders could have data sent away")
                        .formatted(
                                example(examples, ToolRole.PRIVATE),
                                example(examples, ToolRole.UNTRUSTED),
                                example(examples, ToolRole.SENDS)),
                List.copyOf(all));
    }

    private static String example(Map<ToolRole, String> examples, ToolRole role) {
        return examples.getOrDefault(role, role.name().toLowerCase(Locale.ROOT));
    }

    private void add(String id, Severity severity, String message, List<String> servers) {
        issues.add(new Issue(id, severity, message, servers));
    }

    private static String words(Set<String> names) {
        return names.stream().collect(Collectors.joining(" and "));
    }
}
