package io.mcpsf.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

final class TierTest {

    private static Capabilities enforcing(String... lines) {
        return new Capabilities("x", "1.0", "Linux 6", List.of(lines), List.of());
    }

    @Test
    void aTierIsBrokenByWhatIsNotEnforced() {
        Capabilities plain = enforcing("separate namespaces");
        Capabilities limited =
                enforcing(
                        "memory limit without swap",
                        "CPU limit",
                        "process limit",
                        "separate user id range");

        assertThat(Tier.MINIMUM.broken(plain)).isEmpty();
        assertThat(Tier.RECOMMENDED.broken(plain)).hasSize(4);
        assertThat(Tier.RECOMMENDED.broken(limited)).isEmpty();
        assertThat(Tier.MAXIMUM.broken(limited)).containsExactly("separate kernel");
    }

    @Test
    void tiersAreKnownByTheirWords() {
        assertThat(Tier.named("recommended")).contains(Tier.RECOMMENDED);
        assertThat(Tier.named("paranoid")).isEmpty();
    }
}
