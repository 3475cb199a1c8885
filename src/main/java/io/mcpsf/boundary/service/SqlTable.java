package io.mcpsf.boundary.service;

import java.util.List;
import java.util.Map;

/** A table of the fake databases; a row has a text for each of its columns. */
record SqlTable(String name, List<Column> columns, List<Map<String, String>> rows) {

    SqlTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** {@code type} as standard SQL has it; {@code refers} to another table, or is empty. */
    record Column(String name, String type, String refers) {

        boolean key() {
            return name.equals("id");
        }

        /** The same in the words of MySQL. */
        String mysqlType() {
            return switch (type) {
                case "integer", "bigint", "smallint" -> "int";
                case "text", "character varying" -> "varchar(255)";
                case "numeric" -> "decimal(10,2)";
                default -> type.startsWith("timestamp") ? "datetime" : type;
            };
        }
    }

    boolean has(String column) {
        return columns.stream().anyMatch(one -> one.name().equalsIgnoreCase(column));
    }

    SqlTable with(List<Map<String, String>> other) {
        return new SqlTable(name, columns, other);
    }
}
