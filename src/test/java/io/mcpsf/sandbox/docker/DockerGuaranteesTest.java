package io.mcpsf.sandbox.docker;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.sandbox.Capabilities;
import io.mcpsf.sandbox.Tier;
import io.mcpsf.sandbox.docker.ContainerGate.Duty;

import org.junit.jupiter.api.Test;

/** Tiers compare what they require with what an executor says it enforces. */
final class DockerGuaranteesTest {

    private static Capabilities with(Duty duty) {
        return with(duty, true);
    }

    private static Capabilities with(Duty duty, boolean listener) {
        var facts = new EngineFacts("27.0", "Debian", "6.12", 2, false, false, false);
        var image = new CreateLine.Image("mcpsf-skeleton", true);
        var terms = new CreateLine.Terms(image, "runc", false, false, 2);
        return DockerGuarantees.of("docker", facts, terms, duty, listener);
    }

    @Test
    void aContainerWithItsOwnUserRangeMeetsTheRecommendedTier() {
        assertThat(Tier.RECOMMENDED.broken(with(Duty.SHARED_KERNEL))).isEmpty();
    }

    @Test
    void withoutAUserNamespaceItDoesNot() {
        assertThat(Tier.RECOMMENDED.broken(with(Duty.NO_USER_NAMESPACE)))
                .containsExactly(Capabilities.OWN_USERS);
    }

    @Test
    void aSharedKernelIsNotTheMaximum() {
        assertThat(Tier.MAXIMUM.broken(with(Duty.SHARED_KERNEL)))
                .containsExactly(Capabilities.OWN_KERNEL);
    }

    @Test
    void aListenerThatIsRefusedIsNamedAsMissingWithTheReason() {
        assertThat(with(Duty.SHARED_KERNEL).lacks(Capabilities.LISTENER)).isEmpty();
        assertThat(with(Duty.SHARED_KERNEL, false).lacks(Capabilities.LISTENER))
                .hasValue(DockerGuarantees.NO_LISTENER);
    }
}
