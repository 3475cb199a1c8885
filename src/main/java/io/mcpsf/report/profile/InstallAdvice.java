package io.mcpsf.report.profile;

import io.mcpsf.json.Json;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Health;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Verdict;
import io.mcpsf.report.InstallAnswer;
import io.mcpsf.report.Powers;
import io.mcpsf.report.Report;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answer to "may I install it?": what the server can do, what it did, what to allow it, and
 * what was not seen. Never says that a server is safe.
 */
public final class InstallAdvice {

    private static final int MOST = 4;

    /** What people put a path of their own for. */
    private static final String POLICY = "/path/to/policy.yaml";

    private final Report report;
    private final Needs needs;

    public InstallAdvice(Report report) {
        this.report = report;
        this.needs = Needs.installed(report);
    }

    /** The four lines of it. */
    public InstallAnswer brief() {
        return new InstallAnswer(answer(), can(), did(), allow());
    }

    public String answer() {
        return switch (verdict()) {
            case MALICIOUS -> "No. Do not install it, and remove it where it is installed.";
            case SUSPICIOUS -> "Not before its maintainers have explained the findings below.";
            case RISKY -> "Only in a sandbox, and only for people and input that you trust.";
            case NOTHING_SEEN -> "Nothing was seen that argues against it. Run it in a sandbox.";
            case INCONCLUSIVE -> "Not yet: too little was seen to say.";
        };
    }

    /** What its code and its own words say that it is able to do. */
    public String can() {
        List<String> powers =
                new Powers(report.evidence())
                        .all().stream()
                                .filter(
                                        power ->
                                                power.seen().times() > 0
                                                        || !power.code().examples().isEmpty())
                                .map(Powers.Power::name)
                                .toList();
        if (powers.isEmpty()) {
            return verdict() == Verdict.INCONCLUSIVE
                    ? "Unknown."
                    : "No capability was found in its code or seen at run time.";
        }
        return sentence(few(powers, 6));
    }

    /** What it did at run time, without our attacks. */
    public String did() {
        var parts = new ArrayList<String>();
        if (report.unstarted()) {
            return "Nothing: it was only read, not started.";
        }
        if (report.evidence().coverage().tools().listed() == 0
                && !report.stopped()
                && report.evidence().of(ToolListed.class).findAny().isEmpty()) {
            return "It never offered its tools.";
        }
        add(parts, "contacted ", needs.hosts);
        if (!needs.told.isEmpty()) {
            parts.add("contacted " + few(needs.told) + " because we told it to");
        }
        add(
                parts,
                "started ",
                needs.programs.stream().map(InstallAdvice::file).distinct().toList());
        add(parts, "wrote in ", outermost(needs.writes));
        add(
                parts,
                "accessed what " + (accused() ? "no server should" : "it was not given") + ": ",
                needs.withheld);
        if (report.stopped()) {
            return "Until it was stopped: "
                    + (parts.isEmpty() ? "nothing was seen." : String.join("; ", parts) + ".");
        }
        if (parts.isEmpty()) {
            List<String> nothing =
                    seen(true, "contacted no host", "started no program", "wrote no file of yours");
            if (!nothing.isEmpty()) {
                parts.add(listed(nothing));
            }
        }
        var said = new ArrayList<String>();
        if (!parts.isEmpty()) {
            said.add("It " + String.join("; ", parts) + ".");
        }
        List<String> unseen = seen(false, "contacts", "starts", "writes");
        if (!unseen.isEmpty()) {
            said.add("What it " + listed(unseen) + " was not observed.");
        }
        return String.join(" ", said);
    }

    private boolean accused() {
        return verdict() == Verdict.MALICIOUS || verdict() == Verdict.SUSPICIOUS;
    }

    /** Of contacts, programs and files the words for those that a sensor watched, or did not. */
    private List<String> seen(boolean watched, String hosts, String programs, String files) {
        var words = new ArrayList<String>();
        if (watched(Sense.NETWORK, Sense.SOCKETS) == watched) {
            words.add(hosts);
        }
        if (watched(Sense.PROCESSES) == watched) {
            words.add(programs);
        }
        if (watched(Sense.FILES, Sense.FILE_CHANGES) == watched) {
            words.add(files);
        }
        return words;
    }

    private boolean watched(Sense... senses) {
        return Stream.of(senses)
                .anyMatch(
                        sense ->
                                report.evidence().coverage().sense(sense).health() != Health.BLIND);
    }

    private static String listed(List<String> words) {
        return words.size() < 2
                ? String.join("", words)
                : String.join(", ", words.subList(0, words.size() - 1)) + " and " + words.getLast();
    }

    /** What a policy has to open for it. */
    public String allow() {
        return switch (verdict()) {
            case MALICIOUS -> "Nothing.";
            case SUSPICIOUS -> "Nothing, until the findings are explained.";
            case INCONCLUSIVE -> "Nothing yet: what it needs was not seen.";
            case RISKY, NOTHING_SEEN -> needed();
        };
    }

    private String needed() {
        var parts = new ArrayList<String>();
        add(parts, "the network to ", needs.hosts);
        List<String> reads = outermost(needs.reads);
        List<String> writes = outermost(needs.writes);
        if (reads.equals(writes)) {
            add(parts, "reading and writing folders of your choice, here ", reads);
        } else {
            add(parts, "reading folders of your choice, here ", reads);
            add(parts, "writing folders of your choice, here ", writes);
        }
        return parts.isEmpty()
                ? "No host and no folder of yours: it worked without them."
                : sentence(String.join("; ", parts));
    }

    /** What nobody saw, and so may be anything; empty when all was. */
    public String unseen() {
        List<String> gaps = needs.notExercised;
        return gaps.isEmpty()
                ? ""
                : gaps.stream()
                        .limit(3)
                        .map(gap -> sentence(gap.replaceFirst("\\.$", "")))
                        .collect(Collectors.joining(" "));
    }

    /** Entries for clients, each behind the guard; empty when it should not be used. */
    public Map<String, String> configurations() {
        if (verdict() != Verdict.NOTHING_SEEN && verdict() != Verdict.RISKY) {
            return Map.of();
        }
        List<String> command = command();
        if (command.isEmpty()) {
            return Map.of();
        }
        var files = new LinkedHashMap<String, String>();
        files.put("Claude: .mcp.json or claude_desktop_config.json", entry("mcpServers", command));
        files.put("Cursor: .cursor/mcp.json", entry("mcpServers", command));
        files.put("VS Code: .vscode/mcp.json", entry("servers", command));
        return files;
    }

    private String entry(String key, List<String> command) {
        ObjectNode root = Json.object();
        ObjectNode server = root.putObject(key).putObject(needs.name());
        if (key.equals("servers")) {
            server.put("type", "stdio");
        }
        server.put("command", "mcpsf");
        ArrayNode args = server.putArray("args");
        List.of("run", "--policy", POLICY, "--").forEach(args::add);
        command.forEach(args::add);
        return Json.pretty(root);
    }

    /** The release that was assessed, as a launcher fetches it. */
    private List<String> command() {
        CaseFile.Subject subject = report.evidence().file().subject();
        if (!subject.name().matches("(@[\\w.~-]+/)?[\\w.~-]+")
                || !subject.version().matches("[\\w.+!-]*")) {
            return List.of();
        }
        boolean pinned = !subject.version().isEmpty();
        return switch (subject.kind()) {
            case "npm" ->
                    words(
                            List.of(
                                    "npx",
                                    "-y",
                                    subject.name() + (pinned ? "@" + subject.version() : "")));
            case "pypi" ->
                    words(
                            List.of(
                                    "uvx",
                                    subject.name() + (pinned ? "==" + subject.version() : "")));
            default -> List.of();
        };
    }

    /** With the server's own arguments, where they are no command. */
    private List<String> words(List<String> launcher) {
        var all = new ArrayList<>(launcher);
        List<String> given = needs.command();
        if (!given.isEmpty() && given.getFirst().matches("[-/~].*|REPLACE-ME")) {
            all.addAll(given);
        }
        return all;
    }

    private Verdict verdict() {
        return report.judgement().verdict();
    }

    private static void add(List<String> parts, String verb, Collection<String> things) {
        if (!things.isEmpty()) {
            parts.add(verb + few(things));
        }
    }

    private static String few(Collection<String> things) {
        return few(things, MOST);
    }

    private static String few(Collection<String> things, int most) {
        String shown = things.stream().limit(most).collect(Collectors.joining(", "));
        return things.size() > most
                ? shown + " and %d more".formatted(things.size() - most)
                : shown;
    }

    /** A folder says it for all that is below it. */
    private static List<String> outermost(Collection<String> folders) {
        return folders.stream()
                .filter(
                        folder ->
                                folders.stream().noneMatch(other -> folder.startsWith(other + "/")))
                .toList();
    }

    private static String file(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String sentence(String text) {
        return text.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + text.substring(1) + ".";
    }
}
