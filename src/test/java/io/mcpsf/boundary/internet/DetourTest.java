package io.mcpsf.boundary.internet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DetourTest {

    @Test
    void aMarkedPageLeadsToAPortOfTheMachineItself() {
        assertThat(Detour.of("/zqxaaaaaaaaaa/to/20660"))
                .hasValueSatisfying(
                        reply -> {
                            assertThat(reply.status()).isEqualTo(302);
                            assertThat(reply.headers())
                                    .containsEntry(
                                            "Location", "http://127.0.0.1:20660/zqxaaaaaaaaaa");
                        });
    }

    @Test
    void noOtherPageDoes() {
        assertThat(Detour.of("/news/to/80")).isEmpty();
        assertThat(Detour.of("/zqxaaaaaaaaaa/to/x")).isEmpty();
        assertThat(Detour.of("/zqxaaaaaaaaaa")).isEmpty();
        assertThat(Detour.of("/zqxaaaaaaaaaab/to/80")).isEmpty();
    }
}
