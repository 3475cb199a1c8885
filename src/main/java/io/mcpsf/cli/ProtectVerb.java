package io.mcpsf.cli;

import io.mcpsf.discover.ConfigEdit;
import io.mcpsf.discover.ConfiguredServer;
import io.mcpsf.discover.Discovery;
import io.mcpsf.discover.GuardedEntry;
import io.mcpsf.discover.LaunchCommand;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Located;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Printable;
import io.mcpsf.text.ShellWords;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** {@code protect}: puts configured servers behind {@code mcpsf run}, or takes them out again. */
record ProtectVerb(Console console) implements Verb {

    private static final String STRICT = "recommended";

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "protect",
                        "Rewrites MCP servers in client configurations to start through mcpsf"
                                + " run.");
        spec.addOption(
                CommandOptions.option(
                        "NAME", "Only entries of this client (see discover).", "--client"));
        spec.addOption(CommandOptions.option("NAME", "Only entries of this name.", "--server"));
        spec.addOption(
                CommandOptions.option(
                        "DIR",
                        "Takes each policy from the newest assessment of the server in this"
                                + " folder, and pins the server to what was assessed.",
                        "--cases"));
        spec.addOption(
                CommandOptions.option(
                        "FILE",
                        "Policy file or preset for servers without one (default: %s)."
                                .formatted(STRICT),
                        "--policy"));
        spec.addOption(
                CommandOptions.flag("Shows what would change and writes nothing.", "--dry-run"));
        spec.addOption(
                CommandOptions.flag(
                        "Adds mcpsf itself (mcpsf mcp) to clients that have servers, and rewrites"
                                + " nothing else.",
                        "--add-mcpsf"));
        spec.addOption(
                CommandOptions.flag(
                        "Restores the entries, which then start without mcpsf run.", "--undo"));
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
        spec.usageMessage()
                .footer(
                        "",
                        "Exit codes: 0 done, 2 usage or internal error, 3 some entries were left"
                                + " as they are");
        return spec;
    }

    @Override
    public int run(ParseResult words) {
        Discovery.Found found = Discovery.look(DiscoverVerb.where(console, words));
        Map<Path, List<ConfiguredServer>> files = new LinkedHashMap<>();
        found.servers().stream()
                .filter(server -> named(words, "--client", server.place().client()))
                .filter(server -> named(words, "--server", server.name()))
                .forEach(
                        server ->
                                files.computeIfAbsent(server.place().file(), f -> new ArrayList<>())
                                        .add(server));
        if (files.isEmpty()) {
            throw new UsageException(
                    "no configured server matches",
                    "nothing in the files of known clients",
                    "mcpsf discover lists what is there");
        }
        int left = 0;
        if (words.hasMatchedOption("--add-mcpsf")) {
            var own =
                    new OwnEntryEdit(
                            console,
                            List.of(program(), "mcp"),
                            words.hasMatchedOption("--dry-run"));
            for (var file : files.entrySet()) {
                left +=
                        words.hasMatchedOption("--undo")
                                ? own.remove(file.getKey(), file.getValue())
                                : own.add(file.getKey(), file.getValue());
            }
            return left == 0 ? ExitCode.FINE : ExitCode.INCONCLUSIVE;
        }
        for (var file : files.entrySet()) {
            left +=
                    words.hasMatchedOption("--undo")
                            ? undo(words, file.getKey(), file.getValue())
                            : protect(words, file.getKey(), file.getValue());
        }
        return left == 0 ? ExitCode.FINE : ExitCode.INCONCLUSIVE;
    }

    private static boolean named(ParseResult words, String option, String name) {
        String wanted = CommandOptions.value(words, option, "");
        return wanted.isEmpty() || wanted.equalsIgnoreCase(name);
    }

    /** How many entries were left as they are. */
    private int protect(ParseResult words, Path path, List<ConfiguredServer> servers) {
        title(path, servers);
        KeptFile file;
        ConfigEdit config;
        try {
            file = KeptFile.of(path);
            config = ConfigEdit.of(path.getFileName().toString(), file.text());
        } catch (BadJsonException e) {
            return left(servers, String.valueOf(e.getMessage()));
        }
        Map<List<String>, List<String>> guards = new LinkedHashMap<>();
        int left = 0;
        for (ConfiguredServer server : servers) {
            List<String> at = server.place().at();
            Optional<GuardedEntry> entry = config.command(at);
            String why = refusal(words, server, entry);
            if (entry.map(GuardedEntry::guarded).orElse(false)) {
                say("  %s: guarded already".formatted(server.name()));
            } else if (why.isEmpty()) {
                List<String> guard = guard(words, server, config.entry(at).orElseThrow());
                guards.put(at, guard);
                diff(config, at, server, entry.orElseThrow().command(), guard);
            } else {
                left += left(List.of(server), why);
            }
        }
        if (!guards.isEmpty() && !words.hasMatchedOption("--dry-run")) {
            boolean clean = servers.stream().noneMatch(s -> s.launch().guarded());
            if (clean || !Files.exists(file.backup())) {
                file.keep();
            }
            file.write(config.wrapped(guards));
            say("  back-up: " + file.backup());
        }
        return left;
    }

    private static String refusal(
            ParseResult words, ConfiguredServer server, Optional<GuardedEntry> entry) {
        if (!server.launch().url().isEmpty()) {
            return "a remote server, there is no program to guard";
        }
        if (entry.isEmpty()) {
            return "its command is written in a form that is not rewritten";
        }
        boolean known =
                LaunchCommand.of(entry.get().command())
                        .filter(launch -> !launch.source().matches("(?s)(docker:|https?:).*"))
                        .isPresent();
        if (!known) {
            return "mcpsf run does not know what this command starts";
        }
        boolean malicious =
                assessed(words, server).filter(a -> a.verdict().equals("MALICIOUS")).isPresent();
        return malicious ? "its assessment says MALICIOUS: remove it" : "";
    }

    private static Optional<AssessedPolicies.Assessed> assessed(
            ParseResult words, ConfiguredServer server) {
        String cases = CommandOptions.value(words, "--cases", "");
        return cases.isEmpty()
                ? Optional.empty()
                : AssessedPolicies.in(Path.of(cases)).of(server.source());
    }

    private List<String> guard(ParseResult words, ConfiguredServer server, Located entry) {
        var guard = new ArrayList<>(List.of(program(), "run", "--policy"));
        Optional<AssessedPolicies.Assessed> assessed =
                assessed(words, server).filter(one -> Files.isRegularFile(one.policy()));
        if (assessed.isPresent()) {
            guard.add(kept(words, server, assessed.get()).toString());
            guard.addAll(List.of("--digest", assessed.get().digest()));
        } else {
            String policy = CommandOptions.value(words, "--policy", STRICT);
            PolicyFile.merged(policy, console.err());
            Path file = Path.of(policy);
            guard.add(Files.isRegularFile(file) ? file.toAbsolutePath().toString() : policy);
        }
        GuardedEntry.variables(entry).forEach(name -> guard.addAll(List.of("-e", name)));
        guard.add("--");
        return guard;
    }

    /** Where the launcher lies; clients with a window have another PATH than a shell. */
    private static String program() {
        return System.getProperty("mcpsf.program", "mcpsf");
    }

    /** A copy of the policy that stays when the assessment is deleted. */
    private Path kept(
            ParseResult words, ConfiguredServer server, AssessedPolicies.Assessed assessed) {
        String home = CommandOptions.value(words, "--home", "");
        Path config =
                home.isEmpty() ? ownConfig() : Path.of(home).toAbsolutePath().resolve(".config");
        String name =
                (server.place().client() + "-" + server.name())
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9]+", "-");
        Path policy = config.resolve("mcpsf").resolve("policies").resolve(name + ".yaml");
        if (!words.hasMatchedOption("--dry-run")) {
            try {
                Files.createDirectories(policy.getParent());
                Files.copy(assessed.policy(), policy, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write " + policy, e);
            }
        }
        return policy;
    }

    private Path ownConfig() {
        String config = console.env().getOrDefault("XDG_CONFIG_HOME", "");
        return config.startsWith("/")
                ? Path.of(config)
                : Path.of(System.getProperty("user.home"), ".config");
    }

    private int undo(ParseResult words, Path path, List<ConfiguredServer> servers) {
        List<ConfiguredServer> guarded =
                servers.stream().filter(server -> server.launch().guarded()).toList();
        if (guarded.isEmpty()) {
            return 0;
        }
        title(path, servers);
        try {
            KeptFile file = KeptFile.of(path);
            String backup = file.backupText();
            String now = file.text();
            ConfigEdit config = ConfigEdit.of(path.getFileName().toString(), now);
            List<List<String>> places = guarded.stream().map(s -> s.place().at()).toList();
            String then = config.unwrapped(places, backup);
            for (ConfiguredServer server : guarded) {
                List<String> command = config.command(server.place().at()).orElseThrow().command();
                say("  %s, line %d".formatted(server.name(), config.line(server.place().at())));
                say("    - " + shown(command));
                say("    + " + shown(command.subList(command.indexOf("--") + 1, command.size())));
            }
            if (!words.hasMatchedOption("--dry-run")) {
                file.write(then);
                if (then.equals(backup)) {
                    file.forget();
                    say("  the file is as it was");
                } else if (!backup.isEmpty()) {
                    say("  the file was changed since; the back-up stays: " + file.backup());
                }
            }
            return 0;
        } catch (BadJsonException e) {
            return left(guarded, String.valueOf(e.getMessage()));
        }
    }

    private void title(Path path, List<ConfiguredServer> servers) {
        say("%s  %s".formatted(servers.getFirst().place().client(), path));
    }

    private void diff(
            ConfigEdit config,
            List<String> at,
            ConfiguredServer server,
            List<String> command,
            List<String> guard) {
        var whole = new ArrayList<>(guard);
        whole.addAll(command);
        say("  %s, line %d".formatted(server.name(), config.line(at)));
        say("    - " + shown(command));
        say("    + " + shown(whole));
    }

    /** Without the secrets that stand among arguments. */
    private static String shown(List<String> command) {
        return ShellWords.join(ConfiguredServer.redacted(command));
    }

    private int left(List<ConfiguredServer> servers, String why) {
        servers.forEach(server -> say("  %s: left as it is: %s".formatted(server.name(), why)));
        return servers.size();
    }

    private void say(String line) {
        console.out().println(Printable.line(line));
    }
}
