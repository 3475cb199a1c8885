package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.model.CaseFile;
import io.mcpsf.run.request.UsageException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.util.List;
import java.util.Map;

final class SettingsTest {

    private static Settings settings(
            Map<String, String> env, Map<String, String> file, String... args) {
        var spec = CommandOptions.command("assess", "");
        spec.addOption(CommandOptions.option("NAME", "", "--runtime"));
        spec.addOption(CommandOptions.option("SIZE", "", "--memory"));
        spec.addOption(CommandOptions.option("N", "", "--cpus"));
        spec.addOption(CommandOptions.option("N", "", "--valid-calls"));
        spec.addOption(CommandOptions.option("N", "", "--fuzz-calls"));
        spec.addOption(CommandOptions.option("MODEL", "", "--llm"));
        spec.addOption(CommandOptions.many("HOST", "", "--allow-net"));
        return new Settings(
                new CommandLine(spec).parseArgs(args),
                List.of(
                        Settings.environment(env),
                        new SettingsFile("/home/me/settings.env", file, List.of())));
    }

    @Test
    void theNearestWordCounts() {
        Map<String, String> env = Map.of("MCPSF_RUNTIME", "runc");
        Map<String, String> file = Map.of("MCPSF_RUNTIME", "runsc", "MCPSF_FUZZ_CALLS", "7");

        assertThat(settings(env, file, "--runtime", "crun").value("--runtime", "auto"))
                .isEqualTo("crun");
        assertThat(settings(env, file).value("--runtime", "auto")).isEqualTo("runc");
        assertThat(settings(Map.of(), file).value("--runtime", "auto")).isEqualTo("runsc");
        assertThat(settings(Map.of(), Map.of()).value("--runtime", "auto")).isEqualTo("auto");
        assertThat(settings(Map.of(), file).count("--fuzz-calls")).isEqualTo(7);
    }

    @Test
    void namesOfOtherSandboxesAreUnderstood() {
        Map<String, String> env =
                Map.of(
                        "CONTAINER_RUNTIME", "gvisor",
                        "SANDBOX_MEMORY", "512m",
                        "SANDBOX_CPUS", "0.5",
                        "NUM_VALID_PAYLOADS", "3",
                        "NUM_MALICIOUS_PAYLOADS", "40",
                        "ENABLE_LLM_FUZZING", "true",
                        "ANTHROPIC_API_KEY", "sk-me");

        var settings = settings(env, Map.of());

        assertThat(settings.value("--runtime", "auto")).isEqualTo("runsc");
        assertThat(settings.bytes("--memory", 1)).isEqualTo(512L << 20);
        assertThat(settings.share("--cpus")).isEqualTo(0.5);
        assertThat(settings.count("--valid-calls")).isEqualTo(3);
        assertThat(settings.count("--fuzz-calls")).isEqualTo(40);
        assertThat(settings.model().env())
                .containsEntry("MCPSF_LLM", "anthropic")
                .containsEntry("ANTHROPIC_API_KEY", "sk-me");
        assertThat(settings.origins())
                .contains(new CaseFile.Origin("SANDBOX_MEMORY", "512m", "environment"));
    }

    @Test
    void ourOwnNameWinsInOnePlaceAndTheNearerPlaceAmongSeveral() {
        Map<String, String> both = Map.of("MCPSF_MEMORY", "1g", "SANDBOX_MEMORY", "2g");
        Map<String, String> theirs = Map.of("SANDBOX_MEMORY", "2g");
        Map<String, String> ours = Map.of("MCPSF_MEMORY", "1g");

        assertThat(settings(both, Map.of()).bytes("--memory", 1)).isEqualTo(1L << 30);
        assertThat(settings(theirs, ours).bytes("--memory", 1)).isEqualTo(2L << 30);
    }

    @Test
    void aMistakeUnderAnotherNameIsToldByThatName() {
        var settings = settings(Map.of("CONTAINER_RUNTIME", "kata"), Map.of());

        assertThatThrownBy(() -> settings.choice("--runtime", List.of("auto", "crun")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("CONTAINER_RUNTIME kata");
    }

    @Test
    void aModelThatIsNotWantedIsNotAskedAndNoWordOpensTheWholeNetwork() {
        Map<String, String> no = Map.of("ENABLE_LLM_FUZZING", "false", "ANTHROPIC_API_KEY", "k");
        assertThat(settings(no, Map.of()).model().env()).isEmpty();

        var open = settings(Map.of("ALLOW_OUTBOUND_NETWORK", "true"), Map.of());
        assertThat(open.values("--allow-net")).isEmpty();
        assertThat(open.notes()).singleElement().asString().contains("--allow-net HOST");
        var closed = settings(Map.of("ALLOW_OUTBOUND_NETWORK", "false"), Map.of());
        assertThat(closed.notes()).isEmpty();
    }

    @Test
    void severalValuesStandBetweenCommas() {
        Map<String, String> env = Map.of("MCPSF_ALLOW_NET", "a.example, b.example:8080");

        assertThat(settings(env, Map.of()).values("--allow-net"))
                .containsExactly("a.example", "b.example:8080");
        assertThat(settings(env, Map.of(), "--allow-net", "c").values("--allow-net"))
                .containsExactly("c");
        assertThat(settings(Map.of(), Map.of()).values("--allow-net")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"64m, 67108864", "2g, 2147483648", "512MiB, 536870912", "131072k, 134217728"})
    void sizesAreRead(String word, long bytes) {
        assertThat(settings(Map.of("MCPSF_MEMORY", word), Map.of()).bytes("--memory", 64L << 20))
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lots", "2", "1m", "-2g", "99999999g", "2g;rm"})
    void aSizeThatIsNoneIsToldByItsName(String word) {
        var settings = settings(Map.of("MCPSF_MEMORY", word), Map.of());

        assertThatThrownBy(() -> settings.bytes("--memory", 64L << 20))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("MCPSF_MEMORY");
    }

    @Test
    void processorsMayBeParts() {
        assertThat(settings(Map.of(), Map.of(), "--cpus", "0.5").share("--cpus")).isEqualTo(0.5);
        assertThat(settings(Map.of(), Map.of()).share("--cpus")).isNegative();
        for (String bad : List.of("0", "many", "1e9", "NaN")) {
            var settings = settings(Map.of(), Map.of(), "--cpus", bad);
            assertThatThrownBy(() -> settings.share("--cpus")).isInstanceOf(UsageException.class);
        }
    }

    @Test
    void aChoiceThatIsNoneIsRefused() {
        var settings = settings(Map.of("MCPSF_RUNTIME", "magic"), Map.of());

        assertThatThrownBy(() -> settings.choice("--runtime", List.of("auto", "crun")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("MCPSF_RUNTIME magic");
    }
}
