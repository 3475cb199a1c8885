package io.mcpsf.run.guarded;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.Policy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.sandbox.Capabilities;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** What is written and would not be held starts nothing. */
final class UnenforcedTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "privacy: [email]",
                "secrets: {a: {from: 'env:A', to: [a.example], as: header, reveal: true}}"
            })
    void aPartThatIsNotHeldRefusesTheStart(String part) {
        assertThatThrownBy(() -> Unenforced.refuse(policy(part)))
                .isInstanceOf(RefusedStartException.class);
    }

    @Test
    void anEngineThatCantKeepProgramsAwayRefusesAPolicyWithThem() {
        Policy policy = policy("programs: [node]");

        assertThatCode(() -> Unenforced.refuse(policy, on("crun"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> Unenforced.refuse(policy, on("docker with runc")))
                .isInstanceOf(RefusedStartException.class)
                .hasMessageContaining("this policy cannot be enforced");
        assertThatCode(() -> Unenforced.refuse(policy("files: {}"), on("docker with runc")))
                .doesNotThrowAnyException();
    }

    private static Capabilities on(String runtime) {
        return new Capabilities(runtime, "1", "6", List.of(), List.of());
    }

    private static Policy policy(String part) {
        return MergedPolicy.of(
                        List.of(
                                PolicyLayer.read(
                                        "test",
                                        ("version: 1\n" + part + "\n")
                                                .getBytes(StandardCharsets.UTF_8))))
                .policy();
    }
}
