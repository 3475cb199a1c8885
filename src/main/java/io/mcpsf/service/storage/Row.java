package io.mcpsf.service.storage;

import org.jspecify.annotations.Nullable;

import java.sql.ResultSet;
import java.sql.SQLException;

/** One row of an answer. Times are milliseconds since 1970; zero stands for none. */
public final class Row {

    private final ResultSet set;
    private final Sealer sealer;

    Row(ResultSet set, Sealer sealer) {
        this.set = set;
        this.sealer = sealer;
    }

    public String text(String column) throws SQLException {
        String value = set.getString(column);
        return value == null ? "" : value;
    }

    /** A {@link Sealed} value, by the same words about it. */
    public String unsealed(String column, String about) throws SQLException {
        return sealer.openColumn(about, text(column));
    }

    public long number(String column) throws SQLException {
        return set.getLong(column);
    }

    public int small(String column) throws SQLException {
        return set.getInt(column);
    }

    public boolean fact(String column) throws SQLException {
        return set.getLong(column) != 0;
    }

    /** Makes something of a row. */
    @FunctionalInterface
    public interface Reader<T extends @Nullable Object> {
        T read(Row row) throws SQLException;
    }
}
