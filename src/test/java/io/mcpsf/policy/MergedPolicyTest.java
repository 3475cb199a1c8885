package io.mcpsf.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.model.Violation;
import io.mcpsf.policy.NetworkAccess.Destination;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Layers on top of each other, and the sentences that tell what came out. */
final class MergedPolicyTest {

    static final List<String> PRESETS = PolicyLayer.PRESETS;

    @Test
    void theMoreSpecificLayerWinsAndTheOriginOfEachValueIsKept() {
        MergedPolicy merged =
                MergedPolicy.of(
                        List.of(
                                PolicyLayer.preset("recommended"),
                                layer(
                                        "user",
                                        "{limits: {memory: 2g}, network: {allow: [{host:"
                                                + " a.example}]}}"),
                                layer("project", "{network: {allow: [{host: b.example}]}}")));

        assertThat(merged.policy().limits().memoryBytes()).isEqualTo(2L << 30);
        assertThat(merged.policy().network().allow())
                .extracting(each -> ((Destination.Host) each).host())
                .containsExactly("b.example");
        assertThat(merged.origin("limits.memory")).isEqualTo("user");
        assertThat(merged.origin("limits.cpus")).isEqualTo("preset recommended");
        assertThat(merged.origin("network.allow")).isEqualTo("project");
    }

    @Test
    void aPresetThatAFileNamesGoesBelowIt() {
        MergedPolicy merged =
                MergedPolicy.of(
                        List.of(
                                layer(
                                        "file",
                                        "{preset: maximum, violations: {FILE_DENIED: log}}")));

        assertThat(merged.policy().about(Violation.NETWORK_ESCAPE))
                .isEqualTo(Violation.Action.KILL);
        assertThat(merged.policy().about(Violation.FILE_DENIED)).isEqualTo(Violation.Action.LOG);
        assertThat(merged.origin("violations.FILE_DENIED")).isEqualTo("file");
    }

    @Test
    void aFaultBelowIsNotHiddenByTheLayerAbove() {
        assertThatThrownBy(
                        () ->
                                MergedPolicy.of(
                                        List.of(
                                                layer("a", "{limits: {memory: lots}}"),
                                                layer("b", "{limits: {memory: 1g}}"))))
                .isInstanceOf(BadPolicyException.class)
                .hasMessageContaining("limits.memory");
    }

    @ParameterizedTest
    @FieldSource("PRESETS")
    void everyPresetIsValidAndAllowsNoHostNoFileAndNoSecret(String name) {
        Policy policy = MergedPolicy.of(List.of(PolicyLayer.preset(name))).policy();

        assertThat(policy.network().allow()).isEmpty();
        assertThat(policy.files().read()).isEmpty();
        assertThat(policy.files().write()).isEmpty();
        assertThat(policy.secrets()).isEmpty();
    }

    @Test
    void thePolicyIsToldInSentences() {
        List<String> lines =
                PolicyWords.explain(
                        MergedPolicy.of(
                                List.of(
                                        layer(
                                                "policy.yaml",
                                                """
                                                files: {read: [~/site], write: [~/site/out]}
                                                network:
                                                  allow:
                                                    - {host: api.forge.example, methods: [GET]}
                                                secrets:
                                                  forge: {from: "command:pass show forge", to: [api.forge.example]}
                                                tools: {deny: ["delete_*"]}
                                                limits: {memory: 512m}
                                                violations: {NETWORK_ESCAPE: kill}
                                                """))));

        assertThat(lines)
                .contains(
                        "  May read ~/site.  [policy.yaml]",
                        "  May read and change ~/site/out.  [policy.yaml]",
                        "  Sees no other files of this machine.",
                        "  May connect to api.forge.example port 443, only GET.  [policy.yaml]",
                        "  Everything else is refused; nothing leaves.",
                        "  forge (from a command): the code gets a stand-in; the boundary puts"
                                + " the real value into the header of requests to"
                                + " api.forge.example.  [policy.yaml]",
                        "  Calls are refused for delete_*.  [policy.yaml]",
                        "  512 MiB of memory, no swap.  [policy.yaml]",
                        "  Ends the run: NETWORK_ESCAPE.");
        assertThat(lines).doesNotContain("Careful");
    }

    @Test
    void whatIsAllowedAndRarelyMeantIsSaid() {
        List<String> lines =
                PolicyWords.explain(
                        MergedPolicy.of(
                                List.of(
                                        layer(
                                                "p",
                                                """
                                                files: {read: ["~"]}
                                                network: {allow: [{cidr: 0.0.0.0/0}]}
                                                secrets: {key: {reveal: true}}
                                                """))));

        assertThat(lines.subList(lines.indexOf("Careful"), lines.size()))
                .containsExactly(
                        "Careful",
                        "  A whole home contains keys and tokens; name only the folders that are"
                                + " needed.",
                        "  The whole internet is allowed.",
                        "  key can be sent wherever the code may connect to.");
    }

    private static PolicyLayer layer(String origin, String yaml) {
        return PolicyLayer.read(origin, yaml.getBytes(StandardCharsets.UTF_8));
    }
}
