package io.mcpsf.boundary.service;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The tables that the fake databases of one run have in common: three of a small shop, other ones
 * in each run, and what clients create. All that grows is bounded.
 */
final class SampleTables {

    private static final int MAX_TABLES = 60;
    private static final int MAX_ROWS = 500;
    private static final int MAX_COLUMNS = 60;

    private static final List<String> FIRST =
            List.of("Alice", "Bruno", "Carla", "Deniz", "Elena", "Farid", "Greta", "Hugo");
    private static final List<String> LAST =
            List.of("Marsh", "Okafor", "Lindqvist", "Moreau", "Tanaka", "Silva", "Keller", "Novak");
    private static final List<String> GOODS =
            List.of("Desk lamp", "Notebook", "Backpack", "Kettle", "Headphones", "Office chair");
    private static final List<String> STATES = List.of("paid", "shipped", "open", "returned");

    private final StorageAllowance allowance = new StorageAllowance();
    private final Map<String, SqlTable> tables = new LinkedHashMap<>();

    SampleTables(RandomGenerator random) {
        List<Map<String, String>> users = new ArrayList<>();
        List<Map<String, String>> products = new ArrayList<>();
        List<Map<String, String>> orders = new ArrayList<>();
        int person = random.nextInt(FIRST.size());
        int family = random.nextInt(LAST.size());
        int good = random.nextInt(GOODS.size());
        for (int i = 0; i < 4; i++) {
            String first = FIRST.get((person + i) % FIRST.size());
            String last = LAST.get((family + 3 * i) % LAST.size());
            String mail = (first + "." + last).toLowerCase(Locale.ROOT) + "@shop.example";
            users.add(
                    row(
                            "id",
                            Integer.toString(i + 1),
                            "name",
                            first + " " + last,
                            "email",
                            mail,
                            "created_at",
                            day(random)));
            products.add(
                    row(
                            "id",
                            Integer.toString(i + 1),
                            "name",
                            GOODS.get((good + i) % GOODS.size()),
                            "price",
                            random.nextInt(5, 200) + ".50",
                            "stock",
                            Integer.toString(random.nextInt(1, 90))));
        }
        for (int i = 0; i < 6; i++) {
            orders.add(
                    row(
                            "id",
                            Integer.toString(i + 1),
                            "user_id",
                            Integer.toString(i % 4 + 1),
                            "product_id",
                            Integer.toString(random.nextInt(1, 5)),
                            "quantity",
                            Integer.toString(random.nextInt(1, 4)),
                            "status",
                            STATES.get(random.nextInt(STATES.size())),
                            "created_at",
                            day(random)));
        }
        put("users", users);
        put("products", products);
        put("orders", orders);
    }

    private void put(String name, List<Map<String, String>> rows) {
        List<SqlTable.Column> columns =
                rows.getFirst().keySet().stream().map(SampleTables::column).toList();
        tables.put(name, new SqlTable(name, columns, rows));
    }

    private static SqlTable.Column column(String name) {
        String type =
                switch (name) {
                    case "price" -> "numeric";
                    case "created_at" -> "timestamp without time zone";
                    case "id", "user_id", "product_id", "quantity", "stock" -> "integer";
                    default -> "text";
                };
        String refers =
                switch (name) {
                    case "user_id" -> "users";
                    case "product_id" -> "products";
                    default -> "";
                };
        return new SqlTable.Column(name, type, refers);
    }

    private static String day(RandomGenerator random) {
        return "2026-%02d-%02d 0%d:12:44"
                .formatted(random.nextInt(1, 10), random.nextInt(1, 29), random.nextInt(10));
    }

    private static Map<String, String> row(String... pairs) {
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            row.put(pairs[i], pairs[i + 1]);
        }
        return row;
    }

    synchronized List<SqlTable> all() {
        return List.copyOf(tables.values());
    }

    synchronized Optional<SqlTable> table(String hostileName) {
        return Optional.ofNullable(tables.get(hostileName.toLowerCase(Locale.ROOT)));
    }

    /** The first table that a statement names. */
    Optional<SqlTable> named(List<SqlToken> tokens) {
        return tokens.stream()
                .filter(token -> token.name() || token.kind() == SqlToken.Kind.STRING)
                .map(token -> table(token.text()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Nothing happens when there is such a table, or too many. */
    synchronized void create(String hostileName, List<SqlTable.Column> columns) {
        String name = hostileName.toLowerCase(Locale.ROOT);
        if (tables.size() < MAX_TABLES && !name.isEmpty() && name.length() < 128) {
            List<SqlTable.Column> few = columns.subList(0, Math.min(columns.size(), MAX_COLUMNS));
            tables.putIfAbsent(name, new SqlTable(name, few, List.of()));
        }
    }

    synchronized void drop(String hostileName) {
        tables.remove(hostileName.toLowerCase(Locale.ROOT));
    }

    /** Adds a row as far as there is room; the row as it is now, with a number if it needs one. */
    synchronized Map<String, String> insert(String hostileName, Map<String, String> hostileRow) {
        Map<String, String> row = new LinkedHashMap<>();
        SqlTable table = tables.get(hostileName.toLowerCase(Locale.ROOT));
        if (table == null) {
            row.putAll(hostileRow);
            row.putIfAbsent("id", "1");
            return row;
        }
        for (SqlTable.Column column : table.columns()) {
            String value = hostileRow.getOrDefault(column.name().toLowerCase(Locale.ROOT), "");
            boolean numbered = value.isEmpty() && column.key();
            row.put(
                    column.name(),
                    numbered ? Integer.toString(table.rows().size() + 1) : allowance.kept(value));
        }
        if (table.rows().size() < MAX_ROWS) {
            List<Map<String, String>> rows = new ArrayList<>(table.rows());
            rows.add(row);
            tables.put(table.name(), table.with(rows));
        }
        return row;
    }

    /** A value that a table may hold from now on. */
    String kept(String hostile) {
        return allowance.kept(hostile);
    }

    /** Puts other rows in the place of a table's own. */
    synchronized void replace(SqlTable table, List<Map<String, String>> rows) {
        tables.computeIfPresent(table.name(), (name, same) -> same.with(rows));
    }
}
