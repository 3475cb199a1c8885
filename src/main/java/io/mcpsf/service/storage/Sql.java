package io.mcpsf.service.storage;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Words to the database within one connection. Values are always parameters, never joined in. */
public final class Sql {

    private final Connection connection;
    private final Dialect dialect;
    private final Sealer sealer;

    Sql(Connection connection, Dialect dialect, Sealer sealer) {
        this.connection = connection;
        this.dialect = dialect;
        this.sealer = sealer;
    }

    public Dialect dialect() {
        return dialect;
    }

    public <T> List<T> all(String sql, Row.Reader<T> reader, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(sql, values);
                ResultSet set = statement.executeQuery()) {
            var rows = new ArrayList<T>();
            var row = new Row(set, sealer);
            while (set.next()) {
                rows.add(reader.read(row));
            }
            return rows;
        }
    }

    public <T> Optional<T> first(String sql, Row.Reader<T> reader, Object... values)
            throws SQLException {
        return all(sql, reader, values).stream().findFirst();
    }

    /** The one number that is asked for. */
    public long number(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(sql, values);
                ResultSet set = statement.executeQuery()) {
            return set.next() ? set.getLong(1) : 0;
        }
    }

    /** How many rows were changed. */
    public int change(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(sql, values)) {
            return statement.executeUpdate();
        }
    }

    /** The same words for each of many. */
    public void changeAll(String sql, List<Object[]> each) throws SQLException {
        if (each.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(dialect.words(sql))) {
            for (Object[] values : each) {
                fill(statement, values);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private PreparedStatement prepared(String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(dialect.words(sql));
        fill(statement, values);
        return statement;
    }

    private void fill(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            switch (values[i]) {
                case String text -> statement.setString(i + 1, text.replace("\u0000", "\uFFFD"));
                case Sealed value -> statement.setString(i + 1, sealer.sealColumn(value));
                case Long number -> statement.setLong(i + 1, number);
                case Integer number -> statement.setLong(i + 1, number);
                case Boolean fact -> statement.setLong(i + 1, fact ? 1 : 0);
                case Enum<?> word -> statement.setString(i + 1, word.name());
                default -> throw new IllegalArgumentException("no value: " + values[i].getClass());
            }
        }
    }
}
