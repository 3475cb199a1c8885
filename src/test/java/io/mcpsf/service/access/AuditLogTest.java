package io.mcpsf.service.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.DatabaseUrl;
import io.mcpsf.service.storage.MasterKey;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/** The chain notices whatever is done to the log. */
final class AuditLogTest {

    private static final MasterKey KEY =
            MasterKey.parse(Base64.getEncoder().encodeToString(new byte[32]));

    @TempDir Path folder;
    private Database database;

    @BeforeEach
    void open() {
        database = Database.open(DatabaseUrl.sqlite(folder.resolve("a.db")), Duration.ofSeconds(5));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void whatManyWriteAtOnceIsOneWholeChain() throws Exception {
        try (var log = log(MasterKey.none());
                var tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                tasks.execute(() -> add(log));
            }
        }

        AuditChain.Verification found = verify(MasterKey.none());
        assertThat(found.trouble()).isEmpty();
        assertThat(found.entries()).isEqualTo(400);
    }

    /** Whoever verifies is held up at the pin, while an entry is added to the log and the pin. */
    @Test
    void aLogThatGrowsWhileItIsVerifiedIsWhole() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        var chain = new AuditChain(KEY, new AuditPin(pipe, KEY));
        try (var log = log(KEY);
                var tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            log.add(access("first")).get();

            var found = tasks.submit(() -> database.read(chain::verify));
            // Opens when the other side is about to read.
            try (var held = Files.newOutputStream(pipe)) {
                long added = log.add(access("meanwhile")).get();
                assertThat(added).isGreaterThan(1);
                held.write(Files.readAllBytes(folder.resolve("audit.pin")));
            }

            assertThat(found.get().trouble()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE audit SET resource = 'other' WHERE n = 4",
                "UPDATE audit SET status = 500 WHERE n = 1",
                "UPDATE audit SET at = at + 1 WHERE n = 10",
                "UPDATE audit SET key_id = 'somebody' WHERE n = 7",
                "UPDATE audit SET hash = 'x' WHERE n = 10",
                "DELETE FROM audit WHERE n = 5",
                "DELETE FROM audit WHERE n = 1",
                "DELETE FROM audit WHERE n = 10",
                "DELETE FROM audit",
                "UPDATE audit SET n = CASE n WHEN 3 THEN -4 WHEN 4 THEN -3 ELSE n END; UPDATE audit"
                        + " SET n = -n WHERE n < 0",
                "UPDATE audit_head SET n = 9"
            })
    void aChangedRemovedOrMovedEntryIsNoticed(String tampering) throws Exception {
        for (MasterKey key : new MasterKey[] {MasterKey.none(), KEY}) {
            database.write(
                    sql -> {
                        sql.change("DELETE FROM audit");
                        return sql.change("UPDATE audit_head SET n = 0, hash = ''");
                    });
            Files.deleteIfExists(folder.resolve("audit.pin"));
            write(key, 10);
            assertThat(verify(key).whole()).isTrue();

            for (String statement : tampering.split(";")) {
                database.write(sql -> sql.change(statement));
            }

            assertThat(verify(key).whole()).as(tampering).isFalse();
        }
    }

    @Test
    void withoutTheKeyNobodyCanMendTheChain() throws Exception {
        write(KEY, 3);
        write(MasterKey.none(), 1);

        assertThat(verify(KEY).trouble()).contains("without the key");
        assertThat(verify(MasterKey.none()).whole()).isFalse();
    }

    /** What whoever can write to the database alone would do. */
    enum Forger {
        /** All as if there had never been a key. */
        WITHOUT_KEY(10, 0),
        /** The same with an entry less, and one of them changed. */
        SHORTER(9, 0),
        /** Nothing is left. */
        EMPTY(0, 0),
        /** The last entries are gone, and the head says so: every hash fits. */
        CUT(7, 1);

        private final int entries;
        private final int keyed;

        Forger(int entries, int keyed) {
            this.entries = entries;
            this.keyed = keyed;
        }
    }

    @ParameterizedTest
    @EnumSource(Forger.class)
    void onceKeyedAlwaysKeyed(Forger forger) throws Exception {
        write(KEY, 10);
        assertThat(verify(KEY).trouble()).isEmpty();

        forge(forger);
        assertThat(verify(KEY).whole()).as("at once").isFalse();

        // And when the service goes on writing, now and after it was started anew.
        write(KEY, 20);
        assertThat(verify(KEY).whole()).as("later").isFalse();
    }

    private void forge(Forger forger) throws Exception {
        if (forger.keyed == 1) {
            database.write(
                    sql -> {
                        sql.change("DELETE FROM audit WHERE n > ?", forger.entries);
                        return sql.change(
                                "UPDATE audit_head SET n = ?, hash = (SELECT hash FROM audit WHERE"
                                        + " n = ?)",
                                forger.entries,
                                forger.entries);
                    });
            return;
        }
        database.write(
                sql -> {
                    sql.change("DELETE FROM audit");
                    return sql.change("UPDATE audit_head SET n = 0, hash = ''");
                });
        Path elsewhere = Files.createDirectories(folder.resolve("forger"));
        var pin = new AuditPin(elsewhere.resolve("audit.pin"), MasterKey.none());
        try (var log =
                new AuditLog(database, MasterKey.none(), pin, InstantSource.system(), _ -> {})
                        .start()) {
            for (int i = 0; i < forger.entries; i++) {
                assertThat(log.add(access("job" + i)).get()).isPositive();
            }
        }
    }

    @Test
    void aPinThatIsGoneOrChangedIsNoticedAndSoIsAnotherKey() throws Exception {
        write(KEY, 3);
        Path file = folder.resolve("audit.pin");
        String pinned = Files.readString(file);

        Files.writeString(file, pinned.replace("\"n\":4", "\"n\":3"));
        assertThat(verify(KEY).whole()).as("changed").isFalse();

        Files.delete(file);
        assertThat(verify(KEY).whole()).as("gone").isFalse();

        Files.writeString(file, pinned);
        assertThat(verify(KEY).whole()).isTrue();
        assertThat(
                        verify(MasterKey.parse(Base64.getEncoder().encodeToString(new byte[32])))
                                .whole())
                .as("the same key")
                .isTrue();
        byte[] other = new byte[32];
        other[0] = 1;
        assertThat(verify(MasterKey.parse(Base64.getEncoder().encodeToString(other))).whole())
                .isFalse();
    }

    @Test
    void aLogFromBeforeTheKeyGoesOnWithIt() throws Exception {
        write(MasterKey.none(), 5);
        assertThat(verify(MasterKey.none()).trouble()).isEmpty();
        assertThat(verify(KEY).whole()).as("not before the service began with it").isFalse();

        write(KEY, 3);

        AuditChain.Verification found = verify(KEY);
        assertThat(found.trouble()).isEmpty();
        assertThat(found.entries()).isEqualTo(9);
    }

    private AuditPin pin(MasterKey key) {
        return new AuditPin(folder.resolve("audit.pin"), key);
    }

    private static void add(AuditLog log) {
        try {
            for (int k = 0; k < 50; k++) {
                var _ = log.add(access("job" + k));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private AuditLog log(MasterKey key) {
        return new AuditLog(database, key, pin(key), InstantSource.system(), _ -> {}).start();
    }

    private void write(MasterKey key, int count) throws Exception {
        try (var log = log(key)) {
            CompletableFuture<Long> last = new CompletableFuture<>();
            for (int i = 0; i < count; i++) {
                last = log.add(access("job" + i));
            }
            assertThat(last.get()).isNotNull();
        }
    }

    private AuditChain.Verification verify(MasterKey key) {
        return database.read(new AuditChain(key, pin(key))::verify);
    }

    private static AuditLog.Access access(String resource) {
        return new AuditLog.Access("k", "viewer", "127.0.0.1", "getJob", resource, 200);
    }
}
