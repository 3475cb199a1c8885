package io.mcpsf.cli;

import io.mcpsf.discover.ConfiguredServer;
import io.mcpsf.discover.ConfiguredServer.Issue;
import io.mcpsf.discover.Discovery;
import io.mcpsf.discover.DiscoveryJson;
import io.mcpsf.json.Json;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.JsonText;
import io.mcpsf.text.Printable;
import io.mcpsf.text.ShellWords;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code discover}: the MCP servers that clients on this machine have configured. */
record DiscoverVerb(Console console, Ports ports) implements Verb {

    private static final List<String> FORMATS = List.of("text", "json");
    private static final int WIDE = 160;

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "discover",
                        "Lists the MCP servers configured in clients on this machine. Starts"
                                + " nothing unless asked to.");
        spec.addOption(
                CommandOptions.option(
                        "DIR",
                        "Home folder to search (default: yours; all users' as root).",
                        "--home"));
        spec.addOption(
                CommandOptions.many(
                        "DIR",
                        "Project folder to search in addition (default: this folder).",
                        "--project"));
        spec.addOption(
                CommandOptions.flag(
                        "Assesses the servers found, as configured but with decoys for secrets,"
                                + " and what they could do together.",
                        "--assess"));
        spec.addOption(
                CommandOptions.option(
                        "DIR",
                        "Output folder for assessments (default ./reports).",
                        "-o",
                        "--output"));
        spec.addOption(CommandOptions.option("FORMAT", "text or json.", "--format"));
        return spec.addOption(CommandOptions.colour());
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        String format = CommandOptions.choice(words, "--format", FORMATS);
        var style =
                new Style(
                        console.outScreen(
                                CommandOptions.choice(words, "--color", CommandOptions.COLOURS)));
        Discovery.Found found = Discovery.look(where(console, words));
        var assessments =
                new ConfiguredAssessments(
                        ports,
                        console,
                        Path.of(CommandOptions.value(words, "--output", "reports")));
        boolean assess = words.hasMatchedOption("--assess");
        if (assess) {
            try (var interruption = new Interruption()) {
                interruption.listen();
                assessments.run(found.servers());
            }
        }
        if (format.equals("json")) {
            ObjectNode root = DiscoveryJson.of(found);
            if (assess) {
                assessments.json(root);
            }
            console.out().print(JsonText.visible(Json.pretty(root)));
        } else {
            print(style, found);
            if (assess) {
                assessments.print(style);
            }
        }
        return assess ? assessments.exitCode() : ExitCode.FINE;
    }

    static Discovery.Where where(Console console, ParseResult words) {
        String home = CommandOptions.value(words, "--home", "");
        List<Path> projects = projects(words);
        if (!home.isEmpty()) {
            return new Discovery.Where(
                    List.of(folder("--home", home)), projects, java.util.Map.of(), false);
        }
        return new Discovery.Where(Homes.of(console.env()), projects, console.env(), true);
    }

    private static List<Path> projects(ParseResult words) {
        List<String> named = words.matchedOptionValue("--project", List.of());
        if (named == null || named.isEmpty()) {
            return List.of(Path.of("").toAbsolutePath());
        }
        return named.stream().map(word -> folder("--project", word)).toList();
    }

    private static Path folder(String option, String word) {
        Path folder = Path.of(word).toAbsolutePath().normalize();
        if (!Files.isDirectory(folder)) {
            throw new UsageException(
                    option + " " + word + " is not a folder", "there is nothing to search", "");
        }
        return folder;
    }

    private void print(Style style, Discovery.Found found) {
        Path last = Path.of("/");
        for (ConfiguredServer server : found.servers()) {
            if (!server.place().file().equals(last)) {
                last = server.place().file();
                console.out().println();
                console.out()
                        .println(
                                style.bold(Printable.line(server.place().client()))
                                        + "  "
                                        + style.dim(
                                                Printable.line(
                                                        last
                                                                + " ("
                                                                + word(server.place().scope())
                                                                + ")",
                                                        WIDE)));
            }
            print(style, server);
        }
        if (!found.unreadable().isEmpty()) {
            console.out().println();
        }
        found.unreadable()
                .forEach(
                        file ->
                                console.out()
                                        .println(
                                                style.warn(
                                                        Printable.line(
                                                                "not read: "
                                                                        + file.file()
                                                                        + ": "
                                                                        + file.why(),
                                                                WIDE))));
        console.out().println();
        console.out().println(summary(found));
    }

    private void print(Style style, ConfiguredServer server) {
        String off =
                style.dim(
                        (server.disabled() ? "  (disabled)" : "")
                                + (server.launch().guarded() ? "  (guarded)" : ""));
        console.out().println("  " + style.bold(Printable.line(server.name(), 60)) + off);
        console.out().println("    " + Printable.line(launch(server), WIDE));
        for (Issue issue : server.issues()) {
            String line =
                    "    %-6s %s: %s"
                            .formatted(
                                    word(issue.severity()),
                                    issue.id(),
                                    Printable.line(issue.message(), WIDE));
            console.out()
                    .println(
                            switch (issue.severity()) {
                                case HIGH -> style.bad(line);
                                case MEDIUM -> style.warn(line);
                                case LOW -> style.dim(line);
                            });
        }
    }

    private static String launch(ConfiguredServer server) {
        if (!server.launch().url().isEmpty()) {
            return server.launch().url() + "  (" + word(server.launch().transport()) + ")";
        }
        var line = new ArrayList<>(List.of(server.launch().command()));
        line.addAll(server.launch().args());
        return ShellWords.join(line);
    }

    private static String summary(Discovery.Found found) {
        long files = found.servers().stream().map(s -> s.place().file()).distinct().count();
        long issues = found.servers().stream().mapToLong(s -> s.issues().size()).sum();
        if (found.servers().isEmpty()) {
            return "No configured MCP servers were found.";
        }
        return "%s in %s, %s. mcpsf discover --assess assesses them."
                .formatted(
                        counted(found.servers().size(), "server"),
                        counted(files, "file"),
                        counted(issues, "issue"));
    }

    private static String counted(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
