package io.mcpsf.boundary.service;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the catalogues of PostgreSQL and MySQL say about the tables. A row has the names of all
 * relations of its kind, so that joins between them need not be worked out.
 */
final class SqlCatalogue {

    /** What a relation of the catalogue has one row for. */
    enum Kind {
        TABLE,
        COLUMN,
        INDEX,
        CONSTRAINT,
        SCHEMA,
        DATABASE,
        NOTHING
    }

    private static final Map<String, Kind> RELATIONS = new HashMap<>();

    static {
        named(Kind.TABLE, "tables", "pg_tables", "pg_class", "pg_stat_user_tables");
        named(Kind.TABLE, "pg_stat_all_tables", "pg_statio_user_tables");
        named(Kind.COLUMN, "columns", "pg_attribute");
        named(Kind.INDEX, "statistics", "pg_index", "pg_indexes", "pg_stat_user_indexes");
        named(Kind.CONSTRAINT, "table_constraints", "key_column_usage", "pg_constraint");
        named(Kind.CONSTRAINT, "constraint_column_usage", "referential_constraints");
        named(Kind.SCHEMA, "schemata", "pg_namespace");
        named(Kind.DATABASE, "pg_database", "pg_stat_database");
        named(Kind.NOTHING, "views", "routines", "triggers", "parameters", "pg_views", "pg_proc");
        named(Kind.NOTHING, "pg_matviews", "pg_trigger", "pg_type", "pg_enum", "pg_sequences");
        named(Kind.NOTHING, "pg_extension", "pg_available_extensions", "pg_stat_statements");
        named(Kind.NOTHING, "pg_description", "pg_settings", "pg_roles", "pg_stat_activity");
        named(Kind.NOTHING, "sequences", "processlist", "pg_locks", "check_constraints", "engines");
    }

    /** Names that are common enough to belong to somebody's own tables unless a schema says so. */
    private static final Set<String> PLAIN =
            Set.of("tables", "columns", "views", "routines", "triggers", "statistics", "engines");

    private final SampleTables tables;
    private final String schema;

    SqlCatalogue(SampleTables tables, String schema) {
        this.tables = tables;
        this.schema = schema;
    }

    private static void named(Kind kind, String... relations) {
        for (String relation : relations) {
            RELATIONS.put(relation, kind);
        }
    }

    /** Whether this is a relation of the catalogue; {@code schema} stands before it, or nothing. */
    static boolean has(String schema, String relation) {
        boolean catalogue = schema.equals("information_schema") || schema.equals("pg_catalog");
        return RELATIONS.containsKey(relation) && (catalogue || !PLAIN.contains(relation));
    }

    static Kind kind(String relation) {
        return RELATIONS.getOrDefault(relation, Kind.NOTHING);
    }

    List<Map<String, String>> rows(Kind kind) {
        List<Map<String, String>> rows = new ArrayList<>();
        switch (kind) {
            case SCHEMA -> rows.add(schemaRow());
            case DATABASE ->
                    rows.add(Map.of("datname", "app", "size", "8192", "pg_database_size", "8192"));
            case NOTHING -> {}
            case TABLE -> tables.all().forEach(table -> rows.add(tableRow(table)));
            case COLUMN -> tables.all().forEach(table -> columnRows(rows, table));
            case INDEX -> tables.all().forEach(table -> indexRow(rows, table));
            case CONSTRAINT -> tables.all().forEach(table -> constraintRows(rows, table));
        }
        return rows;
    }

    private Map<String, String> schemaRow() {
        return row("schema_name", schema, "nspname", schema, "schema_owner", "app", "oid", "2200");
    }

    private Map<String, String> tableRow(SqlTable table) {
        String rows = Integer.toString(table.rows().size());
        return row(
                "table_catalog",
                "app",
                "table_schema",
                schema,
                "table_name",
                table.name(),
                "table_type",
                "BASE TABLE",
                "schemaname",
                schema,
                "tablename",
                table.name(),
                "tableowner",
                "app",
                "nspname",
                schema,
                "relname",
                table.name(),
                "relkind",
                "r",
                "relid",
                table.name(),
                "attrelid",
                table.name(),
                "indrelid",
                table.name(),
                "conrelid",
                table.name(),
                "reltuples",
                rows,
                "n_live_tup",
                rows,
                "table_rows",
                rows,
                "engine",
                "InnoDB",
                "data_length",
                "16384",
                "index_length",
                "0",
                "table_comment",
                "",
                "obj_description",
                "",
                "pg_total_relation_size",
                "16384",
                "pg_relation_size",
                "8192",
                "pg_size_pretty",
                "16 kB",
                "pg_get_userbyid",
                "app");
    }

    private void columnRows(List<Map<String, String>> rows, SqlTable table) {
        int number = 0;
        for (SqlTable.Column column : table.columns()) {
            Map<String, String> row = new LinkedHashMap<>(tableRow(table));
            String position = Integer.toString(++number);
            String base = column.mysqlType().replaceFirst("\\(.*", "");
            row.putAll(
                    row(
                            "column_name",
                            column.name(),
                            "ordinal_position",
                            position,
                            "column_default",
                            "",
                            "is_nullable",
                            column.key() ? "NO" : "YES",
                            "data_type",
                            schema.equals("public") ? column.type() : base,
                            "udt_name",
                            column.type().equals("integer") ? "int4" : column.type(),
                            "character_maximum_length",
                            "",
                            "column_type",
                            column.mysqlType(),
                            "column_key",
                            column.key() ? "PRI" : "",
                            "extra",
                            column.key() ? "auto_increment" : "",
                            "column_comment",
                            "",
                            "is_identity",
                            column.key() ? "YES" : "NO",
                            "attname",
                            column.name(),
                            "attnum",
                            position,
                            "attnotnull",
                            column.key() ? "true" : "false",
                            "attisdropped",
                            "false",
                            "format_type",
                            column.type(),
                            "col_description",
                            "",
                            "pg_get_expr",
                            ""));
            rows.add(row);
        }
    }

    private void indexRow(List<Map<String, String>> rows, SqlTable table) {
        boolean postgres = schema.equals("public");
        String name = postgres ? table.name() + "_pkey" : "PRIMARY";
        Map<String, String> row = new LinkedHashMap<>(tableRow(table));
        row.putAll(
                row(
                        "indexname", name,
                        "index_name", name,
                        "indexrelname", name,
                        "indexdef",
                                "CREATE UNIQUE INDEX %s ON %s.%s USING btree (id)"
                                        .formatted(name, schema, table.name()),
                        "column_name", "id",
                        "attname", "id",
                        "non_unique", "0",
                        "seq_in_index", "1",
                        "index_type", "BTREE",
                        "idx_scan", "12",
                        "indisunique", "true",
                        "indisprimary", "true"));
        rows.add(row);
    }

    private void constraintRows(List<Map<String, String>> rows, SqlTable table) {
        for (SqlTable.Column column : table.columns()) {
            if (!column.key() && column.refers().isEmpty()) {
                continue;
            }
            String ending = column.key() ? "_pkey" : "_" + column.name() + "_fkey";
            Map<String, String> row = new LinkedHashMap<>(tableRow(table));
            row.putAll(
                    row(
                            "constraint_name",
                            table.name() + ending,
                            "conname",
                            table.name() + ending,
                            "constraint_schema",
                            schema,
                            "constraint_type",
                            column.key() ? "PRIMARY KEY" : "FOREIGN KEY",
                            "contype",
                            column.key() ? "p" : "f",
                            "column_name",
                            column.name(),
                            "attname",
                            column.name(),
                            "ordinal_position",
                            "1",
                            "foreign_table_schema",
                            column.key() ? "" : schema,
                            "foreign_table_name",
                            column.refers(),
                            "foreign_column_name",
                            column.key() ? "" : "id",
                            "referenced_table_schema",
                            column.key() ? "" : schema,
                            "referenced_table_name",
                            column.refers(),
                            "referenced_column_name",
                            column.key() ? "" : "id",
                            "update_rule",
                            "NO ACTION",
                            "delete_rule",
                            "NO ACTION"));
            rows.add(row);
        }
    }

    private static Map<String, String> row(String... pairs) {
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            row.put(pairs[i], pairs[i + 1]);
        }
        return row;
    }
}
