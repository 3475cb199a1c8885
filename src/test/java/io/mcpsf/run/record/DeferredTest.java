package io.mcpsf.run.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class DeferredTest {

    @Test
    void theResultIsThereHoweverOftenItIsAskedFor() throws InterruptedException {
        Deferred<String> deferred = Deferred.of(() -> "done");

        assertThat(deferred.get()).isEqualTo("done");
        assertThat(deferred.get()).isEqualTo("done");
    }

    @Test
    void whatTheWorkThrowsReachesWhoeverAsks() {
        var failure = new IllegalArgumentException("no such rule");
        Deferred<String> deferred =
                Deferred.of(
                        () -> {
                            throw failure;
                        });

        assertThatThrownBy(deferred::get).isSameAs(failure);
    }
}
