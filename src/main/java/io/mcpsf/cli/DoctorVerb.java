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
                CommandOptions.command(
                        "doctor",
                        "Checks this machine, and shows what is missing and how to fix it.");
        spec.addOption(
                CommandOptions.option(
                        "RUNTIME",
                        "Installs a sandbox runtime: runsc (gVisor) or vm (QEMU).",
                        "--install"));
        spec.addOption(
                CommandOptions.flag(
                        "Checks instead what the Kubernetes cluster of the kubeconfig or of this"
                                + " pod lets mcpsf worker do.",
                        "--kubernetes"));
        spec.addOption(
                CommandOptions.option(
                        "N", "With --kubernetes: the namespace of the jobs.", "--namespace"));
        KubernetesWords.declarePods(spec);
        return spec.addOption(CommandOptions.colour());
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        String wanted = CommandOptions.value(words, "--install", "");
        if (!wanted.isEmpty()) {
            ports.installing().install(wanted, console.out()::println);
            return ExitCode.FINE;
        }
        var style =
                new Style(
                        console.outScreen(
                                CommandOptions.choice(words, "--color", CommandOptions.COLOURS)));
        boolean cluster = KubernetesWords.asked(words);
        if (!cluster) {
            KubernetesWords.refuseWithout(words);
        }
        List<Check> checks =
                cluster
                        ? ClusterCheckup.of(
                                KubernetesWords.access(words, console.env()),
                                KubernetesWords.pods(words))
                        : ports.checkup().get();
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
        String verb = cluster ? "worker --kubernetes" : "assess";
        console.out()
                .println(
                        missing
                                ? "not ready: mcpsf %s does not work here yet".formatted(verb)
                                : "ready");
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
