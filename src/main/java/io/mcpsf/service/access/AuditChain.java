package io.mcpsf.service.access;

import io.mcpsf.service.storage.Digests;
import io.mcpsf.service.storage.MasterKey;
import io.mcpsf.service.storage.Sql;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import javax.crypto.Mac;

/**
 * The hash of each entry covers the entry and the hash before it, so that changing, removing or
 * moving one breaks all that follow. With a master key it is a keyed hash: whoever can write to the
 * database but does not have the key can't repair the chain either. Once keyed, always keyed: a log
 * under a key that does not begin and go on as it was pinned ({@link AuditPin}) is broken.
 */
public final class AuditChain {

    private static final int AT_ONCE = 2_000;

    private final MasterKey master;
    private final AuditPin pin;

    /** {@code pin} is what this machine knows of the log. */
    public AuditChain(MasterKey master, AuditPin pin) {
        this.master = master;
        this.pin = pin;
    }

    /** The last number and hash. */
    record Head(long n, String hash) {}

    /** What the walk along the chain found; {@code trouble} is empty when it is whole. */
    public record Verification(long entries, String head, String trouble) {
        public boolean whole() {
            return trouble.isEmpty();
        }
    }

    static Head head(Sql sql) throws SQLException {
        return sql.first(
                        "SELECT n, hash FROM audit_head WHERE id = 1",
                        row -> new Head(row.number("n"), row.text("hash")))
                .orElse(new Head(0, ""));
    }

    AuditEntry next(Head head, AuditEntry entry) {
        AuditEntry numbered = entry.with(head.n() + 1, master.given(), "");
        return numbered.with(numbered.n(), numbered.keyed(), hash(head.hash(), numbered));
    }

    /** Walks from the first entry to the head. */
    public Verification verify(Sql sql) throws SQLException {
        // The pin before the head: it is written after the entry that it tells of, so what is
        // added meanwhile can only make the log longer than the pin, never shorter.
        Pinned pinned = pinned();
        // The head before the walk: entries that are added meanwhile are none of its business.
        Head head = head(sql);
        Head at = new Head(0, "");
        boolean keyed = false;
        if (!pinned.trouble().isEmpty()) {
            return broken(at, pinned.trouble());
        }
        while (at.n() < head.n()) {
            List<AuditEntry> entries =
                    sql.all(
                            "SELECT * FROM audit WHERE n > ? AND n <= ? ORDER BY n LIMIT ?",
                            AuditLog::entry,
                            at.n(),
                            head.n(),
                            AT_ONCE);
            if (entries.isEmpty()) {
                return broken(at, "the entries after %d are missing".formatted(at.n()));
            }
            for (AuditEntry entry : entries) {
                if (entry.n() != at.n() + 1) {
                    return broken(at, "entry %d is missing".formatted(at.n() + 1));
                }
                if (keyed && !entry.keyed()) {
                    return broken(at, "entry %d was made without the key".formatted(entry.n()));
                }
                if (entry.keyed() && !master.given()) {
                    return broken(at, "entry %d needs the master key".formatted(entry.n()));
                }
                if (!hash(at.hash(), entry).equals(entry.hash())) {
                    return broken(at, "entry %d was changed or moved".formatted(entry.n()));
                }
                String unlike = pinned.unlike(entry, keyed);
                if (!unlike.isEmpty()) {
                    return broken(at, unlike);
                }
                keyed = entry.keyed();
                at = new Head(entry.n(), entry.hash());
            }
        }
        if (!at.hash().equals(head.hash())) {
            return broken(at, "the end of the log was changed");
        }
        if (sql.number("SELECT count(*) FROM audit WHERE n < 1") > 0) {
            return broken(at, "there are entries before the first");
        }
        if (at.n() < pinned.kept().last().n()) {
            return broken(at, "it ends before entry %d".formatted(pinned.kept().last().n()));
        }
        if (master.given() && at.n() > 0 && !keyed) {
            return broken(at, "it was made without the key");
        }
        if (keyed && pinned.kept().first().n() == 0) {
            return broken(at, "the pin of its first entry with the key is gone");
        }
        return new Verification(at.n(), at.hash(), "");
    }

    /** What has to be in the log, unless that itself was tampered with. */
    private record Pinned(AuditPin.Kept kept, String trouble) {

        /** How an entry differs from what is pinned; empty when it does not. */
        String unlike(AuditEntry entry, boolean keyedBefore) {
            boolean firstKeyed = entry.keyed() && !keyedBefore;
            Head first = kept.first();
            if (first.n() > 0 && firstKeyed != (entry.n() == first.n())) {
                return "entry %d should be the first with the key".formatted(first.n());
            }
            for (Head known : List.of(first, kept.last())) {
                if (known.n() == entry.n() && !known.hash().equals(entry.hash())) {
                    return "entry %d is not the one that was written".formatted(entry.n());
                }
            }
            return "";
        }
    }

    private Pinned pinned() {
        var nothing = new AuditPin.Kept(new Head(0, ""), new Head(0, ""));
        return switch (pin.read()) {
            case AuditPin.State.None() -> new Pinned(nothing, "");
            case AuditPin.State.Forged() -> new Pinned(nothing, "its pin is not of this key");
            case AuditPin.State.Unsigned(AuditPin.Kept _) ->
                    new Pinned(nothing, "its pin was made without the key");
            case AuditPin.State.Pinned(AuditPin.Kept kept) -> new Pinned(kept, "");
        };
    }

    private static Verification broken(Head at, String trouble) {
        return new Verification(at.n(), at.hash(), trouble);
    }

    private String hash(String before, AuditEntry entry) {
        var parts =
                new ArrayList<Object>(
                        List.of(
                                before,
                                entry.n(),
                                entry.at(),
                                entry.keyId(),
                                entry.role(),
                                entry.from(),
                                entry.action(),
                                entry.resource(),
                                entry.status(),
                                entry.keyed()));
        if (entry.times() != 1) {
            // Entries from before anything was counted keep their hash.
            parts.add(entry.times());
        }
        var text = new StringBuilder();
        for (Object part : parts) {
            String word = part.toString();
            // The length first, so that no two entries have the same text.
            text.append(word.length()).append(':').append(word).append('\n');
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (!entry.keyed()) {
            return Digests.sha256(bytes);
        }
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(master.derive("audit", new byte[0]));
            return HexFormat.of().formatHex(mac.doFinal(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HmacSHA256", e);
        }
    }
}
