package io.mcpsf.cli;

import io.mcpsf.json.Json;
import io.mcpsf.run.scanning.ScanPlanner;
import io.mcpsf.run.scanning.ScopeJson;
import io.mcpsf.scope.ProjectScope;
import io.mcpsf.scope.ProjectScope.Service;
import io.mcpsf.text.JsonText;
import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** {@code scope}: what belongs to a project and may be scanned, each entry with its reason. */
record ScopeVerb(Console console) implements Verb {

    private static final List<String> FORMATS = List.of("text", "json");
    private static final int WIDE = 160;

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "scope",
                        "Shows what belongs to a project and may be scanned, and what may not;"
                                + " sends nothing.");
        spec.addPositional(CommandOptions.word("PROJECT", "0..1", "A folder (default: this one)."));
        spec.addOption(
                CommandOptions.option(
                        "FILE",
                        "Scope file of your own; it may name what is otherwise left out.",
                        "--scope"));
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
        Path project = Path.of(words.matchedPositionalValue(0, "")).toAbsolutePath().normalize();
        ProjectScope scope = ScanPlanner.scope(project, CommandOptions.value(words, "--scope", ""));
        if (format.equals("json")) {
            console.out().print(JsonText.visible(Json.pretty(ScopeJson.of(scope))));
        } else {
            print(style, scope);
        }
        return ExitCode.FINE;
    }

    private void print(Style style, ProjectScope scope) {
        title(style, "Services", scope.services().size());
        for (Service service : scope.services()) {
            String address = service.address().isEmpty() ? "address unknown" : service.address();
            line(style, service.name() + "  " + address + "  " + ports(service), service.why());
        }
        title(style, "Networks", scope.networks().size());
        scope.networks().forEach(network -> line(style, range(network), network.why()));
        title(style, "Listening on this machine", scope.ports().size());
        scope.ports().forEach(port -> line(style, port.port() + "  " + port.process(), port.why()));
        title(style, "Not scanned", scope.excludes().size());
        scope.excludes().forEach(exclude -> line(style, exclude.what(), exclude.why()));
        scope.unreadable()
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
        console.out().println("Nothing was sent.");
    }

    private void title(Style style, String words, int count) {
        console.out().println();
        console.out().println(style.bold(words) + (count == 0 ? style.dim("  none") : ""));
    }

    private void line(Style style, String what, String why) {
        console.out()
                .println(
                        "  "
                                + Printable.line(what, WIDE)
                                + "  "
                                + style.dim(Printable.line(why, WIDE)));
    }

    private static String ports(Service service) {
        return service.ports().stream()
                        .limit(20)
                        .map(String::valueOf)
                        .collect(Collectors.joining(","))
                + (service.ports().size() > 20 ? ",…" : "");
    }

    private static String range(ProjectScope.Network network) {
        return network.range().base().getHostAddress() + "/" + network.range().bits();
    }
}
