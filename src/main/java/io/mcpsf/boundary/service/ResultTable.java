package io.mcpsf.boundary.service;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What a statement brings: columns and rows. All values are text; their kind shows in them. */
record ResultTable(List<String> columns, List<List<String>> rows) {

    ResultTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    private static final Pattern INT = Pattern.compile("-?(0|[1-9][0-9]{0,8})");
    private static final Pattern LONG = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
    private static final Pattern BOOLEAN = Pattern.compile("true|false");
    private static final Pattern JSON = Pattern.compile("(?s)\\[\\{\".*\\}\\]");

    /** What a driver shall make of a column. */
    enum Kind {
        TEXT,
        INT,
        LONG,
        BOOLEAN,
        JSON
    }

    static ResultTable of(String column, String... values) {
        return new ResultTable(
                List.of(column), List.of(values).stream().map(value -> List.of(value)).toList());
    }

    /** For each column the narrowest kind that all its values are of. */
    List<Kind> kinds() {
        List<Kind> kinds = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            kinds.add(
                    rows.isEmpty()
                            ? Kind.TEXT
                            : kind(rows.stream().map(row -> row.get(column)).toList()));
        }
        return kinds;
    }

    private static Kind kind(List<String> values) {
        if (all(values, INT)) {
            return Kind.INT;
        }
        if (all(values, LONG)) {
            return Kind.LONG;
        }
        if (all(values, BOOLEAN)) {
            return Kind.BOOLEAN;
        }
        return all(values, JSON) ? Kind.JSON : Kind.TEXT;
    }

    private static boolean all(List<String> values, Pattern pattern) {
        return values.stream().allMatch(value -> pattern.matcher(value).matches());
    }
}
