package io.mcpsf.service.job;

import io.mcpsf.service.storage.DatabaseUrl;

final class SqliteQueueTest extends QueueContract {

    @Override
    protected DatabaseUrl database() {
        return DatabaseUrl.sqlite(folder.resolve("q.db"));
    }
}
