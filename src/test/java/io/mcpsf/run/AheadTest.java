package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class AheadTest {

    @Test
    void theResultIsThereHoweverOftenItIsAskedFor() throws InterruptedException {
        Ahead<String> ahead = Ahead.of(() -> "done");

        assertThat(ahead.get()).isEqualTo("done");
        assertThat(ahead.get()).isEqualTo("done");
    }

    @Test
    void whatTheWorkThrowsReachesWhoeverAsks() {
        var failure = new IllegalArgumentException("no such rule");
        Ahead<String> ahead =
                Ahead.of(
                        () -> {
                            throw failure;
                        });

        assertThatThrownBy(ahead::get).isSameAs(failure);
    }
}
