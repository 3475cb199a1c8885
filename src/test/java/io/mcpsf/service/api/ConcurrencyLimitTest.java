package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Nobody waits for ever. */
final class ConcurrencyLimitTest {

    @Test
    @Timeout(120)
    void whoeverWaitsTooLongIsToldToComeBack() throws Exception {
        var turns = new ConcurrencyLimit("The comparison", 1, Duration.ofMillis(50));
        var began = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        Thread first =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        turns.take(
                                                () -> {
                                                    began.countDown();
                                                    await(end);
                                                    return 1;
                                                });
                                    } catch (IOException | InterruptedException e) {
                                        throw new IllegalStateException(e);
                                    }
                                });
        began.await();

        assertThatThrownBy(() -> turns.take(() -> 2))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> {
                            assertThat(problem.status()).isEqualTo(503);
                            assertThat(problem.reply().headers()).containsKey("Retry-After");
                        });

        end.countDown();
        first.join();
        assertThat(turns.take(() -> 3)).isEqualTo(3);
    }

    @Test
    void aTurnThatFailsIsGivenBack() throws Exception {
        var turns = new ConcurrencyLimit("The comparison", 1, Duration.ofMillis(50));
        assertThatThrownBy(
                        () ->
                                turns.take(
                                        () -> {
                                            throw new IOException("no");
                                        }))
                .isInstanceOf(IOException.class);

        assertThat(turns.take(() -> 3)).isEqualTo(3);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
