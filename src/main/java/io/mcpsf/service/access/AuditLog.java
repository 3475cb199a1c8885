package io.mcpsf.service.access;

import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.MasterKey;
import io.mcpsf.service.storage.Row;
import io.mcpsf.service.storage.Sql;
import io.mcpsf.service.storage.StorageException;

import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Who did what, append-only. Each entry is chained to the one before it ({@link AuditChain}). Many
 * entries are written at once by one thread; whoever adds one waits only when the queue is full, so
 * that none is ever left out. Equal refusals are one entry with their count ({@link AuditTally}).
 */
public final class AuditLog implements AutoCloseable {

    /** In place of a key where nobody asked. */
    private static final String SERVICE = "service";

    private static final int MOST_WAITING = 10_000;
    private static final int MOST_AT_ONCE = 500;
    private static final long AGAIN_MILLIS = 250;

    private final Database database;
    private final AuditChain chain;
    private final AuditEnds ends;
    private final InstantSource clock;
    private final Consumer<String> trouble;
    private final AuditTally tally = new AuditTally();
    private final BlockingQueue<Waiting> queue = new ArrayBlockingQueue<>(MOST_WAITING);
    private final Thread writer;
    private volatile boolean closing;

    /** What is to be written down. */
    public record Access(
            String keyId, String role, String from, String action, String resource, int status) {}

    private record Waiting(AuditEntry entry, CompletableFuture<Long> written) {}

    public AuditLog(
            Database database,
            MasterKey master,
            AuditPin pin,
            InstantSource clock,
            Consumer<String> trouble) {
        this.database = database;
        this.chain = new AuditChain(master, pin);
        this.ends = new AuditEnds(pin, master, trouble);
        this.clock = clock;
        this.trouble = trouble;
        this.writer = Thread.ofPlatform().daemon().name("audit").unstarted(this::write);
    }

    public AuditLog start() {
        if (database.read(ends::begin)) {
            var first = new Access(SERVICE, "", "", "auditKeyed", "", 200);
            queue.add(new Waiting(entry(first, 1), new CompletableFuture<>()));
        }
        writer.start();
        return this;
    }

    /**
     * Completed with its number when it is safely written. A refusal that is equal to one of the
     * last minute is only counted, completed with zero, and written with the count of the minute.
     */
    public CompletableFuture<Long> add(Access access) throws InterruptedException {
        if (access.status() >= 400 && tally.counts(access, clock.millis())) {
            return CompletableFuture.completedFuture(0L);
        }
        var written = new CompletableFuture<Long>();
        queue.put(new Waiting(entry(access, 1), written));
        return written;
    }

    private AuditEntry entry(Access access, long times) {
        return new AuditEntry(
                0,
                clock.millis(),
                access.keyId(),
                access.role(),
                access.from(),
                access.action(),
                access.resource(),
                access.status(),
                times,
                false,
                "");
    }

    /**
     * The newest first, of the keys of a team or of all when it is empty; {@code before} is a
     * number, or zero for the end.
     */
    public List<AuditEntry> page(String team, String keyId, long before, int limit) {
        return database.read(
                sql ->
                        sql.all(
                                "SELECT * FROM audit WHERE (? = '' OR key_id IN (SELECT id FROM"
                                        + " access_keys WHERE team = ?)) AND (? = '' OR key_id = ?)"
                                        + " AND (? = 0 OR n < ?) ORDER BY n DESC LIMIT ?",
                                AuditLog::entry,
                                team,
                                team,
                                keyId,
                                keyId,
                                before,
                                before,
                                limit));
    }

    public AuditChain.Verification verify() {
        return database.read(chain::verify);
    }

    private void write() {
        var batch = new ArrayList<Waiting>();
        try {
            while (!closing || !queue.isEmpty() || !batch.isEmpty() || !tally.isEmpty()) {
                if (batch.isEmpty()) {
                    for (AuditTally.Counted counted : tally.over(clock.millis(), closing)) {
                        batch.add(
                                new Waiting(
                                        entry(counted.access(), counted.times()),
                                        new CompletableFuture<>()));
                    }
                    Waiting first = queue.poll(batch.isEmpty() ? 100 : 0, TimeUnit.MILLISECONDS);
                    if (first != null) {
                        batch.add(first);
                        queue.drainTo(batch, MOST_AT_ONCE - 1);
                    }
                    if (batch.isEmpty()) {
                        continue;
                    }
                }
                try {
                    List<AuditEntry> entries = database.write(sql -> append(sql, batch));
                    ends.added(entries);
                    for (int i = 0; i < batch.size(); i++) {
                        batch.get(i).written().complete(entries.get(i).n());
                    }
                    batch.clear();
                } catch (StorageException e) {
                    // Kept and tried again: an access that is not written down must not be lost.
                    trouble.accept("cannot write the audit log: " + e.getMessage());
                    if (closing) {
                        batch.forEach(w -> w.written().completeExceptionally(e));
                        batch.clear();
                        return;
                    }
                    Thread.sleep(AGAIN_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<AuditEntry> append(Sql sql, List<Waiting> batch) throws SQLException {
        // Taking the head for writing lets one process at a time go on with the chain.
        sql.change("UPDATE audit_head SET n = n WHERE id = 1");
        AuditChain.Head head = AuditChain.head(sql);
        ends.seen(head);
        var entries = new ArrayList<AuditEntry>();
        var rows = new ArrayList<Object[]>();
        for (Waiting waiting : batch) {
            AuditEntry entry = chain.next(head, waiting.entry());
            head = new AuditChain.Head(entry.n(), entry.hash());
            entries.add(entry);
            rows.add(
                    new Object[] {
                        entry.n(),
                        entry.at(),
                        entry.keyId(),
                        entry.role(),
                        entry.from(),
                        entry.action(),
                        entry.resource(),
                        entry.status(),
                        entry.keyed(),
                        entry.hash(),
                        entry.times()
                    });
        }
        sql.changeAll("INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows);
        sql.change("UPDATE audit_head SET n = ?, hash = ? WHERE id = 1", head.n(), head.hash());
        return entries;
    }

    static AuditEntry entry(Row row) throws SQLException {
        return new AuditEntry(
                row.number("n"),
                row.number("at"),
                row.text("key_id"),
                row.text("role"),
                row.text("origin"),
                row.text("action"),
                row.text("resource"),
                row.small("status"),
                row.number("times"),
                row.fact("keyed"),
                row.text("hash"));
    }

    @Override
    public void close() {
        closing = true;
        try {
            writer.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
