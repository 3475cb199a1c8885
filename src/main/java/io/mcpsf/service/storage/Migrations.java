package io.mcpsf.service.storage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;

/**
 * Brings the schema up to date: numbered files, the same for both dialects, each run once and in
 * one transaction. A file that was released is never edited; a newer schema than ours is refused.
 */
final class Migrations {

    private static final List<String> STEPS =
            List.of(
                    "001-first.sql",
                    "002-counted.sql",
                    "003-teams.sql",
                    "004-executions.sql",
                    "005-snapshots.sql");

    private Migrations() {}

    static void run(Database database) {
        database.write(
                sql -> {
                    if (sql.dialect() == Dialect.POSTGRESQL) {
                        // Several services may start at once; the others wait here.
                        sql.number("SELECT 1 FROM pg_advisory_xact_lock(841400001)");
                    }
                    sql.change(
                            "CREATE TABLE IF NOT EXISTS schema_steps (step BIGINT PRIMARY KEY, done"
                                    + " BIGINT NOT NULL)");
                    long known = sql.number("SELECT coalesce(max(step), 0) FROM schema_steps");
                    if (known > STEPS.size()) {
                        throw new StorageException(
                                "the database was created by a newer mcpsf (schema %d; this version supports %d)"
                                        .formatted(known, STEPS.size()));
                    }
                    for (int i = (int) known; i < STEPS.size(); i++) {
                        step(sql, STEPS.get(i));
                        sql.change("INSERT INTO schema_steps VALUES (?, {now})", i + 1L);
                    }
                    return known;
                });
    }

    private static void step(Sql sql, String name) throws SQLException {
        for (String statement : text(name).split(";\\s*\n")) {
            String words = statement.replaceAll("(?m)^\\s*--.*$", "").strip();
            if (!words.isEmpty()) {
                sql.change(words);
            }
        }
    }

    private static String text(String name) {
        try (InputStream in = Migrations.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new StorageException("the schema " + name + " is missing from the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
