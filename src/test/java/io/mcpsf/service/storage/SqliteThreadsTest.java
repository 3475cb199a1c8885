package io.mcpsf.service.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** SQLite is native code, and virtual threads have few carriers. */
final class SqliteThreadsTest {

    private static final String LONG =
            "SELECT count(*) FROM (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c"
                    + " WHERE x < 2000000) SELECT x FROM c)";

    @TempDir Path folder;

    @Test
    @Timeout(120)
    void longStatementsHoldUpNoOtherVirtualThread() throws InterruptedException {
        try (Database database =
                Database.open(DatabaseUrl.sqlite(folder.resolve("x.db")), Duration.ofSeconds(20))) {
            int many = 2 * Runtime.getRuntime().availableProcessors();
            var begun = new CountDownLatch(1);
            var ended = new AtomicInteger();
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < many; i++) {
                threads.add(
                        Thread.ofVirtual()
                                .start(
                                        () -> {
                                            begun.countDown();
                                            database.read(sql -> sql.number(LONG));
                                            ended.incrementAndGet();
                                        }));
            }
            begun.await();
            // Several turns, so that it must find a carrier while statements are running.
            Thread quick =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        for (int i = 0; i < 20; i++) {
                                            LockSupport.parkNanos(1);
                                        }
                                    });
            quick.join();
            int before = ended.get();
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(before).isZero();
            assertThat(ended).hasValue(many);
        }
    }

    @Test
    void afterItsEndItSaysSo() {
        Database database =
                Database.open(DatabaseUrl.sqlite(folder.resolve("x.db")), Duration.ofSeconds(20));
        database.close();
        var said = new ArrayList<RuntimeException>();

        Thread late =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        database.read(sql -> sql.number("SELECT 1"));
                                    } catch (StorageException e) {
                                        said.add(e);
                                    }
                                });
        try {
            late.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }

        assertThat(said).hasSize(1);
    }
}
