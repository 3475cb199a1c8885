package io.mcpsf.service.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.access.AuditChain;
import io.mcpsf.service.access.AuditPin;
import io.mcpsf.service.access.Keys;
import io.mcpsf.service.job.Jobs;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;

/** A database of the first schema is brought up to date, and what is in it is still there. */
@Tag("peers")
final class OldDatabasesTest {

    private static final AuditPin NO_PIN =
            new AuditPin(Path.of("/nowhere/audit.pin"), MasterKey.none());

    private static final String JOB = "0123456789abcdefghijklmnop";

    @TempDir Path folder;

    @Test
    void inSqliteWhatThereIsBelongsToTheDefaultTeam() throws Exception {
        SqliteLibrary.load();
        checkOld(DatabaseUrl.sqlite(folder.resolve("old.db")));
    }

    @Test
    void inPostgresqlToo() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
            checkOld(
                    DatabaseUrl.parse(
                            "postgresql://postgres@127.0.0.1:" + server.getPort() + "/postgres"));
        }
    }

    private static void checkOld(DatabaseUrl url) throws Exception {
        makeOld(url);
        InstantSource clock = InstantSource.system();
        var ids = new Ids(clock, new SecureRandom());
        var sealer = new Sealer(MasterKey.none(), new SecureRandom());
        try (Database database = Database.open(url, Duration.ofSeconds(20))) {
            assertThat(new Keys(database, ids, clock).all())
                    .singleElement()
                    .matches(
                            key ->
                                    key.team().equals("default")
                                            && key.role().word().equals("admin"));
            assertThat(new Jobs(database, ids, sealer, clock).find(JOB).orElseThrow().team())
                    .isEqualTo("default");
            assertThat(database.read(new AuditChain(MasterKey.none(), NO_PIN)::verify).trouble())
                    .isEmpty();
        }
    }

    private static void makeOld(DatabaseUrl url) throws Exception {
        String first;
        try (InputStream in = Migrations.class.getResourceAsStream("001-first.sql")) {
            first = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        try (Connection connection = DriverManager.getConnection(url.jdbc(), url.user(), "");
                Statement statement = connection.createStatement()) {
            for (String one : first.replaceAll("(?m)^\\s*--.*$", "").split(";\\s*\n")) {
                if (!one.isBlank()) {
                    statement.execute(one);
                }
            }
            statement.execute(
                    "CREATE TABLE schema_steps (step BIGINT PRIMARY KEY, done BIGINT NOT NULL)");
            statement.execute("INSERT INTO schema_steps VALUES (1, 1)");
            statement.execute(
                    "INSERT INTO access_keys VALUES ('k', 'n', 'ADMIN', 'h', 1, 0, 0, 0, 1, 1, 1)");
            statement.execute(
                    "INSERT INTO jobs VALUES ('"
                            + JOB
                            + "', 'DONE', 'npm:x', 'safe', '', 5, '{}', '', 'k', 1, 0, 1, 1, 1, 3,"
                            + " '', '', 0, 0, 0, 1, '{}', '', 0, '', '', '', '')");
            // As an entry was hashed before anything was counted.
            String text =
                    """
                    0:
                    1:1
                    1:5
                    1:k
                    5:admin
                    1:f
                    2:me
                    0:
                    3:200
                    5:false
                    """;
            String hash = Digests.sha256(text);
            statement.execute(
                    "INSERT INTO audit VALUES (1, 5, 'k', 'admin', 'f', 'me', '', 200, 0, '"
                            + hash
                            + "')");
            statement.execute("UPDATE audit_head SET n = 1, hash = '" + hash + "'");
        }
    }
}
