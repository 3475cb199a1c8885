package io.mcpsf.boundary.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The conditions of a statement, as far as they are a name, a comparison and a value joined by AND.
 * What is not understood holds: a row too many is better than an empty answer.
 */
final class SqlWhere {

    /** A client's own word for its database is as good as ours. */
    private static final Set<String> ANY =
            Set.of(
                    "table_schema",
                    "schemaname",
                    "nspname",
                    "table_catalog",
                    "datname",
                    "constraint_schema",
                    "schema_name",
                    "index_schema");

    private static final Set<String> TABLE_NAMES =
            Set.of(
                    "table_name",
                    "relname",
                    "tablename",
                    "relid",
                    "attrelid",
                    "indrelid",
                    "conrelid",
                    "referenced_table_name",
                    "foreign_table_name");

    private final List<List<SqlToken>> conditions = new ArrayList<>();
    private final List<String> parameters;

    SqlWhere(List<SqlToken> tokens, List<String> parameters) {
        this.parameters = parameters;
        List<SqlToken> one = new ArrayList<>();
        int depth = 0;
        boolean either = false;
        for (SqlToken token : tokens) {
            depth += token.symbol("(") ? 1 : token.symbol(")") ? -1 : 0;
            either |= depth == 0 && token.is("or");
            if (depth == 0 && token.is("and")) {
                conditions.add(one);
                one = new ArrayList<>();
            } else {
                one.add(token);
            }
        }
        conditions.add(one);
        if (either) {
            conditions.clear();
        }
    }

    boolean holds(Map<String, String> row) {
        return conditions.stream().allMatch(condition -> holds(condition, row));
    }

    private boolean holds(List<SqlToken> condition, Map<String, String> row) {
        int at = 0;
        String name = "";
        while (at < condition.size() && condition.get(at).name()) {
            name = condition.get(at).lower();
            at++;
            if (at < condition.size() && condition.get(at).symbol(".")) {
                at++;
            } else {
                break;
            }
        }
        if (name.isEmpty() || !row.containsKey(name) || ANY.contains(name)) {
            return true;
        }
        boolean not = at < condition.size() && condition.get(at).is("not");
        at += not ? 1 : 0;
        if (at + 1 >= condition.size()) {
            return true;
        }
        boolean table = TABLE_NAMES.contains(name);
        String has = row.getOrDefault(name, "");
        SqlToken operator = condition.get(at);
        List<SqlToken> rest = condition.subList(at + 1, condition.size());
        List<String> values = values(rest, table);
        if (values.isEmpty()) {
            return true;
        }
        String first = values.getFirst();
        return switch (operator.lower()) {
            case "=" -> values.stream().anyMatch(has::equals);
            case "<>", "!=" -> !has.equals(first);
            case "in" -> not != values.contains(has);
            case "like", "ilike" -> not != Wildcards.match(first, has, '%', '_');
            case "<" -> compare(has, first) < 0;
            case ">" -> compare(has, first) > 0;
            case "<=" -> compare(has, first) <= 0;
            case ">=" -> compare(has, first) >= 0;
            default -> true;
        };
    }

    /** The literals of a right side; none when it has anything else. */
    private List<String> values(List<SqlToken> tokens, boolean table) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            switch (token.kind()) {
                case STRING, NUMBER -> values.add(table ? plain(token.text()) : token.text());
                case PARAMETER -> {
                    Optional<String> value = token.parameter(parameters);
                    if (value.isEmpty()) {
                        return List.of();
                    }
                    for (String one : listed(value.get())) {
                        values.add(table ? plain(one) : one);
                    }
                }
                case NAME, QUOTED_NAME -> {
                    // Behind a cast stands a type; else it is another column.
                    boolean cast = i > 0 && tokens.get(i - 1).symbol("::");
                    boolean harmless = token.is("any") || token.is("array") || token.is("binary");
                    if (token.is("true") || token.is("false")) {
                        values.add(token.lower());
                    } else if (!cast && !harmless) {
                        return List.of();
                    }
                }
                case SYMBOL -> {}
            }
        }
        return values;
    }

    /** An array of PostgreSQL is one parameter. */
    private static List<String> listed(String value) {
        boolean list = value.startsWith("{") && value.endsWith("}");
        return list ? List.of(value.substring(1, value.length() - 1).split(",")) : List.of(value);
    }

    /** A table without its schema and quotes. */
    private static String plain(String name) {
        String bare = name.replaceAll("[\"`]", "");
        return bare.substring(bare.lastIndexOf('.') + 1);
    }

    static int compare(String one, String other) {
        boolean numbers = number(one) && number(other);
        return numbers
                ? Double.compare(Double.parseDouble(one), Double.parseDouble(other))
                : one.compareTo(other);
    }

    static boolean number(String text) {
        return text.matches("-?[0-9]{1,18}(\\.[0-9]{1,9})?");
    }
}
