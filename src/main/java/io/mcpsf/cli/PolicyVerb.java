package io.mcpsf.cli;

import io.mcpsf.model.Verdict;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.policy.PolicyWords;
import io.mcpsf.report.Report;
import io.mcpsf.report.profile.Profiles;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.util.List;

/** {@code policy explain|check FILE}, {@code policy from-case CASE}. */
record PolicyVerb(Console console, Ports ports) implements Verb {

    private static final List<String> ACTS = List.of("explain", "check", "from-case");

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "policy",
                        "Explains or checks a policy file, or proposes one from an assessment.");
        spec.addPositional(CommandOptions.word("ACT", "1", "explain, check or from-case."));
        spec.addPositional(
                CommandOptions.second(
                        "FILE|CASE",
                        "A policy file or the name of a preset (%s); for from-case, a case."
                                .formatted(String.join(", ", PolicyLayer.PRESETS))));
        spec.usageMessage()
                .footer("", "Exit codes: 0 the policy is valid, 2 invalid (all errors are listed)");
        return spec;
    }

    @Override
    public int run(ParseResult words) {
        String act = CommandOptions.first(words);
        String what = CommandOptions.second(words);
        return switch (act) {
            case "explain" -> explain(what);
            case "check" -> check(what);
            case "from-case" -> propose(what);
            default ->
                    throw new UsageException(
                            "unknown action: policy " + act,
                            "the actions are " + String.join(", ", ACTS),
                            "mcpsf help policy");
        };
    }

    private int explain(String word) {
        PolicyWords.explain(PolicyFile.merged(word, console.err())).forEach(this::say);
        return ExitCode.FINE;
    }

    private int check(String word) {
        PolicyFile.merged(word, console.err());
        say(word + " is a valid policy; mcpsf policy explain " + word + " shows what it allows");
        return ExitCode.FINE;
    }

    private int propose(String word) {
        KnownCase known = KnownCase.of(word);
        Report report =
                Report.of(
                        known.evidence(),
                        ports.judging().apply(known.evidence()),
                        ports.rules().get());
        if (report.judgement().verdict() == Verdict.MALICIOUS) {
            throw new UsageException(
                    "no policy is proposed for this case",
                    "the verdict is MALICIOUS; no policy makes it safe to run",
                    "see report.html in the case folder");
        }
        console.out().print(new Profiles(report).policy());
        return ExitCode.FINE;
    }

    private void say(String line) {
        console.out().println(Printable.line(line));
    }
}
