package io.mcpsf.boundary.service;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The statements that change the tables. Values are literals and parameters, nothing else. */
final class SqlChange {

    private final SampleTables tables;
    private final List<String> parameters;

    SqlChange(SampleTables tables, List<String> parameters) {
        this.tables = tables;
        this.parameters = List.copyOf(parameters);
    }

    FakeDatabase.Outcome answer(List<SqlToken> tokens) {
        return switch (tokens.getFirst().lower()) {
            case "insert", "replace" -> insert(tokens);
            case "update", "delete", "truncate" -> change(tokens);
            case "create" -> create(tokens);
            case "drop" -> {
                drop(tokens);
                yield FakeDatabase.Outcome.changed(0);
            }
            default -> FakeDatabase.Outcome.changed(0);
        };
    }

    /** The columns that it would bring, if it brings any. */
    static Optional<ResultTable> shape(List<SqlToken> tokens) {
        return returning(tokens).map(items -> project(items, List.of()));
    }

    private FakeDatabase.Outcome insert(List<SqlToken> tokens) {
        int at = index(tokens, "into") + 1;
        if (at == 0 || at >= tokens.size()) {
            return FakeDatabase.Outcome.changed(0);
        }
        while (at + 2 < tokens.size() && tokens.get(at + 1).symbol(".")) {
            at += 2;
        }
        String name = tokens.get(at).text();
        int values = index(tokens, "values");
        List<SqlToken> list = tokens.subList(at + 1, values < 0 ? tokens.size() : values);
        List<String> columns =
                values < 0
                        ? List.of()
                        : list.stream().filter(SqlToken::name).map(SqlToken::lower).toList();
        if (columns.isEmpty()) {
            columns =
                    tables.table(name).map(SqlTable::columns).orElse(List.of()).stream()
                            .map(SqlTable.Column::name)
                            .toList();
        }
        List<Map<String, String>> rows = new ArrayList<>();
        int end = index(tokens, "returning");
        List<SqlToken> rest =
                values < 0 ? List.of() : tokens.subList(values + 1, end < 0 ? tokens.size() : end);
        for (List<SqlToken> group : SqlSelect.parts(rest)) {
            List<SqlToken> inner =
                    group.size() > 2 ? group.subList(1, group.size() - 1) : List.<SqlToken>of();
            List<List<SqlToken>> given = SqlSelect.parts(inner);
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < Math.min(columns.size(), given.size()); i++) {
                row.put(columns.get(i), literal(given.get(i)));
            }
            rows.add(tables.insert(name, row));
        }
        String last = rows.isEmpty() ? "0" : rows.getLast().getOrDefault("id", "1");
        int number = last.matches("[0-9]{1,9}") ? Integer.parseInt(last) : 1;
        Optional<ResultTable> back = returning(tokens).map(items -> project(items, rows));
        return new FakeDatabase.Outcome(back, Math.max(1, rows.size()), number);
    }

    private FakeDatabase.Outcome change(List<SqlToken> tokens) {
        Optional<SqlTable> named = tables.named(tokens.subList(0, Math.min(tokens.size(), 8)));
        if (named.isEmpty()) {
            return FakeDatabase.Outcome.changed(0);
        }
        int where = index(tokens, "where");
        int end = index(tokens, "returning");
        int last = end < 0 ? tokens.size() : end;
        var condition =
                new SqlWhere(
                        where < 0 || where > last ? List.of() : tokens.subList(where + 1, last),
                        parameters);
        int set = index(tokens, "set");
        List<List<SqlToken>> sets =
                set < 0
                        ? List.of()
                        : SqlSelect.parts(tokens.subList(set + 1, where < 0 ? last : where));
        boolean update = tokens.getFirst().is("update");
        List<Map<String, String>> rows = new ArrayList<>();
        List<Map<String, String>> changed = new ArrayList<>();
        for (Map<String, String> row : named.get().rows()) {
            if (!condition.holds(row)) {
                rows.add(row);
                continue;
            }
            Map<String, String> next = new LinkedHashMap<>(row);
            for (List<SqlToken> one : sets) {
                if (one.size() > 2 && named.get().has(one.getFirst().text())) {
                    next.put(
                            one.getFirst().lower(),
                            tables.kept(literal(one.subList(2, one.size()))));
                }
            }
            changed.add(next);
            if (update) {
                rows.add(next);
            }
        }
        tables.replace(named.get(), rows);
        Optional<ResultTable> back = returning(tokens).map(items -> project(items, changed));
        return new FakeDatabase.Outcome(back, changed.size(), 0);
    }

    private FakeDatabase.Outcome create(List<SqlToken> tokens) {
        int open = 0;
        while (open < tokens.size() && !tokens.get(open).symbol("(")) {
            open++;
        }
        boolean table = tokens.stream().limit(4).anyMatch(token -> token.is("table"));
        if (!table || open < 1 || open + 2 >= tokens.size()) {
            return FakeDatabase.Outcome.changed(0);
        }
        List<SqlTable.Column> columns = new ArrayList<>();
        for (List<SqlToken> part : SqlSelect.parts(tokens.subList(open + 1, tokens.size()))) {
            boolean column =
                    part.size() > 1
                            && part.getFirst().name()
                            && !part.getFirst()
                                    .lower()
                                    .matches("primary|foreign|unique|constraint|key|index|check");
            if (column && part.getFirst().text().length() < 128) {
                columns.add(new SqlTable.Column(part.getFirst().lower(), part.get(1).lower(), ""));
            }
        }
        tables.create(tokens.get(open - 1).text(), columns);
        return FakeDatabase.Outcome.changed(0);
    }

    private void drop(List<SqlToken> tokens) {
        if (tokens.size() > 2 && tokens.get(1).is("table")) {
            tables.named(tokens).ifPresent(table -> tables.drop(table.name()));
        }
    }

    private static Optional<List<SqlToken>> returning(List<SqlToken> tokens) {
        int at = index(tokens, "returning");
        return at < 0 ? Optional.empty() : Optional.of(tokens.subList(at + 1, tokens.size()));
    }

    /** What a statement wants back of the rows that it changed. */
    private static ResultTable project(List<SqlToken> items, List<Map<String, String>> rows) {
        List<String> names = new ArrayList<>();
        for (List<SqlToken> item : SqlSelect.parts(items)) {
            if (!item.isEmpty()) {
                names.add(item.getLast().lower());
            }
        }
        boolean all = names.contains("*");
        List<String> columns =
                all
                        ? (rows.isEmpty() ? List.of("id") : List.copyOf(rows.getFirst().keySet()))
                        : names;
        return new ResultTable(
                columns,
                rows.stream()
                        .map(
                                row ->
                                        columns.stream()
                                                .map(name -> row.getOrDefault(name, ""))
                                                .toList())
                        .toList());
    }

    private String literal(List<SqlToken> expression) {
        if (expression.isEmpty()) {
            return "";
        }
        SqlToken first = expression.getFirst();
        return switch (first.kind()) {
            case STRING, NUMBER -> first.text();
            case PARAMETER -> first.parameter(parameters).orElse("");
            case NAME -> first.is("true") || first.is("false") ? first.lower() : "";
            case QUOTED_NAME, SYMBOL -> "";
        };
    }

    private static int index(List<SqlToken> tokens, String keyword) {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).is(keyword)) {
                return i;
            }
        }
        return -1;
    }
}
