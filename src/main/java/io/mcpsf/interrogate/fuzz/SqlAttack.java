package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.ProtocolObservation.AttackAnswered;

import tools.jackson.databind.node.StringNode;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One quote breaks the statement, two do not: the value stands inside an SQL text. The complaint of
 * the database counts only together with that difference.
 */
final class SqlAttack implements MultiStepAttack {

    private static final Set<String> STATEMENTS = Set.of("sql", "statement");

    private static final Pattern COMPLAINT =
            Pattern.compile(
                    "near \"|unrecognized token|SQLITE_ERROR|sqlite3?\\.\\w*Error|incomplete input"
                            + "|unterminated quoted string|syntax error at or near"
                            + "|You have an error in your SQL syntax|ORA-\\d{5}"
                            + "|Unclosed quotation mark|SQLSTATE|unexpected end of input|DuckDB");

    private final AttackSender sender;
    private final Sightings sightings;

    SqlAttack(AttackSender sender, Sightings sightings) {
        this.sender = sender;
        this.sightings = sightings;
    }

    @Override
    public String family() {
        return "sql-injection";
    }

    @Override
    public boolean suits(AttackTarget target, Traced traced) {
        return target.text()
                && target.words().stream().noneMatch(STATEMENTS::contains)
                && !traced.runAsCommand()
                && !COMPLAINT.matcher(traced.result().text()).find();
    }

    @Override
    public List<Probe> probes(AttackTarget target, Traced traced) {
        Mark mark = sender.mark();
        return List.of(new Probe(StringNode.valueOf(mark.nonce() + "'"), mark));
    }

    @Override
    public boolean promising(Traced traced, AttackResult probe) {
        return COMPLAINT.matcher(probe.text()).find();
    }

    @Override
    public Optional<Hit> run(AttackTarget target, Traced traced) throws InterruptedException {
        Mark one = sender.mark();
        Optional<AttackResult> broken =
                sender.sendAndAwait(target, family(), one.nonce() + "'", one);
        if (broken.isEmpty() || !COMPLAINT.matcher(broken.get().text()).find()) {
            return Optional.empty();
        }
        Mark two = sender.mark();
        Optional<AttackResult> whole =
                sender.sendAndAwait(target, family(), two.nonce() + "''", two);
        if (whole.isEmpty() || COMPLAINT.matcher(whole.get().text()).find()) {
            return Optional.empty();
        }
        Mark again = sender.mark();
        Optional<AttackResult> shown =
                sender.alone(target, family(), StringNode.valueOf(again.nonce() + "'"), again);
        if (shown.isEmpty() || !COMPLAINT.matcher(shown.get().text()).find()) {
            return Optional.empty();
        }
        return Optional.of(
                new Hit(
                        family(),
                        "one quote broke the query, two quotes did not",
                        false,
                        shown.get(),
                        sightings.with(again.nonce()).stream()
                                .filter(seen -> seen.what() instanceof AttackAnswered)
                                .toList()));
    }
}
