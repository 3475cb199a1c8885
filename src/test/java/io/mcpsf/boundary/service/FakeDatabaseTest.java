package io.mcpsf.boundary.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

/** Statements that servers for databases send, and what they find. */
class FakeDatabaseTest {

    private final SampleData data = new SampleData(new Random(7));
    private final FakeDatabase postgres = FakeDatabase.postgres("PostgreSQL 16.2", data.tables());
    private final FakeDatabase mysql = FakeDatabase.mysql("8.0.36", data.tables());

    @Test
    void tablesAreListedInBothCatalogues() {
        assertThat(
                        column(
                                "SELECT table_name FROM information_schema.tables WHERE"
                                        + " table_schema = 'public'"))
                .containsExactly("users", "products", "orders");
        assertThat(
                        column(
                                "SELECT c.relname AS name FROM pg_catalog.pg_class c JOIN"
                                    + " pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN"
                                    + " ('r','p') AND n.nspname NOT IN ('pg_catalog')"))
                .containsExactly("users", "products", "orders");
        assertThat(mysql.answer("SHOW FULL TABLES", List.of()).table().orElseThrow().rows())
                .contains(List.of("orders", "BASE TABLE"));
    }

    @Test
    void columnsAreThoseOfTheTable() {
        String asked =
                "SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE"
                        + " table_schema = $1 AND table_name = $2 ORDER BY ordinal_position";

        assertThat(rows(asked, "public", "products"))
                .containsExactly(
                        List.of("id", "integer", "NO"),
                        List.of("name", "text", "YES"),
                        List.of("price", "numeric", "YES"),
                        List.of("stock", "integer", "YES"));
        assertThat(rows(asked, "public", "nothing")).isEmpty();
        assertThat(
                        column(
                                "SELECT a.attname, format_type(a.atttypid, a.atttypmod) FROM"
                                    + " pg_attribute a WHERE a.attrelid = 'public.orders'::regclass"
                                    + " AND a.attnum > 0 AND NOT a.attisdropped"))
                .contains("user_id", "status");
    }

    @Test
    void theCatalogueOfMysqlIsInCapitals() {
        ResultTable table =
                mysql.answer(
                                "SELECT table_name FROM information_schema.tables WHERE"
                                        + " table_schema = DATABASE()",
                                List.of())
                        .table()
                        .orElseThrow();

        assertThat(table.columns()).containsExactly("TABLE_NAME");
    }

    @Test
    void keysAndWhatTheyReferTo() {
        assertThat(
                        rows(
                                "SELECT tc.constraint_name, kcu.column_name, ccu.table_name AS"
                                        + " foreign_table_name FROM"
                                        + " information_schema.table_constraints tc JOIN"
                                        + " information_schema.key_column_usage kcu ON"
                                        + " tc.constraint_name = kcu.constraint_name JOIN"
                                        + " information_schema.constraint_column_usage ccu ON true"
                                        + " WHERE tc.constraint_type = 'FOREIGN KEY' AND"
                                        + " tc.table_name='orders'"))
                .hasSize(2)
                .anyMatch(row -> row.contains("user_id"));
        assertThat(
                        column(
                                "SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid"
                                        + " = i.indrelid WHERE i.indrelid = 'users'::regclass AND"
                                        + " i.indisprimary"))
                .containsExactly("id");
    }

    @Test
    void rowsAreChosenOrderedAndCut() {
        assertThat(column("select id from users where id > 1 order by id desc limit 2"))
                .containsExactly("4", "3");
        assertThat(column("SELECT count(*) FROM \"orders\"")).containsExactly("6");
        assertThat(rows("SELECT user_id, COUNT(*) AS n FROM orders GROUP BY user_id")).hasSize(4);
        assertThat(
                        column(
                                "SELECT EXISTS (SELECT 1 FROM information_schema.tables WHERE"
                                        + " table_name = $1)",
                                "users"))
                .containsExactly("true");
        assertThat(
                        column(
                                "WITH big AS (SELECT * FROM products WHERE stock > 0) SELECT name"
                                        + " FROM big LIMIT 1"))
                .hasSize(1);
        assertThat(
                        rows("SELECT o.id, u.name FROM orders o JOIN users u ON u.id = o.user_id"
                                        + " WHERE o.id = 1")
                                .getFirst()
                                .getLast())
                .isEqualTo(column("SELECT name FROM users WHERE id = 1").getFirst());
    }

    @Test
    void whatWasWrittenIsRead() {
        postgres.answer(
                "CREATE TABLE IF NOT EXISTS notes (id serial PRIMARY KEY, body text)", List.of());
        FakeDatabase.Outcome outcome =
                postgres.answer(
                        "INSERT INTO notes (body) VALUES ($1) RETURNING id", List.of("it's"));

        assertThat(outcome.changed()).isEqualTo(1);
        assertThat(outcome.table().orElseThrow().rows()).containsExactly(List.of("1"));
        assertThat(rows("SELECT * FROM notes")).containsExactly(List.of("1", "it's"));
        assertThat(postgres.answer("UPDATE notes SET body = 'x' WHERE id = 1", List.of()).changed())
                .isEqualTo(1);
        assertThat(column("SELECT body FROM notes")).containsExactly("x");
        assertThat(postgres.answer("DELETE FROM notes WHERE id = 2", List.of()).changed()).isZero();
        assertThat(postgres.answer("DROP TABLE notes", List.of()).table()).isEmpty();
        assertThat(column("SELECT table_name FROM information_schema.tables"))
                .doesNotContain("notes");
    }

    @Test
    void anUnknownTableIsThereAndEmpty() {
        ResultTable table =
                postgres.answer("SELECT a, b.c FROM things b", List.of()).table().orElseThrow();

        assertThat(table.columns()).containsExactly("a", "c");
        assertThat(table.rows()).isEmpty();
    }

    @Test
    void whatClientsStoreIsBounded() {
        String large = "x".repeat(60_000);
        for (int i = 0; i < 400; i++) {
            postgres.answer("INSERT INTO users (name) VALUES ($1)", List.of(large));
        }

        long kept = column("SELECT name FROM users").stream().mapToLong(String::length).sum();
        assertThat(kept).isBetween(1L << 20, 9L << 20);
    }

    private List<List<String>> rows(String statement, String... parameters) {
        return postgres.answer(statement, List.of(parameters)).table().orElseThrow().rows();
    }

    private List<String> column(String statement, String... parameters) {
        return rows(statement, parameters).stream().map(List::getFirst).toList();
    }
}
