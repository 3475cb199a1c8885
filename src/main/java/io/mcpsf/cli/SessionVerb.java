package io.mcpsf.cli;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.json.Json;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.service.client.CloudException;
import io.mcpsf.service.client.SessionClient;
import io.mcpsf.text.Printable;
import io.mcpsf.web.WebRoute;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code session ACTION}: sessions of a service, what is kept of them, and who may decide. */
record SessionVerb(Console console) implements Verb {

    private static final String ACTIONS =
            "open, list, exec, upload, download, ls, pause, resume, fork, snapshot, snapshots,"
                    + " close, erase, approvals, approve or refuse";
    private static final int LONGEST = 200_000;

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "session", "Manages sessions of a service: sandboxes that stay open.");
        spec.addPositional(CommandOptions.word("ACTION", "1", ACTIONS + "."));
        spec.addPositional(more("1", "ID", "The session; approve, refuse: the id of the request."));
        spec.addPositional(
                more(
                        "2",
                        "FILE",
                        "exec: the code, or - for standard input; upload, download, ls: a file."));
        spec.addPositional(more("3", "TO", "upload, download: where to (default: the same name)."));
        spec.addOption(CommandOptions.option("CODE", "exec: the code itself.", "-c", "--code"));
        spec.addOption(
                CommandOptions.option("LANG", "exec: python (default), node or bash.", "--lang"));
        spec.addOption(
                CommandOptions.option(
                        "NAME",
                        "exec: the context to run in; each has its own variables.",
                        "--context"));
        spec.addOption(
                CommandOptions.option(
                        "SNAPSHOT", "open: starts with the files of this snapshot.", "--from"));
        spec.addOption(CommandOptions.option("FORM", "exec: text (default) or json.", "--format"));
        spec.usageMessage()
                .footer(
                        "",
                        "Examples:",
                        "  id=$(mcpsf session open)",
                        "  mcpsf session exec $id -c 'x = 41' && mcpsf session exec $id -c 'x + 1'",
                        "  mcpsf session upload $id data.csv data/in.csv",
                        "",
                        "The service is that of MCPSF_API_URL (default http://127.0.0.1:8414), with"
                                + " MCPSF_API_KEY.");
        return spec;
    }

    private static PositionalParamSpec more(String index, String label, String description) {
        return PositionalParamSpec.builder()
                .index(index)
                .arity("0..1")
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .build();
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        Settings settings = Settings.of(words, console.env(), Path.of(""));
        var client =
                new SessionClient(
                        ServiceAddress.of(
                                settings.variable("MCPSF_API_URL", "http://127.0.0.1:8414")),
                        settings.variable("MCPSF_API_KEY", ""),
                        WebRoute.of(console.env()));
        try {
            return act(words, client);
        } catch (CloudException e) {
            throw new UsageException(String.valueOf(e.getMessage()), e.why(), e.next());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            console.out().flush();
        }
    }

    private int act(ParseResult words, SessionClient client)
            throws InterruptedException, IOException {
        String action = CommandOptions.first(words);
        switch (action) {
            case "open" ->
                    console.out()
                            .println(
                                    Json.text(
                                            client.open(CommandOptions.value(words, "--from", "")),
                                            "id"));
            case "list" -> client.list().forEach(this::print);
            case "exec" -> {
                return execute(words, client);
            }
            case "upload" -> {
                Path file = Path.of(third(words));
                client.upload(id(words), file, fourth(words, String.valueOf(file.getFileName())));
            }
            case "download" -> {
                String path = third(words);
                String name = path.substring(path.lastIndexOf('/') + 1);
                try (OutputStream out = Files.newOutputStream(Path.of(fourth(words, name)))) {
                    client.download(id(words), path, out);
                }
            }
            case "ls" -> {
                for (JsonNode file : client.files(id(words), word(words, 2, "/workspace"))) {
                    console.out()
                            .println(
                                    "%-6s %12d  %s"
                                            .formatted(
                                                    Json.text(file, "kind"),
                                                    file.path("size").asLong(),
                                                    Printable.line(Json.text(file, "path"))));
                }
            }
            case "pause", "resume" -> client.act(id(words), action);
            case "fork" -> console.out().println(Json.text(client.act(id(words), action), "id"));
            case "snapshot" ->
                    console.out().println(Json.text(client.act(id(words), "snapshots"), "id"));
            case "snapshots" -> client.snapshots().forEach(this::printSnapshot);
            case "close" -> client.close(id(words));
            case "erase" -> client.erase(id(words));
            case "approvals" -> client.approvals().forEach(this::printQuestion);
            case "approve", "refuse" -> client.decide(id(words), action.equals("approve"));
            default ->
                    throw new UsageException(
                            action + ": unknown action of session",
                            "the actions are " + ACTIONS,
                            "mcpsf help session");
        }
        return ExitCode.FINE;
    }

    private int execute(ParseResult words, SessionClient client) throws InterruptedException {
        boolean json =
                CommandOptions.choice(words, "--format", List.of("text", "json")).equals("json");
        ObjectNode request =
                Json.object()
                        .put("code", code(words))
                        .put("language", language(words).word())
                        .put("context", CommandOptions.value(words, "--context", "default"));
        JsonNode log =
                client.execute(
                        id(words),
                        request,
                        (name, data) -> {
                            if (!json) {
                                show(name, data);
                            }
                        });
        if (json) {
            console.out().println(Json.pretty(log));
        }
        return log.path("exitCode").asInt(ExitCode.FAILED);
    }

    private void show(String event, JsonNode data) {
        switch (event) {
            case "stdout" -> write(console.out(), console.ends().outIsTerminal(), data, "text");
            case "stderr" -> write(console.err(), console.ends().errIsTerminal(), data, "text");
            case "result" -> {
                write(
                        console.out(),
                        console.ends().outIsTerminal(),
                        data.path("data"),
                        "text/plain");
                console.out().println();
            }
            case "error" -> {
                boolean traced = !Json.text(data, "traceback").isEmpty();
                write(
                        console.err(),
                        console.ends().errIsTerminal(),
                        data,
                        traced ? "traceback" : "value");
                console.err().println();
            }
            default -> {}
        }
    }

    private static void write(PrintStream to, boolean terminal, JsonNode data, String member) {
        try {
            OutputStream out = terminal ? new TerminalSink(to) : to;
            out.write(Json.text(data, member).getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String code(ParseResult words) {
        String given = CommandOptions.value(words, "--code", "");
        String file = word(words, 2, "");
        if (given.isEmpty() == file.isEmpty()) {
            throw new UsageException(
                    "nothing to run, or both a file and --code",
                    "",
                    "mcpsf session exec ID -c CODE");
        }
        if (!given.isEmpty()) {
            return given;
        }
        try (InputStream in = file.equals("-") ? System.in : Files.newInputStream(Path.of(file))) {
            return new String(in.readNBytes(LONGEST + 1), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UsageException(
                    "cannot read " + file, String.valueOf(e.getMessage()), "check the path");
        }
    }

    private static CodeLanguage language(ParseResult words) {
        return CodeLanguage.named(CommandOptions.choice(words, "--lang", CodeLanguage.words()))
                .orElse(CodeLanguage.PYTHON);
    }

    private void print(JsonNode session) {
        JsonNode use = session.path("resourceUsage");
        console.out()
                .println(
                        "%s  %-8s %5d executions  %6d ms  %5d MB  %s"
                                .formatted(
                                        Json.text(session, "id"),
                                        Json.text(session, "state"),
                                        session.path("executions").asInt(),
                                        use.path("cpuTime").asLong(),
                                        Math.max(0, use.path("memory").asLong()) >> 20,
                                        Json.text(session, "started")));
    }

    private void printSnapshot(JsonNode snapshot) {
        console.out()
                .println(
                        "%s  %12d  %s"
                                .formatted(
                                        Json.text(snapshot, "id"),
                                        snapshot.path("bytes").asLong(),
                                        Json.text(snapshot, "created")));
    }

    /** The question may quote the code. */
    private void printQuestion(JsonNode question) {
        console.out()
                .println(
                        "%s  %s: %s"
                                .formatted(
                                        Json.text(question, "id"),
                                        Printable.line(Json.text(question, "by")),
                                        Printable.line(Json.text(question, "question"))));
    }

    private static String id(ParseResult words) {
        return need(words, 1, "ID");
    }

    private static String third(ParseResult words) {
        return need(words, 2, "FILE");
    }

    private static String fourth(ParseResult words, String otherwise) {
        return word(words, 3, otherwise);
    }

    private static String need(ParseResult words, int index, String label) {
        String word = word(words, index, "");
        if (word.isEmpty()) {
            throw new UsageException(label + " is missing", "", "mcpsf help session");
        }
        return word;
    }

    private static String word(ParseResult words, int index, String otherwise) {
        String word = words.matchedPositionalValue(index, otherwise);
        return word == null ? otherwise : word;
    }
}
