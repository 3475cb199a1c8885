package io.mcpsf.service.access;

import io.mcpsf.service.access.AuditChain.Head;
import io.mcpsf.service.access.AuditPin.Kept;
import io.mcpsf.service.access.AuditPin.State;
import io.mcpsf.service.storage.MasterKey;
import io.mcpsf.service.storage.Sql;

import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Moves the pin along as the log grows. A log that does not hold what was pinned was cut or written
 * anew: the pin then stays where it was, as a witness.
 */
final class AuditEnds {

    private final AuditPin pin;
    private final MasterKey master;
    private final Consumer<String> trouble;
    private Kept kept = new Kept(new Head(0, ""), new Head(0, ""));
    private boolean witness;

    AuditEnds(AuditPin pin, MasterKey master, Consumer<String> trouble) {
        this.pin = pin;
        this.master = master;
        this.trouble = trouble;
    }

    /** Whether the log is still to be begun with the key: nothing in it was made with it. */
    boolean begin(Sql sql) throws SQLException {
        Head first =
                sql.first(
                                "SELECT n, hash FROM audit WHERE keyed = 1 ORDER BY n LIMIT 1",
                                row -> new Head(row.number("n"), row.text("hash")))
                        .orElse(new Head(0, ""));
        switch (pin.read()) {
            case State.None() -> {
                // A log from before there was a pin, or a machine that is new to it.
                kept = new Kept(first, AuditChain.head(sql));
                if (first.n() > 0) {
                    save();
                }
            }
            case State.Forged() -> bearWitness("the pin is not of this key");
            case State.Unsigned(Kept known) -> {
                if (first.n() > 0) {
                    bearWitness("the pin was made without the key");
                } else {
                    goOn(sql, known);
                }
            }
            case State.Pinned(Kept known) -> goOn(sql, known);
        }
        return master.given() && first.n() == 0;
    }

    private void goOn(Sql sql, Kept known) throws SQLException {
        kept = known;
        long there =
                sql.number(
                        "SELECT count(*) FROM audit WHERE n = ? AND hash = ?",
                        known.last().n(),
                        known.last().hash());
        if (known.last().n() > 0 && there == 0) {
            bearWitness("it no longer contains entry %d".formatted(known.last().n()));
        }
    }

    /** Looks at the end of the log before something is added. */
    void seen(Head head) {
        boolean shorter = head.n() < kept.last().n();
        boolean other = head.n() == kept.last().n() && !head.hash().equals(kept.last().hash());
        if (!witness && kept.last().n() > 0 && (shorter || other)) {
            bearWitness("it no longer ends with entry %d".formatted(kept.last().n()));
        }
    }

    /** What was added is there to stay. */
    void added(List<AuditEntry> entries) {
        if (witness || entries.isEmpty()) {
            return;
        }
        AuditEntry last = entries.getLast();
        Head first = kept.first();
        if (first.n() == 0) {
            first =
                    entries.stream()
                            .filter(AuditEntry::keyed)
                            .findFirst()
                            .map(e -> new Head(e.n(), e.hash()))
                            .orElse(first);
        }
        kept = new Kept(first, new Head(last.n(), last.hash()));
        save();
    }

    private void save() {
        try {
            pin.write(kept);
        } catch (UncheckedIOException e) {
            trouble.accept(String.valueOf(e.getMessage()));
        }
    }

    private void bearWitness(String why) {
        witness = true;
        trouble.accept("the audit log was truncated or rewritten: " + why);
    }
}
