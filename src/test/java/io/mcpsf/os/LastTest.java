package io.mcpsf.os;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

final class LastTest {

    @Test
    void whoeverIsInterruptedStillWaitsForTheEnd() throws Exception {
        var go = new CountDownLatch(1);
        Thread working = Thread.ofPlatform().start(() -> await(go));
        var waiting =
                new FutureTask<>(
                        () -> {
                            Thread.currentThread().interrupt();
                            Last.of(working);
                            return !working.isAlive() && Thread.currentThread().isInterrupted();
                        });
        Thread waiter = Thread.ofPlatform().start(waiting);
        while (waiter.getState() != Thread.State.WAITING) {
            assertThat(waiting.isDone()).isFalse();
            Thread.onSpinWait();
        }
        go.countDown();

        assertThat(waiting.get(10, TimeUnit.SECONDS)).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
