package io.mcpsf.boundary.service;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A table as a statement names it, in lower case, under another name or its own. */
record SqlRelation(String schema, String name, String alias) {

    private static final int MAX_ROWS = 1000;

    /** Rows by the names of their columns, and these in their order. */
    record Rows(List<Map<String, String>> rows, List<String> columns) {}

    /** The relations of a FROM clause. */
    static List<SqlRelation> of(List<SqlToken> from) {
        List<SqlRelation> relations = new ArrayList<>();
        boolean expected = true;
        for (int i = 0; i < from.size(); i++) {
            SqlToken token = from.get(i);
            if (token.is("join") || token.symbol(",")) {
                expected = true;
            } else if (expected && token.name() && !token.is("lateral") && !token.is("only")) {
                String schema = "";
                while (i + 2 < from.size() && from.get(i + 1).symbol(".")) {
                    schema = from.get(i).lower();
                    i += 2;
                }
                String name = from.get(i).lower();
                int next = i + 1 < from.size() && from.get(i + 1).is("as") ? i + 2 : i + 1;
                boolean alias = next < from.size() && from.get(next).name();
                relations.add(new SqlRelation(schema, name, alias ? from.get(next).lower() : name));
                expected = false;
            }
        }
        return relations;
    }

    /** Rows of the first table, each with what the others have for it by their numbers. */
    static Rows joined(List<SqlRelation> relations, SampleTables tables) {
        List<Map<String, String>> rows = new ArrayList<>();
        List<String> columns = new ArrayList<>();
        SqlTable first = null;
        for (SqlRelation relation : relations) {
            Optional<SqlTable> found = tables.table(relation.name());
            if (found.isEmpty()) {
                continue;
            }
            SqlTable table = found.get();
            table.columns().forEach(column -> columns.add(column.name()));
            List<Map<String, String>> next = new ArrayList<>();
            if (first == null) {
                first = table;
                table.rows().forEach(row -> next.add(with(Map.of(), relation, row)));
            } else {
                for (Map<String, String> row : rows) {
                    List<Map<String, String>> fitting = fitting(first, row, table);
                    fitting.forEach(other -> next.add(with(row, relation, other)));
                    if (fitting.isEmpty()) {
                        next.add(row);
                    }
                }
            }
            rows = next.subList(0, Math.min(next.size(), MAX_ROWS));
        }
        return new Rows(
                rows,
                columns.isEmpty() ? List.of("id", "name") : columns.stream().distinct().toList());
    }

    private static List<Map<String, String>> fitting(
            SqlTable first, Map<String, String> row, SqlTable other) {
        String there = one(first.name()) + "_id";
        String here = one(other.name()) + "_id";
        return other.rows().stream()
                .filter(
                        candidate ->
                                other.has(there)
                                        ? candidate.getOrDefault(there, "").equals(row.get("id"))
                                        : candidate.getOrDefault("id", "").equals(row.get(here)))
                .toList();
    }

    private static String one(String many) {
        return many.endsWith("s") ? many.substring(0, many.length() - 1) : many;
    }

    private static Map<String, String> with(
            Map<String, String> row, SqlRelation relation, Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(row);
        more.forEach(
                (column, value) -> {
                    all.putIfAbsent(column.toLowerCase(Locale.ROOT), value);
                    all.put(relation.alias() + "." + column, value);
                });
        return all;
    }
}
