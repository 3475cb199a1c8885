package io.mcpsf.service;

import io.mcpsf.service.storage.DatabaseUrl;
import io.mcpsf.service.storage.MasterKey;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A worker process with the stand-in, to be killed: {@code URL DATA}. */
public final class StandInWorker {

    static final Duration LEASE = Duration.ofSeconds(2);

    private StandInWorker() {}

    public static void main(String[] args) throws InterruptedException {
        Path data = Path.of(args[1]);
        var place =
                new Foundation.Place(
                        DatabaseUrl.parse(args[0]),
                        data.resolve("files").toString(),
                        data,
                        MasterKey.none());
        try (Foundation foundation = Foundation.open(place, Map.of());
                var workshop =
                        new Workshop(
                                foundation,
                                new StandIn(),
                                new Workshop.Manner(2, LEASE, Duration.ZERO, "test"))) {
            workshop.start();
            new CountDownLatch(1).await();
        }
    }
}
