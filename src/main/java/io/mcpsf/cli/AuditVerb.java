package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;
import io.mcpsf.service.Foundation;
import io.mcpsf.service.access.AuditChain;
import io.mcpsf.text.Counted;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code audit verify}: walks the chain of the audit log. */
record AuditVerb(Console console) implements Verb {

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "audit",
                        "Verifies that the audit log of a service is complete and unchanged. Exits"
                                + " with 1 if not.");
        spec.addPositional(CommandOptions.word("ACTION", "1", "verify."));
        spec.addOption(
                CommandOptions.option(
                        "HASH",
                        "A head that was stored elsewhere and must be in the log.",
                        "--head"));
        ServiceWords.declare(spec);
        return spec;
    }

    @Override
    public int run(ParseResult words) {
        if (!CommandOptions.first(words).equals("verify")) {
            throw new UsageException(
                    CommandOptions.first(words) + ": unknown action of audit",
                    "the only action is verify",
                    "mcpsf audit verify");
        }
        String head = CommandOptions.value(words, "--head", "");
        try (Foundation foundation = ServiceWords.open(words, console.env())) {
            var chain = new AuditChain(foundation.place().master(), foundation.auditPin());
            AuditChain.Verification found = foundation.database().read(chain::verify);
            boolean there =
                    head.isEmpty()
                            || foundation
                                            .database()
                                            .read(
                                                    sql ->
                                                            sql.number(
                                                                    "SELECT count(*) FROM audit"
                                                                            + " WHERE hash = ?",
                                                                    head))
                                    > 0;
            if (!found.whole()) {
                console.out().println("the audit log is broken: " + found.trouble());
                return ExitCode.FINDINGS;
            }
            if (!there) {
                console.out()
                        .println("the audit log is broken: it does not contain the stored head");
                return ExitCode.FINDINGS;
            }
            console.out()
                    .println(
                            "intact: %s, head %s"
                                    .formatted(
                                            Counted.of(found.entries(), "entry", "entries"),
                                            found.head()));
            return ExitCode.FINE;
        }
    }
}
