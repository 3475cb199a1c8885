package io.mcpsf.cli;

import io.mcpsf.discover.ConfiguredServer;
import io.mcpsf.discover.LaunchCommand;
import io.mcpsf.exec.tools.ToolFiles;
import io.mcpsf.json.Json;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.run.tools.AddedServer;
import io.mcpsf.run.tools.ServerAdding;
import io.mcpsf.run.tools.ServerFolder;
import io.mcpsf.store.UserPlaces;
import io.mcpsf.text.Counted;
import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code servers add|list|remove}: MCP servers whose tools code calls as functions. */
record ServersVerb(Console console) implements Verb {

    private static final List<String> RUNTIMES = List.of("auto", "crun", "runc", "runsc");
    private static final String STRICT = "recommended";

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "servers", "Manages MCP servers whose tools code can call as functions.");
        spec.addPositional(CommandOptions.word("ACTION", "1", "add, list or remove."));
        spec.addPositional(
                PositionalParamSpec.builder()
                        .index("1")
                        .arity("0..1")
                        .type(String.class)
                        .paramLabel("NAME")
                        .description("The name that code imports: lower-case letters and digits.")
                        .build());
        spec.addOption(
                CommandOptions.option(
                        "SOURCE",
                        "A folder, package or repository, instead of a command after --.",
                        "--source"));
        spec.addOption(
                CommandOptions.option(
                        "FILE",
                        "Policy file or preset that the server is held to (default: %s)."
                                .formatted(STRICT),
                        "--policy"));
        spec.addOption(
                CommandOptions.many(
                        "KEY[=VALUE]",
                        "Environment variable for the server; without a value it is taken from"
                                + " this environment. May be repeated.",
                        "-e",
                        "--env"));
        spec.addOption(
                CommandOptions.option(
                        "DIR",
                        "Folder that servers are kept in (default ~/.local/share/mcpsf/servers).",
                        "--dir"));
        spec.addOption(
                CommandOptions.option(
                        "NAME",
                        "Sandbox runtime: auto (default), crun, runc, runsc.",
                        "--runtime"));
        spec.usageMessage()
                .customSynopsis(
                        "mcpsf servers add NAME [OPTIONS] -- npx -y @scope/server ARGUMENTS",
                        "       mcpsf servers add NAME [OPTIONS] --source SOURCE [-- ARGUMENTS]",
                        "       mcpsf servers list [--dir DIR]",
                        "       mcpsf servers remove NAME [--dir DIR]")
                .footer("", "mcpsf exec --servers DIR shows the functions to code.");
        return spec;
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        return run(words, List.of());
    }

    int run(ParseResult words, List<String> behind) throws InterruptedException {
        var folder = new ServerFolder(folder(words));
        String name = CommandOptions.second(words);
        switch (CommandOptions.first(words)) {
            case "list" -> folder.list().forEach(this::show);
            case "add" -> {
                return add(words, behind, folder, checked(name));
            }
            case "remove" -> {
                if (!folder.remove(checked(name))) {
                    throw new UsageException("unknown server: " + name, "", "mcpsf servers list");
                }
            }
            default ->
                    throw new UsageException(
                            CommandOptions.first(words) + ": unknown action of servers",
                            "the actions are add, list and remove",
                            "mcpsf help servers");
        }
        return ExitCode.FINE;
    }

    private int add(ParseResult words, List<String> behind, ServerFolder folder, String name)
            throws InterruptedException {
        Host.needLinux(System.getProperty("os.name", ""));
        AddedServer server = server(words, behind, name);
        try (var interruption = new Interruption()) {
            interruption.listen();
            int tools =
                    ServerAdding.add(
                            folder,
                            server,
                            CommandOptions.choice(words, "--runtime", RUNTIMES),
                            StateFolder.of(console.env(), "sessions"),
                            this::tell);
            tell(
                    "mcpsf: %s with %d %s in %s"
                            .formatted(name, tools, tools == 1 ? "tool" : "tools", folder.path()));
            return ExitCode.FINE;
        } catch (RefusedStartException e) {
            tell("mcpsf: " + e.getMessage());
            tell("  why:  " + e.why());
            tell("  next: " + e.next());
            return ExitCode.REFUSED;
        }
    }

    private AddedServer server(ParseResult words, List<String> behind, String name) {
        String source = CommandOptions.value(words, "--source", "");
        LaunchCommand launched =
                source.isEmpty() ? launched(behind) : new LaunchCommand(source, "", behind);
        String where =
                Files.exists(Path.of(launched.source()))
                        ? Path.of(launched.source()).toAbsolutePath().normalize().toString()
                        : launched.source();
        String policy = CommandOptions.value(words, "--policy", STRICT);
        MergedPolicy _ = PolicyFile.merged(policy, console.err());
        PolicyLayer layer = PolicyFile.layer(policy, Path.of(""));
        return new AddedServer(
                name,
                new AddedServer.Start(
                        where,
                        launched.program(),
                        launched.arguments(),
                        EnvFile.given(words, console.env())),
                Json.text(layer.tree()),
                Map.of());
    }

    private static LaunchCommand launched(List<String> command) {
        return LaunchCommand.of(command)
                .orElseThrow(
                        () ->
                                new UsageException(
                                        "cannot tell which package this command runs",
                                        "supported are npx, uvx, node, python and similar commands",
                                        "mcpsf servers add NAME --source SOURCE -- ARGUMENTS"));
    }

    private Path folder(ParseResult words) {
        String given = CommandOptions.value(words, "--dir", "");
        return given.isEmpty() ? UserPlaces.data(console.env()).resolve("servers") : Path.of(given);
    }

    private static String checked(String name) {
        if (!ToolFiles.isServerName(name)) {
            throw new UsageException(
                    "a server needs a name",
                    "code imports it: lower-case letters, digits and _, at most 32, no keyword",
                    "mcpsf servers add git -- uvx mcp-server-git");
        }
        return name;
    }

    private void show(AddedServer server) {
        String start =
                server.start().source()
                        + " "
                        + String.join(" ", ConfiguredServer.redacted(server.start().arguments()));
        console.out()
                .println(
                        Printable.line(
                                "%s  %s  %s"
                                        .formatted(
                                                server.name(),
                                                Counted.of(server.tools().size(), "tool"),
                                                start.strip())));
    }

    private synchronized void tell(String hostile) {
        console.err().println(Printable.line(hostile));
        console.err().flush();
    }
}
