package io.mcpsf.boundary.service;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Answers one SELECT from the tables and the catalogue. Whatever is not understood is empty. */
final class SqlSelect {

    private static final int MAX_COLUMNS = 100;
    private static final int MAX_ROWS = 1000;
    private static final int DEEPEST = 4;
    private static final List<String> CLAUSES =
            List.of(
                    "from",
                    "where",
                    "group",
                    "having",
                    "order",
                    "limit",
                    "offset",
                    "fetch",
                    "union",
                    "intersect",
                    "except",
                    "for");
    private static final Set<String> NO_ALIAS =
            Set.of("end", "null", "true", "false", "desc", "asc");
    private static final Set<String> AGGREGATES = Set.of("sum", "avg", "min", "max");

    private final SampleTables tables;
    private final SqlCatalogue catalogue;
    private final boolean capitals;
    private final UnaryOperator<String> known;
    private final List<String> parameters;
    private final Map<String, ResultTable> named = new HashMap<>();

    /**
     * {@code capitals}: the catalogue's own columns are written so; {@code known} says what a
     * function or a setting is.
     */
    SqlSelect(
            SampleTables tables,
            SqlCatalogue catalogue,
            boolean capitals,
            UnaryOperator<String> known,
            List<String> parameters) {
        this.tables = tables;
        this.catalogue = catalogue;
        this.capitals = capitals;
        this.known = known;
        this.parameters = List.copyOf(parameters);
    }

    /** Rows to choose from, and whether they are of the catalogue. */
    private record Source(
            List<Map<String, String>> rows, boolean catalogue, List<String> columns) {}

    private record Item(List<SqlToken> expression, String column) {}

    ResultTable answer(List<SqlToken> statement) {
        return answer(statement, 0);
    }

    private ResultTable answer(List<SqlToken> statement, int depth) {
        int start = depth > DEEPEST ? -1 : begin(statement, depth);
        if (start < 0) {
            return new ResultTable(List.of("id"), List.of());
        }
        Map<String, List<SqlToken>> clauses = clauses(statement.subList(start, statement.size()));
        List<SqlToken> list = clauses.getOrDefault("select", List.of());
        List<SqlToken> from = clauses.getOrDefault("from", List.of());
        List<Item> items = items(list);
        Source source =
                from.isEmpty()
                        ? new Source(List.of(Map.of()), false, List.of())
                        : source(from, items, depth);
        List<Map<String, String>> rows = new ArrayList<>();
        var where = new SqlWhere(clauses.getOrDefault("where", List.of()), parameters);
        source.rows().stream().filter(where::holds).limit(MAX_ROWS).forEach(rows::add);
        order(rows, clauses.getOrDefault("order", List.of()));
        ResultTable result = project(items, source, rows, clauses.containsKey("group"), depth);
        return cut(result, clauses);
    }

    /** Where the statement's own SELECT is; what WITH names is worked out on the way. */
    private int begin(List<SqlToken> statement, int depth) {
        int level = 0;
        for (int i = 0; i < statement.size(); i++) {
            SqlToken token = statement.get(i);
            level += token.symbol("(") ? 1 : token.symbol(")") ? -1 : 0;
            if (level == 0 && token.is("select")) {
                return i;
            }
            boolean named = token.is("as") && i > 0 && i + 1 < statement.size();
            if (level == 0 && named && statement.get(i + 1).symbol("(")) {
                List<SqlToken> inner = inside(statement, i + 1);
                this.named.put(statement.get(i - 1).lower(), answer(inner, depth + 1));
            }
        }
        return -1;
    }

    private static List<SqlToken> inside(List<SqlToken> tokens, int open) {
        int level = 0;
        for (int i = open; i < tokens.size(); i++) {
            level += tokens.get(i).symbol("(") ? 1 : tokens.get(i).symbol(")") ? -1 : 0;
            if (level == 0) {
                return tokens.subList(open + 1, i);
            }
        }
        return tokens.subList(open + 1, tokens.size());
    }

    private static Map<String, List<SqlToken>> clauses(List<SqlToken> tokens) {
        Map<String, List<SqlToken>> clauses = new HashMap<>();
        List<SqlToken> now = new ArrayList<>();
        clauses.put("select", now);
        int level = 0;
        for (SqlToken token : tokens.subList(1, tokens.size())) {
            level += token.symbol("(") ? 1 : token.symbol(")") ? -1 : 0;
            if (level == 0
                    && token.kind() == SqlToken.Kind.NAME
                    && CLAUSES.contains(token.lower())) {
                now = new ArrayList<>();
                clauses.putIfAbsent(token.lower(), now);
            } else {
                now.add(token);
            }
        }
        return clauses;
    }

    private List<Item> items(List<SqlToken> list) {
        List<Item> items = new ArrayList<>();
        for (List<SqlToken> part : parts(list)) {
            List<SqlToken> item = part;
            while (!item.isEmpty()
                    && (item.getFirst().is("distinct") || item.getFirst().is("all"))) {
                item = item.subList(1, item.size());
            }
            if (item.isEmpty() || items.size() >= MAX_COLUMNS) {
                continue;
            }
            int size = item.size();
            SqlToken last = item.getLast();
            boolean as = size > 2 && item.get(size - 2).is("as");
            boolean follows =
                    size > 1
                            && last.name()
                            && !NO_ALIAS.contains(last.lower())
                            && (item.get(size - 2).symbol(")")
                                    || item.get(size - 2).kind() != SqlToken.Kind.SYMBOL);
            List<SqlToken> expression =
                    as ? item.subList(0, size - 2) : follows ? item.subList(0, size - 1) : item;
            items.add(new Item(expression, as || follows ? last.text() : ""));
        }
        return items;
    }

    static List<List<SqlToken>> parts(List<SqlToken> tokens) {
        List<List<SqlToken>> parts = new ArrayList<>();
        List<SqlToken> one = new ArrayList<>();
        int level = 0;
        for (SqlToken token : tokens) {
            level += token.symbol("(") ? 1 : token.symbol(")") ? -1 : 0;
            if (level == 0 && token.symbol(",")) {
                parts.add(one);
                one = new ArrayList<>();
            } else {
                one.add(token);
            }
        }
        parts.add(one);
        return parts;
    }

    private Source source(List<SqlToken> from, List<Item> items, int depth) {
        if (from.getFirst().symbol("(")) {
            return source(answer(inside(from, 0), depth + 1));
        }
        ResultTable own = named.get(from.getFirst().lower());
        if (own != null) {
            return source(own);
        }
        List<SqlRelation> relations = SqlRelation.of(from);
        List<SqlRelation> system =
                relations.stream()
                        .filter(one -> SqlCatalogue.has(one.schema(), one.name()))
                        .toList();
        if (!system.isEmpty()) {
            Set<String> asked = new LinkedHashSet<>();
            items.forEach(item -> item.expression().forEach(token -> asked.add(token.lower())));
            List<Map<String, String>> best = List.of();
            long most = -1;
            for (SqlRelation relation : system) {
                List<Map<String, String>> rows = catalogue.rows(SqlCatalogue.kind(relation.name()));
                long knows =
                        rows.isEmpty()
                                ? 0
                                : asked.stream().filter(rows.getFirst()::containsKey).count();
                if (knows > most) {
                    most = knows;
                    best = rows;
                }
            }
            return new Source(
                    best, true, best.isEmpty() ? List.of() : List.copyOf(best.getFirst().keySet()));
        }
        SqlRelation.Rows rows = SqlRelation.joined(relations, tables);
        return new Source(rows.rows(), false, rows.columns());
    }

    private static Source source(ResultTable table) {
        List<Map<String, String>> rows = new ArrayList<>();
        for (List<String> row : table.rows()) {
            Map<String, String> named = new LinkedHashMap<>();
            for (int i = 0; i < row.size(); i++) {
                named.put(table.columns().get(i).toLowerCase(Locale.ROOT), row.get(i));
            }
            rows.add(named);
        }
        return new Source(rows, false, table.columns());
    }

    private void order(List<Map<String, String>> rows, List<SqlToken> order) {
        List<SqlToken> by = parts(order).getFirst();
        List<SqlToken> names = by.stream().filter(SqlToken::name).filter(t -> !t.is("by")).toList();
        if (names.isEmpty()) {
            return;
        }
        boolean down = names.getLast().is("desc");
        List<SqlToken> plain = names.stream().filter(t -> !t.is("desc") && !t.is("asc")).toList();
        if (plain.isEmpty()) {
            return;
        }
        String key = plain.getLast().lower();
        Comparator<Map<String, String>> comparing =
                (a, b) -> SqlWhere.compare(a.getOrDefault(key, ""), b.getOrDefault(key, ""));
        rows.sort(down ? comparing.reversed() : comparing);
    }

    private ResultTable project(
            List<Item> items,
            Source source,
            List<Map<String, String>> rows,
            boolean grouped,
            int depth) {
        boolean counted = items.stream().anyMatch(item -> aggregate(item.expression()));
        List<String> columns = new ArrayList<>();
        for (Item item : items) {
            if (star(item.expression())) {
                source.columns().forEach(name -> columns.add(cased(name, source.catalogue())));
            } else {
                String name = item.column().isEmpty() ? name(item.expression()) : item.column();
                columns.add(item.column().isEmpty() ? cased(name, source.catalogue()) : name);
            }
        }
        List<List<String>> result = new ArrayList<>();
        if (counted) {
            for (List<Map<String, String>> group : groups(items, rows, grouped)) {
                result.add(
                        values(
                                items,
                                source,
                                group.isEmpty() ? Map.of() : group.getFirst(),
                                group,
                                depth));
            }
        } else {
            rows.forEach(row -> result.add(values(items, source, row, List.of(row), depth)));
        }
        return new ResultTable(
                columns,
                result.stream().distinct().count() < result.size() && grouped
                        ? result.stream().distinct().toList()
                        : result);
    }

    private List<List<Map<String, String>>> groups(
            List<Item> items, List<Map<String, String>> rows, boolean grouped) {
        if (!grouped) {
            return List.of(rows);
        }
        Map<List<String>, List<Map<String, String>>> groups = new LinkedHashMap<>();
        for (Map<String, String> row : rows) {
            List<String> key = new ArrayList<>();
            for (Item item : items) {
                if (!aggregate(item.expression())) {
                    key.add(look(item.expression(), row).orElse(""));
                }
            }
            groups.computeIfAbsent(key, same -> new ArrayList<>()).add(row);
        }
        return List.copyOf(groups.values());
    }

    private List<String> values(
            List<Item> items,
            Source source,
            Map<String, String> row,
            List<Map<String, String>> group,
            int depth) {
        List<String> values = new ArrayList<>();
        for (Item item : items) {
            if (star(item.expression())) {
                source.columns()
                        .forEach(
                                name ->
                                        values.add(
                                                row.getOrDefault(
                                                        name.toLowerCase(Locale.ROOT), "")));
            } else {
                values.add(value(item, row, group, depth));
            }
        }
        return values;
    }

    private String value(
            Item item, Map<String, String> row, List<Map<String, String>> group, int depth) {
        List<SqlToken> expression = item.expression();
        SqlToken first = expression.getFirst();
        boolean called = expression.size() > 1 && expression.get(1).symbol("(");
        if (first.is("exists") && called) {
            return Boolean.toString(!answer(inside(expression, 1), depth + 1).rows().isEmpty());
        }
        if (first.symbol("(") && expression.size() > 1 && expression.get(1).is("select")) {
            ResultTable inner = answer(inside(expression, 0), depth + 1);
            return inner.rows().isEmpty() ? "" : inner.rows().getFirst().getFirst();
        }
        if (first.is("count") && called) {
            return Integer.toString(group.size());
        }
        if (AGGREGATES.contains(first.lower()) && called) {
            return folded(first.lower(), inside(expression, 1), group);
        }
        boolean literal =
                first.kind() == SqlToken.Kind.STRING || first.kind() == SqlToken.Kind.NUMBER;
        if (literal && (expression.size() == 1 || expression.get(1).symbol("::"))) {
            return first.text();
        }
        if (first.kind() == SqlToken.Kind.PARAMETER) {
            return first.parameter(parameters).orElse("");
        }
        return look(expression, row)
                .or(() -> Optional.ofNullable(row.get(item.column().toLowerCase(Locale.ROOT))))
                .orElseGet(() -> known.apply(text(expression)));
    }

    /** What a row has under the first name of an expression that it knows. */
    private static Optional<String> look(List<SqlToken> expression, Map<String, String> row) {
        for (int i = 0; i < expression.size(); i++) {
            SqlToken token = expression.get(i);
            boolean qualified = i + 2 < expression.size() && expression.get(i + 1).symbol(".");
            if (token.name() && qualified) {
                String whole = token.lower() + "." + expression.get(i + 2).lower();
                if (row.containsKey(whole)) {
                    return Optional.of(row.get(whole));
                }
            }
            if (token.name() && !qualified && row.containsKey(token.lower())) {
                return Optional.of(row.get(token.lower()));
            }
        }
        return Optional.empty();
    }

    private static String folded(
            String function, List<SqlToken> inner, List<Map<String, String>> group) {
        List<String> values =
                group.stream()
                        .map(row -> look(inner, row).orElse(""))
                        .filter(v -> !v.isEmpty())
                        .toList();
        if (values.isEmpty()) {
            return "";
        }
        if (function.equals("min")) {
            return values.stream().min(SqlWhere::compare).orElse("");
        }
        if (function.equals("max")) {
            return values.stream().max(SqlWhere::compare).orElse("");
        }
        double sum =
                values.stream().filter(SqlWhere::number).mapToDouble(Double::parseDouble).sum();
        double result = function.equals("avg") ? sum / values.size() : sum;
        return result == Math.rint(result) ? Long.toString((long) result) : Double.toString(result);
    }

    private ResultTable cut(ResultTable table, Map<String, List<SqlToken>> clauses) {
        int skip = number(clauses.getOrDefault("offset", List.of()), 0);
        int most =
                number(
                        clauses.getOrDefault("limit", clauses.getOrDefault("fetch", List.of())),
                        MAX_ROWS);
        List<List<String>> rows = table.rows();
        int from = Math.min(skip, rows.size());
        return new ResultTable(
                table.columns(),
                rows.subList(from, (int) Math.min(rows.size(), (long) from + most)));
    }

    private int number(List<SqlToken> tokens, int other) {
        for (SqlToken token : tokens) {
            String text =
                    token.kind() == SqlToken.Kind.NUMBER
                            ? token.text()
                            : token.parameter(parameters).orElse("");
            if (text.matches("[0-9]{1,6}")) {
                return Integer.parseInt(text);
            }
        }
        return other;
    }

    private String cased(String name, boolean system) {
        return capitals && system ? name.toUpperCase(Locale.ROOT) : name;
    }

    private static boolean aggregate(List<SqlToken> expression) {
        String first = expression.getFirst().lower();
        return (first.equals("count") || AGGREGATES.contains(first))
                && expression.size() > 1
                && expression.get(1).symbol("(");
    }

    private static boolean star(List<SqlToken> expression) {
        return expression.getLast().symbol("*") && expression.size() <= 3;
    }

    private static String name(List<SqlToken> expression) {
        int cast = 0;
        while (cast < expression.size() && !expression.get(cast).symbol("::")) {
            cast++;
        }
        List<SqlToken> plain = expression.subList(0, Math.max(1, cast));
        for (int i = 0; i + 1 < plain.size(); i++) {
            if (plain.get(i).name() && plain.get(i + 1).symbol("(")) {
                return plain.get(i).lower();
            }
        }
        return plain.getLast().name() ? plain.getLast().text() : "?column?";
    }

    private static String text(List<SqlToken> expression) {
        var text = new StringBuilder();
        expression.forEach(token -> text.append(token.lower()));
        return text.toString();
    }
}
