package io.mcpsf.service.worker;

import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.Row;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** The list of workers, which each signs every few seconds. */
public final class WorkerRegistry {

    private static final long EVERY_NANOS = Duration.ofSeconds(3).toNanos();
    private static final long RECENT_MILLIS = Duration.ofMinutes(2).toMillis();

    private final Database database;
    private final String host;
    private final String version;
    private final ConcurrentHashMap<String, Long> signed = new ConcurrentHashMap<>();

    public WorkerRegistry(Database database, String host, String version) {
        this.database = database;
        this.host = host;
        this.version = version;
    }

    /** One of them; {@code heard} in milliseconds since 1970. */
    public record Present(
            String id, String host, String version, int slots, int running, long heard) {}

    void sign(String id, int slots, int running) {
        long now = System.nanoTime();
        Long last = signed.get(id);
        if (last != null && now - last < EVERY_NANOS) {
            return;
        }
        database.write(
                sql ->
                        sql.change(
                                "INSERT INTO workers VALUES (?, ?, ?, ?, ?, {now}) ON CONFLICT (id)"
                                        + " DO UPDATE SET slots = excluded.slots, running ="
                                        + " excluded.running, heard = excluded.heard",
                                id,
                                host,
                                version,
                                slots,
                                running));
        signed.put(id, now);
    }

    void leave(String id) {
        database.write(sql -> sql.change("DELETE FROM workers WHERE id = ?", id));
    }

    public List<Present> all() {
        return database.read(
                sql ->
                        sql.all(
                                "SELECT * FROM workers WHERE heard > {now} - ? ORDER BY host, id",
                                WorkerRegistry::read,
                                RECENT_MILLIS));
    }

    /** Forgets those that were not heard of for long. */
    public void sweep() {
        database.write(
                sql -> sql.change("DELETE FROM workers WHERE heard < {now} - ?", RECENT_MILLIS));
    }

    private static Present read(Row row) throws SQLException {
        return new Present(
                row.text("id"),
                row.text("host"),
                row.text("version"),
                row.small("slots"),
                row.small("running"),
                row.number("heard"));
    }
}
