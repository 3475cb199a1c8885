package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;
import io.mcpsf.store.SavedWords;
import io.mcpsf.text.Printable;
import io.mcpsf.text.ShellWords;
import io.mcpsf.text.Spelling;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * CommandOptions in, exit code out. Says in three short parts what went wrong, never with a stack
 * trace.
 */
final class Cli {

    /** Verbs that speak of the others. */
    private static final Set<String> ABOUT_ALL = Set.of("help", "generate-completion");

    /** An ordinary word, and no name that is written with a capital. */
    private static final Pattern CAPITAL =
            Pattern.compile(
                    "(?!Docker|Podman|Linux|Java|Node|Python|Git|Maven|Trivy|Debian)"
                            + "[A-Z][a-z]*(?=[ ,;:])");

    /** What somebody needs who has just installed it. */
    private static final String SHORT_HELP =
            """
            mcpsf runs an untrusted MCP server in a sandbox, watches it, and reports.

              mcpsf assess @scope/server            an npm package
              mcpsf assess pypi:name                a PyPI package
              mcpsf assess npx -y @scope/server     a command from a README
              mcpsf assess --config .mcp.json       a server that a client has configured
              mcpsf assess ./folder                 code on this machine
              mcpsf inspect @scope/server           only reads it, starts nothing
              mcpsf run -- npx -y @scope/server     uses a server, in a sandbox
              mcpsf doctor                          checks this machine

            All commands: mcpsf help. All sources and options: mcpsf help assess.
            """;

    private final Console console;
    private final String version;
    private final Map<String, Verb> verbs = new LinkedHashMap<>();
    private final CommandLine commands;

    Cli(Console console, Ports ports, LongSupplier seeds, String version) {
        this.console = console;
        this.version = version;
        verbs.put("assess", new AssessVerb(console, ports, seeds));
        verbs.put("inspect", new InspectVerb(console, ports, seeds));
        verbs.put("run", new RunVerb(console, ports, seeds));
        verbs.put("exec", new ExecVerb(console, ports));
        verbs.put("mcp", new McpVerb(console, ports, seeds, version));
        verbs.put("secret", new SecretVerb(console, System.in));
        verbs.put("servers", new ServersVerb(console));
        verbs.put("list", new SavedVerbs.ListVerb(console));
        verbs.put("show", new SavedVerbs.ShowVerb(console));
        verbs.put("delete", new SavedVerbs.DeleteVerb(console));
        verbs.put("detectors", new DetectorsVerb(console, ports));
        verbs.put("explain", new ExplainVerb(console, ports));
        verbs.put("judge", new JudgeVerb(console, ports));
        verbs.put("diff", new DiffVerb(console, ports));
        verbs.put("events", new EventsVerb(console));
        verbs.put("pin", new PinVerb(console));
        verbs.put("verify", new VerifyVerb(console));
        verbs.put("discover", new DiscoverVerb(console, ports));
        verbs.put("protect", new ProtectVerb(console));
        verbs.put("scope", new ScopeVerb(console));
        verbs.put("scan", new ScanVerb(console, ports));
        verbs.put("policy", new PolicyVerb(console, ports));
        verbs.put("db", new DbVerb(console, InstantSource.system()));
        verbs.put("session", new SessionVerb(console));
        verbs.put("serve", new ServeVerb(console, ports, version));
        verbs.put("worker", new WorkerVerb(console, version));
        verbs.put("key", new KeyVerb(console, InstantSource.system()));
        verbs.put("audit", new AuditVerb(console));
        verbs.put("doctor", new DoctorVerb(console, ports));
        verbs.put("cleanup", new CleanupVerb(console, ports));
        verbs.put("version", new VersionVerb(console, version));
        this.commands = new CommandLine(root());
        verbs.put("help", new HelpVerb(console, commands));
        verbs.put("generate-completion", new CompletionVerb(console, commands));
        verbs.put("pod", new PodVerb(console, version));
        verbs.put("warm-up", new WarmUpVerb(ports, version));
        verbs.put("stand-by", new StandByVerb(console, ports, seeds, version, System.in));
    }

    /** What a verb takes is worked out when it is used: all of them cost a tenth of a second. */
    private void learn(String first) {
        boolean one = verbs.containsKey(first) && !ABOUT_ALL.contains(first);
        verbs.forEach(
                (name, verb) -> {
                    boolean asked = !one || name.equals(first);
                    if (asked && !commands.getSubcommands().containsKey(name)) {
                        commands.addSubcommand(name, new CommandLine(verb.spec()));
                    }
                });
        // CommandOptions behind a saved assessment change what was saved.
        commands.setOverwrittenOptionsAllowed(true);
        // @acme/server is a package, also where a folder of that name holds a stranger's words.
        commands.setExpandAtFiles(false);
    }

    int run(String... args) {
        try {
            learn(args.length == 0 ? "" : args[0]);
            return understood(args);
        } catch (UnmatchedArgumentException e) {
            if (e.getCommandLine().getCommandName().equals("assess")
                    && !e.getUnmatched().getFirst().startsWith("-")) {
                return complain(
                        e,
                        "more than one source was given: " + String.join(" ", e.getUnmatched()),
                        "one assessment has one source; the server's arguments come after --",
                        "mcpsf assess SOURCE -- " + ShellWords.join(e.getUnmatched()));
            }
            return complain(e, unknown(e), noneSuch(e), meant(e) + "see " + help(e));
        } catch (ParameterException e) {
            return complain(
                    e,
                    firstLine(e),
                    "%s expects other arguments".formatted(e.getCommandLine().getCommandName()),
                    "see " + help(e));
        } catch (UsageException e) {
            return complain(e, firstLine(e), e.why(), e.next());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.INTERRUPTED;
        } catch (RuntimeException e) {
            // The edge: whatever is broken in us is told in the same three parts.
            Throwable cause = e.getCause();
            String why = cause == null ? e.getClass().getSimpleName() : firstLine(cause);
            return complain(
                    e, firstLine(e), why, "run mcpsf doctor; MCPSF_DEBUG=1 shows the details");
        } catch (OutOfMemoryError e) {
            return complain(
                    e,
                    "the evidence does not fit into memory",
                    "everything recorded so far is kept in the case",
                    "MCPSF_JAVA_OPTIONS=-Xmx2g mcpsf judge CASE");
        } finally {
            console.out().flush();
            console.err().flush();
        }
    }

    private int understood(String... given) throws InterruptedException {
        List<String> args = separated(recalled(List.of(given)));
        int end = args.indexOf("--");
        List<String> own = args.subList(0, end < 0 ? args.size() : end);
        List<String> behind = end < 0 ? List.of() : args.subList(end + 1, args.size());
        ParseResult words = commands.parseArgs(own.toArray(String[]::new));
        if (!words.hasSubcommand()) {
            if (words.hasMatchedOption("--version")) {
                console.out().println("mcpsf " + version);
            } else if (words.isUsageHelpRequested()) {
                commands.usage(console.out(), CommandLine.Help.Ansi.OFF);
            } else {
                SHORT_HELP.lines().forEach(console.out()::println);
            }
            return ExitCode.FINE;
        }
        ParseResult inner = words.subcommand();
        CommandSpec spec = inner.commandSpec();
        if (inner.isUsageHelpRequested()) {
            spec.commandLine().usage(console.out(), CommandLine.Help.Ansi.OFF);
            return ExitCode.FINE;
        }
        Verb verb = verbs.get(spec.name());
        if (verb instanceof AssessVerb assess) {
            var saved = new SavedAssessment(console, System.in);
            saved.asTold(inner, args);
            int code = assess.run(inner, behind);
            saved.offer(inner, args);
            return code;
        }
        if (verb instanceof RunVerb run) {
            return run.run(inner, behind);
        }
        if (verb instanceof ServersVerb servers) {
            return servers.run(inner, behind);
        }
        if (verb == null || !behind.isEmpty()) {
            throw new UsageException(
                    spec.name() + " takes no arguments after --",
                    "only assess, run and servers do",
                    "leave it out");
        }
        return verb.run(inner);
    }

    /** A command may stand where a source is expected. */
    private List<String> separated(List<String> args) {
        CommandLine assess = commands.getSubcommands().get("assess");
        return !args.isEmpty() && args.getFirst().equals("assess") && assess != null
                ? CommandSource.separated(args, assess.getCommandSpec())
                : args;
    }

    /** Puts the words of a saved assessment in the place of its name. */
    private List<String> recalled(List<String> args) {
        if (args.size() < 2 || !args.getFirst().equals("assess")) {
            return args;
        }
        Optional<List<String>> saved = SavedWords.of(console.env()).find(args.get(1));
        if (saved.isEmpty()) {
            return args;
        }
        int mine = args.indexOf("--");
        int theirs = saved.get().indexOf("--");
        var all = new ArrayList<String>(List.of("assess"));
        all.addAll(saved.get().subList(0, theirs < 0 ? saved.get().size() : theirs));
        all.addAll(args.subList(2, mine < 0 ? args.size() : mine));
        if (mine >= 0) {
            all.addAll(args.subList(mine, args.size()));
        } else if (theirs >= 0) {
            all.addAll(saved.get().subList(theirs, saved.get().size()));
        }
        return all;
    }

    private static CommandSpec root() {
        CommandSpec root =
                CommandOptions.command(
                        "mcpsf",
                        "Runs an untrusted MCP server in an isolated sandbox, watches it, and"
                                + " reports.");
        root.addOption(CommandOptions.flag("Shows the version.", "-V", "--version"));
        root.usageMessage()
                .footer(
                        "",
                        "Start with:  mcpsf assess SOURCE",
                        "",
                        "Exit codes: 0 no findings at or above --fail-on, 1 findings, 2 usage or"
                                + " internal error,",
                        "            3 inconclusive, 130 interrupted");
        return root;
    }

    private static String unknown(UnmatchedArgumentException e) {
        String word = e.getUnmatched().getFirst();
        if (word.startsWith("-")) {
            return "unknown option: " + word;
        }
        return e.getCommandLine().getCommandName().equals("mcpsf")
                ? "unknown command: " + word
                : "unknown argument: " + String.join(" ", e.getUnmatched());
    }

    private static String noneSuch(UnmatchedArgumentException e) {
        String command = e.getCommandLine().getCommandName();
        return e.getUnmatched().getFirst().startsWith("-") || command.equals("mcpsf")
                ? command + " does not have it"
                : command + " takes no more arguments";
    }

    private static String meant(UnmatchedArgumentException e) {
        String word = e.getUnmatched().getFirst();
        CommandLine command = e.getCommandLine();
        List<String> known =
                word.startsWith("-")
                        ? command.getCommandSpec().options().stream()
                                .flatMap(option -> Stream.of(option.names()))
                                .toList()
                        : List.copyOf(command.getSubcommands().keySet());
        int equals = word.indexOf('=');
        return Spelling.nearest(equals > 0 ? word.substring(0, equals) : word, known)
                .map(near -> "did you mean %s? ".formatted(near))
                .orElse("");
    }

    private static String help(ParameterException e) {
        String command = e.getCommandLine().getCommandName();
        return command.equals("mcpsf") ? "mcpsf help" : "mcpsf help " + command;
    }

    private int complain(Throwable thrown, String what, String why, String next) {
        var lines = new ArrayList<String>();
        lines.add("mcpsf: " + what);
        if (!why.isEmpty()) {
            lines.add("  why:  " + phrase(why));
        }
        lines.add("  next: " + (next.isEmpty() ? "mcpsf help shows all commands" : phrase(next)));
        lines.forEach(line -> console.err().println(Printable.line(line)));
        if (console.env().getOrDefault("MCPSF_DEBUG", "").equals("1")) {
            thrown.printStackTrace(console.err());
        }
        return ExitCode.FAILED;
    }

    /** Part of one sentence, whoever wrote it: no capital at the beginning, no full stop. */
    private static String phrase(String text) {
        String open = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        return CAPITAL.matcher(open).lookingAt()
                ? open.substring(0, 1).toLowerCase(Locale.ROOT) + open.substring(1)
                : open;
    }

    private static String firstLine(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null
                ? thrown.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }
}
