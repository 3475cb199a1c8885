package io.mcpsf.cli;

import io.mcpsf.run.request.Check;
import io.mcpsf.text.Columns;
import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.util.List;

/** {@code doctor}: what is here, what is missing, what follows, and the command that fixes it. */
record DoctorVerb(Console console, Ports ports) implements Verb {

    private static final int WHAT = 22;

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                Words.command(
                        "doctor",
                        "Checks this machine, and shows what is missing and how to fix it.");
        spec.addOption(
                Words.option(
                        "RUNTIME", "Installs a sandbox runtime: runsc (gVisor).", "--install"));
        return spec.addOption(Words.colour());
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        String wanted = Words.value(words, "--install", "");
        if (!wanted.isEmpty()) {
            ports.installing().install(wanted, console.out()::println);
            return ExitCode.FINE;
        }
        var style = new Style(console.outScreen(Words.choice(words, "--color", Words.COLOURS)));
        List<Check> checks = ports.checkup().get();
        for (Check check : checks) {
            console.out()
                    .println(
                            sign(check, style)
                                    + " "
                                    + style.bold(what(check))
                                    + " "
                                    + line(check.found()));
            String margin = " ".repeat(WHAT + 3);
            if (!check.follows().isEmpty()) {
                console.out().println(margin + line(check.follows()));
            }
            if (!check.mend().isEmpty()) {
                console.out().println(margin + "fix:  " + style.bold(line(check.mend())));
            }
        }
        boolean missing = checks.stream().anyMatch(c -> c.state() == Check.State.MISSING);
        console.out().println();
        console.out().println(missing ? "not ready: mcpsf assess does not work here yet" : "ready");
        return missing ? ExitCode.FAILED : ExitCode.FINE;
    }

    private static String sign(Check check, Style style) {
        return switch (check.state()) {
            case GOOD -> style.good(style.sign("✓", "+"));
            case WEAK -> style.warn("!");
            case MISSING -> style.bad(style.sign("✗", "x"));
        };
    }

    private static String what(Check check) {
        return Columns.pad(Printable.line(check.what(), WHAT), WHAT);
    }

    private static String line(String text) {
        return Printable.line(text);
    }
}
