package io.mcpsf.service.job;

import io.mcpsf.service.storage.DatabaseUrl;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

import java.io.IOException;

@Tag("peers")
final class PostgresqlQueueTest extends QueueContract {

    private static EmbeddedPostgres server;

    @BeforeAll
    static void startServer() throws IOException {
        server = EmbeddedPostgres.builder().start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    @Override
    protected DatabaseUrl database() {
        return DatabaseUrl.parse(
                "postgresql://postgres@127.0.0.1:" + server.getPort() + "/postgres");
    }
}
