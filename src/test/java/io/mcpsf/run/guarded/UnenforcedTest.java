package io.mcpsf.run.guarded;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.Policy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.request.RefusedStartException;

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
                "programs: [node]",
                "secrets: {a: {from: 'env:A', to: [a.example], as: header, reveal: true}}"
            })
    void aPartThatIsNotHeldRefusesTheStart(String part) {
        Policy policy =
                MergedPolicy.of(
                                List.of(
                                        PolicyLayer.read(
                                                "test",
                                                ("version: 1\n" + part + "\n")
                                                        .getBytes(StandardCharsets.UTF_8))))
                        .policy();

        assertThatThrownBy(() -> Unenforced.refuse(policy))
                .isInstanceOf(RefusedStartException.class);
    }
}
