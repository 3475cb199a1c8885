package io.mcpsf.cli;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionJson;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.json.Json;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.ExecStreams;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Printable;
import io.mcpsf.web.WebRoute;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** {@code exec (FILE | -c CODE | -)}: runs code in the chamber, within a policy. */
record ExecVerb(Console console, Ports ports) implements Verb {

    private static final List<String> RUNTIMES = List.of("auto", "crun", "runc", "runsc", "vm");
    private static final List<String> FORMATS = List.of("text", "json");
    private static final String STDIN = "-";
    private static final int LONGEST = 1 << 20;

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "exec", "Runs code in a sandbox, restricted by a policy, and logs it.");
        spec.addPositional(
                CommandOptions.word(
                        "FILE", "0..1", "File with the code, or - for standard input."));
        spec.addOption(CommandOptions.option("CODE", "The code itself.", "-c", "--code"));
        spec.addOption(
                CommandOptions.option(
                        "LANG",
                        "Language: python, node, bash (default: by the extension of"
                                + " FILE, else python).",
                        "--lang"));
        spec.addOption(
                CommandOptions.option(
                        "DIR",
                        "Folder for /workspace: the code gets a copy, and files that it makes or"
                                + " changes come back.",
                        "--workspace"));
        spec.addOption(
                CommandOptions.option("DIR", "Folder for /servers, read-only.", "--servers"));
        spec.addOption(CommandOptions.option("DIR", "Folder for /skills, read-only.", "--skills"));
        spec.addOption(
                CommandOptions.option(
                        "FILE",
                        "Policy file or preset (default: no network, 512 MB, half a processor, 100"
                                + " processes, 1 GB of files, 30 s).",
                        "--policy"));
        spec.addOption(
                CommandOptions.option("TIME", "Time limit, such as 30s or 2m.", "--timeout"));
        spec.addOption(
                CommandOptions.option("FORM", "Output: text (default) or json.", "--format"));
        spec.addOption(
                CommandOptions.option(
                        "DIR",
                        "Output folder for executions (default"
                                + " ~/.local/state/mcpsf/executions).",
                        "-o",
                        "--output"));
        spec.addOption(
                CommandOptions.option(
                        "NAME",
                        "Sandbox runtime: auto (default), crun, runc, runsc, vm.",
                        "--runtime"));
        spec.addOption(
                CommandOptions.option(
                        "ADDRESS",
                        "Also sends violations as CEF by syslog: udp://HOST:PORT or"
                                + " tcp://HOST:PORT.",
                        "--siem"));
        spec.addOption(
                CommandOptions.option(
                        "URL", "Also posts violations as JSON to this address.", "--webhook"));
        spec.usageMessage()
                .customSynopsis(
                        "mcpsf exec [OPTIONS] FILE",
                        "       mcpsf exec [OPTIONS] -c CODE",
                        "       mcpsf exec [OPTIONS] -")
                .footer(
                        "",
                        "Exit codes: the code's own, 2 usage or internal error, 124 timed out, 125"
                                + " refused before the",
                        "            start, 137 killed for a violation or a limit");
        return spec;
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        Host.needLinux(System.getProperty("os.name", ""));
        boolean json = CommandOptions.choice(words, "--format", FORMATS).equals("json");
        ExecRequest request = request(words, System.in);
        try (var interruption = new Interruption();
                var alerts =
                        new AlertSender(
                                Delivery.addresses(
                                        CommandOptions.value(words, "--siem", ""),
                                        CommandOptions.value(words, "--webhook", "")),
                                WebRoute.of(console.env()),
                                this::tell)) {
            interruption.listen();
            var streams =
                    json
                            ? new ExecStreams(
                                    OutputStream.nullOutputStream(),
                                    OutputStream.nullOutputStream(),
                                    this::tell,
                                    alerts::send,
                                    this::approved)
                            : new ExecStreams(
                                    shown(console.out(), console.ends().outIsTerminal()),
                                    shown(console.err(), console.ends().errIsTerminal()),
                                    this::tell,
                                    alerts::send,
                                    this::approved);
            ExecOutcome outcome = ports.executing().execute(request, streams);
            if (json) {
                console.out().println(Json.pretty(ExecutionJson.of(outcome.log())));
            } else {
                tell(outcome);
            }
            return outcome.log().ending().exitCode();
        } catch (RefusedStartException e) {
            tell("mcpsf: " + e.getMessage());
            tell("  why:  " + e.why());
            tell("  next: " + e.next());
            return ExitCode.REFUSED;
        }
    }

    ExecRequest request(ParseResult words, InputStream in) {
        String file = CommandOptions.first(words);
        boolean given = words.hasMatchedOption("--code");
        if (file.isEmpty() != given) {
            throw new UsageException(
                    given ? "both a file and --code were given" : "nothing to run",
                    "code comes from a file, from --code, or from standard input with -",
                    "mcpsf exec FILE");
        }
        String code = given ? CommandOptions.value(words, "--code", "") : read(file, in);
        if (code.length() > LONGEST) {
            throw new UsageException(
                    "the code is larger than 1 MiB", "put data into the workspace", "");
        }
        return new ExecRequest(
                language(words, file),
                code,
                new ExecRequest.Folders(
                        folder(words, "--workspace"),
                        folder(words, "--servers"),
                        folder(words, "--skills")),
                policy(words),
                CommandOptions.choice(words, "--runtime", RUNTIMES),
                output(words));
    }

    private MergedPolicy policy(ParseResult words) {
        String time = CommandOptions.value(words, "--timeout", "");
        List<PolicyLayer> above =
                time.isEmpty()
                        ? List.of()
                        : List.of(
                                PolicyLayer.time(
                                        "--timeout",
                                        Durations.read("--timeout", time).toSeconds()));
        return PolicyFile.merged(
                List.of(PolicyLayer.execution()),
                CommandOptions.value(words, "--policy", ""),
                above,
                console.err());
    }

    private static CodeLanguage language(ParseResult words, String file) {
        String word = CommandOptions.value(words, "--lang", "");
        if (word.isEmpty()) {
            return CodeLanguage.of(file).orElse(CodeLanguage.PYTHON);
        }
        return CodeLanguage.named(word)
                .orElseThrow(
                        () ->
                                new UsageException(
                                        "--lang " + word + " is unknown",
                                        "allowed values: "
                                                + String.join(", ", CodeLanguage.words()),
                                        "leave it out for python"));
    }

    private static String read(String file, InputStream in) {
        try (InputStream from = file.equals(STDIN) ? in : Files.newInputStream(Path.of(file))) {
            byte[] bytes = from.readNBytes(LONGEST + 1);
            // What is scanned and logged is what runs: nothing is replaced on the way.
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new UsageException(
                    file + " is not UTF-8", "code is text", "convert it with iconv");
        } catch (IOException e) {
            throw new UsageException(
                    "cannot read " + file, String.valueOf(e.getMessage()), "check the path");
        }
    }

    private static Path folder(ParseResult words, String option) {
        return Path.of(CommandOptions.value(words, option, ""));
    }

    private Path output(ParseResult words) {
        String given = CommandOptions.value(words, "--output", "");
        return given.isEmpty() ? StateFolder.of(console.env(), "executions") : Path.of(given);
    }

    private static OutputStream shown(OutputStream end, boolean terminal) {
        return terminal ? new TerminalSink(end) : end;
    }

    private void tell(ExecOutcome outcome) {
        console.out().flush();
        ExecutionLog log = outcome.log();
        log.scan().stream()
                .filter(found -> found.refuses())
                .forEach(
                        found ->
                                tell(
                                        "mcpsf: line %d: %s (%s)"
                                                .formatted(
                                                        found.line(),
                                                        found.message(),
                                                        found.rule())));
        Stream<String> errors =
                log.ending().status() == ExecutionLog.Status.DONE
                        ? Stream.of()
                        : log.ending().errors().stream();
        errors.forEach(line -> tell("mcpsf: " + line));
        long cut =
                log.output().stdoutBytes()
                        + log.output().stderrBytes()
                        - log.output().stdout().getBytes(StandardCharsets.UTF_8).length
                        - log.output().stderr().getBytes(StandardCharsets.UTF_8).length;
        if (cut > 0) {
            tell("mcpsf: %d bytes of output were cut off".formatted(cut));
        }
        log.access()
                .refused()
                .forEach(
                        file ->
                                tell(
                                        "mcpsf: not brought back: %s: %s"
                                                .formatted(file.path(), file.why())));
        if (!log.access().written().isEmpty()) {
            tell("mcpsf: brought back: " + String.join(", ", log.access().written()));
        }
        tell("mcpsf: execution saved in " + OutputFolder.shown(outcome.caseFolder()));
    }

    /** At a terminal a person is asked; anybody else has said no. */
    private synchronized boolean approved(String question) {
        if (!console.ends().errIsTerminal()) {
            return false;
        }
        console.err().print(Printable.line(question) + " Allow it? [y/N] ");
        console.err().flush();
        try {
            byte[] answer = new byte[8];
            int read = System.in.read(answer);
            return read > 0
                    && new String(answer, 0, read, StandardCharsets.UTF_8)
                            .strip()
                            .equalsIgnoreCase("y");
        } catch (IOException e) {
            return false;
        }
    }

    private synchronized void tell(String hostile) {
        console.err().println(Printable.line(hostile));
        console.err().flush();
    }
}
