package io.mcpsf.service.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.service.StandIn;
import io.mcpsf.service.TestService;
import io.mcpsf.service.job.JobEvent;
import io.mcpsf.service.job.Queue;
import io.mcpsf.service.storage.MasterKey;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What attempts brought that died is not kept beside the report of the one that lived. */
@Tag("peers")
@Timeout(90)
final class DeadAttemptsTest {

    private static final String DEAD = "0123456789abcdefghijklmnop";

    @TempDir Path folder;

    /** Falls over so many times, and then does what it should. */
    private record Falling(int times, AtomicInteger fell) implements Runner {
        @Override
        public Outcome run(Queue.Taken taken, String source, Path folder, Consumer<JobEvent> events)
                throws InterruptedException {
            return fell.getAndIncrement() < times
                    ? new Outcome.Crashed("it fell over")
                    : new StandIn().run(taken, source, folder, events);
        }
    }

    @Test
    void afterARetryOnlyWhatTheReportIsMadeOfStays() throws Exception {
        try (TestService service = service(1)) {
            String id = ended(service, "DONE");
            String left = leave(service, id);

            service.foundation().erasure().deadAttempts();

            assertThatThrownBy(() -> service.foundation().blobs().get(left).close())
                    .isInstanceOf(NoSuchFileException.class);
            assertThat(service.get("/api/v1/jobs/" + id + "/report", "").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void whatFailedForGoodLeavesNothing() throws Exception {
        try (TestService service = service(9)) {
            String id = ended(service, "FAILED");
            String left = leave(service, id);

            service.foundation().erasure().deadAttempts();

            assertThatThrownBy(() -> service.foundation().blobs().get(left).close())
                    .isInstanceOf(NoSuchFileException.class);
        }
    }

    private TestService service(int times) {
        var runner = new Falling(times, new AtomicInteger());
        return TestService.start(folder, runner, "never", MasterKey.none());
    }

    private static String ended(TestService service, String state) throws Exception {
        String id = service.submit("{\"source\":\"npm:x\"}", "").path("id").stringValue("");
        service.await(id, state, "");
        return id;
    }

    /** As a worker does that is killed while it brings its files. */
    private String leave(TestService service, String id) throws Exception {
        String left = "jobs/" + id + "/" + DEAD + "/0";
        service.foundation().blobs().put(left, Files.writeString(folder.resolve("x"), "x"));
        return left;
    }
}
