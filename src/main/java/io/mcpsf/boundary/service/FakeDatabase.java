package io.mcpsf.boundary.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a small, nearly empty database says to a statement. Columns are named as the statement asks
 * for them; the catalogue knows one table, every other table is there and empty.
 */
final class FakeDatabase {

    private static final int MAX_COLUMNS = 100;
    private static final int MAX_STATEMENT = 4 << 10;
    private static final Pattern NOISE = Pattern.compile("(?s)/\\*.*?\\*/|--[^\\n]*\\n?");
    private static final Pattern LIST =
            Pattern.compile("(?is)\\s*select\\s+(?:distinct\\s+)?(.*?)(\\sfrom\\s.*)?");
    private static final Pattern ALIAS = Pattern.compile("(?is)(.*?)\\s+as\\s+([\\w\"`$]+)");
    private static final Pattern CATALOGUE =
            Pattern.compile(
                    "(?is).*(information_schema|pg_catalog|pg_(?:tables|class|database)).*");

    private final String version;

    /** {@code version} is what the database calls itself. */
    FakeDatabase(String version) {
        this.version = version;
    }

    /** An answer in columns and rows; all values are text. */
    record Table(List<String> columns, List<List<String>> rows) {
        Table {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
        }

        private static Table of(String column, String... values) {
            List<List<String>> rows = new ArrayList<>();
            for (String value : values) {
                rows.add(List.of(value));
            }
            return new Table(List.of(column), rows);
        }
    }

    /** The first word of a statement, in capitals; empty for none. */
    static String verb(String hostile) {
        String[] words = clean(hostile).split("[\\s(;]+", 2);
        return words[0].toUpperCase(Locale.ROOT);
    }

    /** The table that answers a statement, or none for one that only does something. */
    Optional<Table> answer(String hostile) {
        String statement = clean(hostile);
        return switch (verb(statement)) {
            case "SELECT", "WITH", "VALUES", "TABLE" -> Optional.of(select(statement));
            case "SHOW" -> Optional.of(show(statement.toLowerCase(Locale.ROOT)));
            case "DESCRIBE", "DESC" -> Optional.of(columns());
            case "EXPLAIN" -> Optional.of(Table.of("QUERY PLAN", "Result  (cost=0.00..0.01)"));
            default ->
                    statement.toLowerCase(Locale.ROOT).contains(" returning ")
                            ? Optional.of(Table.of("id", "1"))
                            : Optional.empty();
        };
    }

    private Table select(String statement) {
        Matcher list = LIST.matcher(statement);
        if (!list.matches()) {
            return new Table(List.of("id"), List.of());
        }
        boolean from = list.group(2) != null;
        boolean catalogue = CATALOGUE.matcher(statement).matches();
        List<String> columns = new ArrayList<>();
        List<String> row = new ArrayList<>();
        boolean counted = false;
        for (String item : items(list.group(1))) {
            if (item.strip().endsWith("*")) {
                columns.addAll(List.of("id", "name"));
                row.addAll(List.of("1", "users"));
                continue;
            }
            Matcher alias = ALIAS.matcher(item.strip());
            String asked = alias.matches() ? alias.group(1) : item.strip();
            counted |= asked.toLowerCase(Locale.ROOT).startsWith("count(");
            columns.add(alias.matches() ? bare(alias.group(2)) : name(asked));
            row.add(value(asked.toLowerCase(Locale.ROOT)));
        }
        boolean one = !from || catalogue || counted;
        return new Table(columns, one ? List.of(row) : List.of());
    }

    private Table show(String statement) {
        if (statement.contains("databases")) {
            return Table.of("Database", "information_schema", "app");
        }
        if (statement.contains("columns")) {
            return columns();
        }
        if (statement.contains("tables")) {
            return Table.of("Tables_in_app", "users");
        }
        if (statement.contains("variables") || statement.contains("status")) {
            return new Table(
                    List.of("Variable_name", "Value"), List.of(List.of("version", version)));
        }
        String asked = statement.replaceFirst("^show\\s+", "").replaceAll("[;\\s]+$", "");
        return Table.of(asked.replaceAll("\\W+", "_"), value(asked));
    }

    private static Table columns() {
        return new Table(
                List.of("Field", "Type", "Null", "Key", "Default", "Extra"),
                List.of(
                        List.of("id", "int", "NO", "PRI", "", "auto_increment"),
                        List.of("name", "varchar(255)", "YES", "", "", "")));
    }

    private String value(String asked) {
        if (asked.matches("-?[0-9]{1,18}(\\.[0-9]{1,9})?")) {
            return asked;
        }
        if (asked.matches("'[^']{0,200}'.*")) {
            return asked.substring(1, asked.indexOf('\'', 1));
        }
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
        {"table_name", "users"},
        {"tablename", "users"},
        {"relname", "users"},
        {"datname", "app"},
        {"column_name", "id"},
        {"data_type", "integer"},
        {"table_type", "BASE TABLE"},
        {"is_nullable", "NO"},
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
        {"exists", "t"},
        {"count(", "1"},
        {"last_insert_id", "1"},
    };

    private static List<String> items(String list) {
        List<String> items = new ArrayList<>();
        int depth = 0;
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i < list.length() && items.size() < MAX_COLUMNS; i++) {
            char c = list.charAt(i);
            quoted ^= c == '\'';
            if (quoted) {
                continue;
            }
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth <= 0) {
                items.add(list.substring(start, i));
                start = i + 1;
            }
        }
        items.add(list.substring(start));
        return items;
    }

    private static String name(String asked) {
        if (asked.matches("[\\w.\"`]+") && !asked.matches("[0-9.]+")) {
            return bare(asked.substring(asked.lastIndexOf('.') + 1));
        }
        int open = asked.indexOf('(');
        if (open > 0) {
            String function = asked.substring(0, open);
            return bare(function.substring(function.lastIndexOf('.') + 1));
        }
        return asked.startsWith("@@") ? asked : "?column?";
    }

    private static String bare(String name) {
        return name.replaceAll("[\"`]", "");
    }

    private static String clean(String hostile) {
        String cut =
                hostile.length() > MAX_STATEMENT ? hostile.substring(0, MAX_STATEMENT) : hostile;
        return NOISE.matcher(cut).replaceAll(" ").strip().replaceAll("[;\\s]+$", "");
    }
}
