package io.mcpsf.boundary.service;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a small database says to a statement. It has the tables of {@link SampleTables}; a table
 * that it does not know is there and empty, with the columns that the statement asks for.
 */
final class FakeDatabase {

    private static final int MAX_STATEMENT = 16 << 10;

    private static final Set<String> ASKING =
            Set.of("select", "with", "values", "table", "show", "describe", "desc", "explain");

    private final String version;
    private final boolean mysql;
    private final SampleTables tables;
    private final SqlCatalogue catalogue;

    private FakeDatabase(String version, boolean mysql, SampleTables tables) {
        this.version = version;
        this.mysql = mysql;
        this.tables = tables;
        this.catalogue = new SqlCatalogue(tables, mysql ? "app" : "public");
    }

    /** {@code version} is what the database calls itself. */
    static FakeDatabase postgres(String version, SampleTables tables) {
        return new FakeDatabase(version, false, tables);
    }

    static FakeDatabase mysql(String version, SampleTables tables) {
        return new FakeDatabase(version, true, tables);
    }

    /** Rows for a statement that asks; for another one how many it changed, and the last number. */
    record Outcome(Optional<ResultTable> table, int changed, int number) {
        static Outcome changed(int rows) {
            return new Outcome(Optional.empty(), rows, 0);
        }
    }

    /** The first word of a statement, in capitals; empty for none. */
    static String verb(String hostile) {
        List<SqlToken> tokens = SqlToken.of(cut(hostile));
        return tokens.isEmpty() ? "" : tokens.getFirst().text().toUpperCase(Locale.ROOT);
    }

    /** The columns of the answer, without changing anything. */
    Optional<ResultTable> shape(String hostile, List<String> parameters) {
        List<SqlToken> tokens = SqlToken.of(cut(hostile));
        return asks(tokens) ? Optional.of(asked(tokens, parameters)) : SqlChange.shape(tokens);
    }

    Outcome answer(String hostile, List<String> parameters) {
        List<SqlToken> tokens = SqlToken.of(cut(hostile));
        if (tokens.isEmpty()) {
            return Outcome.changed(0);
        }
        return asks(tokens)
                ? new Outcome(Optional.of(asked(tokens, parameters)), 0, 0)
                : new SqlChange(tables, parameters).answer(tokens);
    }

    private static boolean asks(List<SqlToken> tokens) {
        return !tokens.isEmpty() && ASKING.contains(tokens.getFirst().lower());
    }

    private ResultTable asked(List<SqlToken> tokens, List<String> parameters) {
        var show = new SqlShow(tables, version, this::known);
        return switch (tokens.getFirst().lower()) {
            case "show" -> show.show(tokens);
            case "describe", "desc" -> show.columns(tokens);
            case "explain" -> show.explained(tokens, mysql);
            default -> select(tokens, parameters);
        };
    }

    private ResultTable select(List<SqlToken> tokens, List<String> parameters) {
        return new SqlSelect(tables, catalogue, mysql, this::known, parameters).answer(tokens);
    }

    /** What a function or a setting is, by what it is called. */
    private String known(String asked) {
        for (String[] known : KNOWN) {
            if (asked.contains(known[0])) {
                return known[1].isEmpty() ? version : known[1];
            }
        }
        return "";
    }

    /** In this order: what is contained in another stands behind it. */
    private static final String[][] KNOWN = {
        {"server_version_num", "160002"},
        {"version", ""},
        {"database", "app"},
        {"schema", "public"},
        {"current_user", "app"},
        {"session_user", "app"},
        {"user()", "app@%"},
        {"isolation", "read committed"},
        {"standard_conforming_strings", "on"},
        {"encoding", "UTF8"},
        {"character_set", "utf8mb4"},
        {"collation", "utf8mb4_general_ci"},
        {"sql_mode", "STRICT_TRANS_TABLES"},
        {"time_zone", "UTC"},
        {"autocommit", "1"},
        {"max_allowed_packet", "67108864"},
        {"lower_case_table_names", "0"},
        {"now()", "2026-11-01 08:12:44"},
        {"current_timestamp", "2026-11-01 08:12:44"},
        {"last_insert_id", "1"},
    };

    private static String cut(String hostile) {
        return hostile.length() > MAX_STATEMENT ? hostile.substring(0, MAX_STATEMENT) : hostile;
    }
}
