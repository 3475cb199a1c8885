package io.mcpsf.service.storage;

/** The two databases that are spoken. The schema and almost all words are the same in both. */
public enum Dialect {
    SQLITE("CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)", ""),
    POSTGRESQL(
            "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
            "FOR UPDATE SKIP LOCKED");

    private final String now;
    private final String skipLocked;

    Dialect(String now, String skipLocked) {
        this.now = now;
        this.skipLocked = skipLocked;
    }

    /**
     * {@code {now}} is the time of the database in milliseconds, so that machines need not agree
     * about it; {@code {skip}} passes over rows that another worker is taking right now.
     */
    String words(String sql) {
        return sql.replace("{now}", now).replace("{skip}", skipLocked);
    }
}
