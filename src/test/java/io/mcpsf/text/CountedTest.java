package io.mcpsf.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CountedTest {

    @Test
    void oneIsNotMany() {
        assertThat(Counted.of(1, "event")).isEqualTo("1 event");
        assertThat(Counted.of(0, "event")).isEqualTo("0 events");
        assertThat(Counted.of(2_956, "entry", "entries")).isEqualTo("2,956 entries");
    }
}
