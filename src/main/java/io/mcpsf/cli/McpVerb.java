package io.mcpsf.cli;

import io.mcpsf.agent.ClientChannel;
import io.mcpsf.agent.House;
import io.mcpsf.agent.McpServer;
import io.mcpsf.discover.Discovery;
import io.mcpsf.model.Evidence;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.report.Report;
import io.mcpsf.run.code.CodeRunner;
import io.mcpsf.run.remote.RemoteSessions;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.ExecStreams;
import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** {@code mcp}: mcpsf as an MCP server, on standard input and output or over HTTP. */
record McpVerb(Console console, Ports ports, LongSupplier seeds, String version) implements Verb {

    private static final List<String> RUNTIMES = List.of("auto", "crun", "runc", "runsc");

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "mcp", "Serves mcpsf to an agent as an MCP server: assess, explain, exec.");
        spec.addOption(
                CommandOptions.option(
                        "FILE",
                        "Policy file or preset for the code that the agent runs (default: as for"
                                + " exec).",
                        "--policy"));
        spec.addOption(
                CommandOptions.option(
                        "DIR", "Folder for /workspace of the agent's code.", "--workspace"));
        spec.addOption(
                CommandOptions.option("DIR", "Folder for /servers, read-only.", "--servers"));
        spec.addOption(CommandOptions.option("DIR", "Folder for /skills, read-only.", "--skills"));
        spec.addOption(
                CommandOptions.option(
                        "DIR",
                        "Output folder for cases (default ~/.local/state/mcpsf/cases).",
                        "-o",
                        "--output"));
        spec.addOption(
                CommandOptions.option(
                        "NAME",
                        "Sandbox runtime: auto (default), crun, runc, runsc.",
                        "--runtime"));
        RunHttp.declare(spec);
        spec.usageMessage()
                .footer(
                        "",
                        "Standard input and output carry only MCP; messages go to standard error.");
        return spec;
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        Host.needLinux(System.getProperty("os.name", ""));
        String runtime = CommandOptions.choice(words, "--runtime", RUNTIMES);
        String given = CommandOptions.value(words, "--output", "");
        var settings =
                new House.Settings(
                        given.isEmpty() ? StateFolder.of(console.env(), "cases") : Path.of(given),
                        PolicyFile.merged(
                                List.of(PolicyLayer.execution()),
                                CommandOptions.value(words, "--policy", ""),
                                List.of(),
                                console.err()),
                        new ExecRequest.Folders(
                                Path.of(CommandOptions.value(words, "--workspace", "")),
                                Path.of(CommandOptions.value(words, "--servers", "")),
                                Path.of(CommandOptions.value(words, "--skills", ""))),
                        runtime);
        try (var interruption = new Interruption();
                var runner = new Runner(ports, runtime, this::tell)) {
            interruption.listen();
            var house =
                    new House(
                            ports.assessing()::assess,
                            (request, approver) ->
                                    runner.get().run(request, ExecStreams.asking(approver)),
                            this::report,
                            ports.explaining(),
                            this::discovered,
                            seeds,
                            new AgentScans(ports.scanning(), settings, console.env()),
                            settings);
            Optional<RunHttp> http = RunHttp.of(words, console.env());
            if (http.isPresent()) {
                listen(http.get(), house);
            } else {
                var standard = new FileOutputStream(FileDescriptor.out);
                new McpServer(house, version, ClientChannel.lines(System.in, standard)).serve();
            }
            return ExitCode.FINE;
        } catch (IOException e) {
            throw new UncheckedIOException("the client cannot be read", e);
        }
    }

    /** Each client has a session of its own; all of them share the cases. */
    private void listen(RunHttp http, House house) throws InterruptedException {
        var place = new RemoteSessions.Place(http.host(), http.port(), http.key());
        new RemoteSessions(
                        place,
                        client -> new McpServer(house, version, channel(client)).serve(),
                        this::tell)
                .serve(port -> http.announce(port, this::tell));
    }

    private static ClientChannel channel(RemoteSessions.Channel client) {
        return new ClientChannel() {
            @Override
            public Optional<byte[]> next() throws IOException {
                return client.next();
            }

            @Override
            public void send(byte[] message) {
                client.send(message);
            }
        };
    }

    private Report report(Evidence evidence) {
        return Report.of(evidence, ports.judging().apply(evidence), ports.rules().get());
    }

    private Discovery.Found discovered() {
        return Discovery.look(
                new Discovery.Where(Homes.of(console.env()), List.of(), console.env(), true));
    }

    private synchronized void tell(String hostile) {
        console.err().println(Printable.line(hostile));
        console.err().flush();
    }

    /** The place that runs code, opened when it is first needed. */
    private static final class Runner implements AutoCloseable {

        private final Ports ports;
        private final String runtime;
        private final java.util.function.Consumer<String> note;
        private Optional<CodeRunner> open = Optional.empty();

        Runner(Ports ports, String runtime, java.util.function.Consumer<String> note) {
            this.ports = ports;
            this.runtime = runtime;
            this.note = note;
        }

        synchronized CodeRunner get() throws InterruptedException {
            if (open.isEmpty()) {
                open = Optional.of(ports.codeRunners().open(runtime, note));
            }
            return open.get();
        }

        @Override
        public synchronized void close() {
            open.ifPresent(CodeRunner::close);
        }
    }
}
