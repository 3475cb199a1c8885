package io.mcpsf.report.profile;

import io.mcpsf.json.Json;
import io.mcpsf.model.Verdict;
import io.mcpsf.report.Report;
import io.mcpsf.text.MarkdownText;
import io.mcpsf.text.ShellWords;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The folder {@code profile/}: the same needs for four sandboxes, and what they leave open. */
public final class Profiles {

    private final Report report;
    private final Needs needs;

    public Profiles(Report report) {
        this.report = report;
        this.needs = new Needs(report);
    }

    /** The files by their names in the case folder. */
    public Map<String, String> files() {
        var files = new LinkedHashMap<String, String>();
        files.put("profile/README.md", readme());
        files.put("profile/vscode-mcp.json", Json.pretty(vsCode()));
        files.put("profile/sandbox-runtime.json", Json.pretty(sandboxRuntime()));
        files.put("profile/toolhive.json", Json.pretty(toolHive()));
        files.put("profile/docker.txt", docker());
        files.put("profile/policy.yaml", policy());
        return files;
    }

    /** The policy for {@code mcpsf run}, which installs a server before any policy holds. */
    public String policy() {
        return new PolicyProposal(report, Needs.installed(report)).text();
    }

    /** {@code mcp.json} of VS Code: the server with its sandbox. */
    private ObjectNode vsCode() {
        List<String> command = needs.command();
        ObjectNode root = Json.object();
        ObjectNode server =
                root.putObject("servers")
                        .putObject(needs.name())
                        .put("type", "stdio")
                        .put("command", command.isEmpty() ? "REPLACE-ME" : command.getFirst());
        server.set("args", list(command.stream().skip(1).toList()));
        server.put("sandboxEnabled", true);
        root.set("sandbox", rules(false));
        return root;
    }

    private ObjectNode sandboxRuntime() {
        return rules(true);
    }

    /** Writes and the network are closed but for these; reads are open but for secrets. */
    private ObjectNode rules(boolean whole) {
        ObjectNode root = Json.object();
        ObjectNode network = root.putObject("network");
        network.set("allowedDomains", list(needs.hosts));
        network.set("deniedDomains", list(List.of()));
        if (whole) {
            network.put("allowLocalBinding", needs.listens);
        }
        ObjectNode files = root.putObject("filesystem");
        files.set("denyRead", list(CredentialPlaces.PATHS));
        var writes = new ArrayList<>(needs.writes);
        if (needs.temporary) {
            writes.add("/tmp");
        }
        files.set("allowWrite", list(writes));
        files.set("denyWrite", list(List.of()));
        return root;
    }

    private ObjectNode toolHive() {
        ObjectNode root = Json.object();
        root.set("read", list(needs.reads));
        root.set("write", list(needs.writes));
        ObjectNode outbound =
                root.putObject("network").putObject("outbound").put("insecure_allow_all", false);
        outbound.set("allow_host", list(needs.hosts));
        ArrayNode ports = outbound.putArray("allow_port");
        needs.ports.forEach(ports::add);
        return root;
    }

    private String docker() {
        var words =
                new ArrayList<>(
                        List.of(
                                "docker run --rm --interactive --init",
                                "--read-only --cap-drop=ALL --security-opt=no-new-privileges",
                                "--user=65534:65534",
                                "--memory=%dm --memory-swap=%dm"
                                        .formatted(needs.memoryMib(), needs.memoryMib()),
                                "--pids-limit=" + needs.processes(),
                                needs.hosts.isEmpty() ? "--network=none" : "--network=bridge"));
        if (needs.temporary) {
            words.add("--tmpfs=/tmp:rw,noexec,nosuid,size=64m");
        }
        needs.command().stream()
                .filter(word -> word.startsWith("/opt/"))
                .map(word -> word.replaceFirst("^(/opt/[^/]+).*", "$1"))
                .distinct()
                .forEach(place -> words.add("--volume=\"$PWD\":" + place + ":ro"));
        needs.writes.forEach(path -> words.add(volume(path, "")));
        needs.reads.stream()
                .filter(path -> !needs.writes.contains(path))
                .forEach(path -> words.add(volume(path, ":ro")));
        words.add("IMAGE " + ShellWords.join(needs.command()));
        String line = String.join(" \\\n  ", words);
        String note =
                needs.hosts.isEmpty()
                        ? ""
                        : "# Docker does not filter by host: behind a proxy, allow only "
                                + String.join(", ", needs.hosts)
                                + ".\n";
        return note + line + "\n";
    }

    /** Paths hold no sign that means anything to a shell; only the home is left to it. */
    private static String volume(String path, String mode) {
        return "--volume=\"%s\":%s%s"
                .formatted(
                        path.replaceFirst("^~", "\\$HOME"),
                        path.replaceFirst("^~", "/home/user"),
                        mode);
    }

    private String readme() {
        var out = new ArrayList<String>();
        out.add("# Least privilege for " + MarkdownText.code(needs.name(), 80));
        out.add("");
        Verdict verdict = report.judgement().verdict();
        if (verdict == Verdict.MALICIOUS || verdict == Verdict.SUSPICIOUS) {
            out.add(
                    "**The verdict is %s. Do not run it, with or without a profile.**"
                            .formatted(verdict));
            out.add("");
        }
        out.add(
                "Made from what was seen in one assessment: it was allowed nothing it was not seen"
                        + " to use.");
        out.add("");
        section(out, "Hosts", needs.hosts);
        section(out, "Hosts that our calls named: allow those you will ask for", needs.told);
        section(out, "Writes", needs.writes);
        section(out, "Reads beyond its own files", needs.reads);
        section(out, "Other programs it starts", needs.programs);
        section(out, "Withheld, because findings rest on it or secrets lie there", needs.withheld);
        out.add("## Not exercised");
        out.add("");
        if (needs.notExercised.isEmpty()) {
            out.add(
                    "Every tool was called and answered. Arguments that were not tried may need"
                            + " more.");
        }
        needs.notExercised.forEach(line -> out.add("- " + MarkdownText.prose(line, 400)));
        if (needs.odd > 0) {
            out.add("- %d names or paths could not be written into a profile".formatted(needs.odd));
        }
        out.add("");
        out.add("## Files");
        out.add("");
        out.add(
                "- `vscode-mcp.json`: `.vscode/mcp.json`, server and `sandbox` block (macOS and"
                        + " Linux)");
        out.add("- `sandbox-runtime.json`: `srt --settings sandbox-runtime.json COMMAND`");
        out.add(
                "- `toolhive.json`: `thv run --permission-profile toolhive.json --isolate-network"
                        + " SERVER`");
        out.add("- `docker.txt`: flags for `docker run`");
        return String.join("\n", out) + "\n";
    }

    private static void section(List<String> out, String heading, Collection<String> lines) {
        out.add("## " + heading);
        out.add("");
        if (lines.isEmpty()) {
            out.add("None.");
        }
        lines.forEach(line -> out.add("- " + MarkdownText.code(line, 300)));
        out.add("");
    }

    private static ArrayNode list(Collection<String> texts) {
        ArrayNode array = Json.array();
        texts.forEach(array::add);
        return array;
    }
}
