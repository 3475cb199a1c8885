package io.mcpsf.boundary.service;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The statements by which a database tells about itself: SHOW, DESCRIBE and EXPLAIN. */
final class SqlShow {

    private final SampleTables tables;
    private final String version;
    private final UnaryOperator<String> known;

    /** {@code known} says what a setting is. */
    SqlShow(SampleTables tables, String version, UnaryOperator<String> known) {
        this.tables = tables;
        this.version = version;
        this.known = known;
    }

    ResultTable show(List<SqlToken> tokens) {
        String words =
                String.join(" ", tokens.stream().map(SqlToken::lower).toList())
                        .replaceFirst("^show (full |extended |global |session )*", "");
        if (words.startsWith("databases") || words.startsWith("schemas")) {
            return ResultTable.of("Database", "information_schema", "app");
        }
        if (words.startsWith("columns") || words.startsWith("fields")) {
            return columns(tokens);
        }
        if (words.startsWith("index") || words.startsWith("keys")) {
            return indexes(tokens);
        }
        if (words.startsWith("create table")) {
            return definition(tokens.getLast().lower());
        }
        if (words.startsWith("table status")) {
            return status();
        }
        if (words.startsWith("tables")) {
            boolean full = tokens.size() > 1 && tokens.get(1).is("full");
            List<String> names =
                    full ? List.of("Tables_in_app", "Table_type") : List.of("Tables_in_app");
            return new ResultTable(
                    names,
                    tables.all().stream()
                            .map(
                                    table ->
                                            full
                                                    ? List.of(table.name(), "BASE TABLE")
                                                    : List.of(table.name()))
                            .toList());
        }
        if (words.startsWith("variables") || words.startsWith("status")) {
            return new ResultTable(
                    List.of("Variable_name", "Value"), List.of(List.of("version", version)));
        }
        return ResultTable.of(words.replaceAll("\\W+", "_"), known.apply(words.replace(" ", "")));
    }

    ResultTable columns(List<SqlToken> tokens) {
        List<List<String>> rows = new ArrayList<>();
        tables.named(tokens)
                .ifPresent(
                        table ->
                                table.columns()
                                        .forEach(
                                                column ->
                                                        rows.add(
                                                                List.of(
                                                                        column.name(),
                                                                        column.mysqlType(),
                                                                        column.key() ? "NO" : "YES",
                                                                        column.key() ? "PRI" : "",
                                                                        "",
                                                                        column.key()
                                                                                ? "auto_increment"
                                                                                : ""))));
        return new ResultTable(List.of("Field", "Type", "Null", "Key", "Default", "Extra"), rows);
    }

    private ResultTable indexes(List<SqlToken> tokens) {
        List<String> names =
                List.of(
                        "Table",
                        "Non_unique",
                        "Key_name",
                        "Seq_in_index",
                        "Column_name",
                        "Index_type");
        return new ResultTable(
                names,
                tables.named(tokens).stream()
                        .map(table -> List.of(table.name(), "0", "PRIMARY", "1", "id", "BTREE"))
                        .toList());
    }

    private ResultTable definition(String name) {
        List<String> lines = new ArrayList<>();
        tables.table(name)
                .map(SqlTable::columns)
                .orElse(List.of())
                .forEach(column -> lines.add("  `" + column.name() + "` " + column.mysqlType()));
        String made =
                "CREATE TABLE `%s` (\n%s\n) ENGINE=InnoDB"
                        .formatted(name, String.join(",\n", lines));
        return new ResultTable(List.of("Table", "Create Table"), List.of(List.of(name, made)));
    }

    private ResultTable status() {
        return new ResultTable(
                List.of("Name", "Engine", "Rows", "Data_length", "Comment"),
                tables.all().stream()
                        .map(
                                table ->
                                        List.of(
                                                table.name(),
                                                "InnoDB",
                                                Integer.toString(table.rows().size()),
                                                "16384",
                                                ""))
                        .toList());
    }

    ResultTable explained(List<SqlToken> tokens, boolean mysql) {
        String relation = tables.named(tokens).map(SqlTable::name).orElse("users");
        if (mysql) {
            return new ResultTable(
                    List.of("id", "select_type", "table", "type", "rows", "Extra"),
                    List.of(List.of("1", "SIMPLE", relation, "ALL", "4", "Using where")));
        }
        String plan = "Seq Scan on %s  (cost=0.00..1.04 rows=4 width=40)".formatted(relation);
        boolean json = tokens.stream().limit(12).anyMatch(token -> token.is("json"));
        String tree =
                """
                [{"Plan":{"Node Type":"Seq Scan","Relation Name":"%s","Alias":"%s","Startup Cost":0.0,\
                "Total Cost":1.04,"Plan Rows":4,"Plan Width":40}}]\
                """
                        .formatted(relation, relation);
        return ResultTable.of("QUERY PLAN", json ? tree : plan);
    }
}
