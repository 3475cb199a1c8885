package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

final class AttackFamiliesTest {

    private static final Mark MARK = Mark.draw(new SplittableRandom(1));

    @Test
    void everyPackagedFamilyIsListed() throws IOException {
        try (var files = Files.list(Path.of("src/main/resources/io/mcpsf/interrogate/fuzz"))) {
            assertThat(files.map(f -> f.getFileName().toString().replace(".yaml", "")))
                    .containsExactlyInAnyOrderElementsOf(AttackFamilies.NAMES);
        }
    }

    @ParameterizedTest
    @MethodSource("families")
    void everyValueIsKnownAgain(AttackFamily family) {
        var target =
                new AttackTarget(
                        "t", "", Json.object().put("p", "plain"), List.of("p"), Json.object());

        for (AttackFamily.Payload payload : family.payloads()) {
            String sent = payload.render(target, MARK).toString();

            assertThat(sent)
                    .as(payload.name())
                    .doesNotContainPattern("@(plain|nonce|a|b|product|port|long)@");
            if (!family.rough() && payload.encode().isEmpty()) {
                assertThat(sent)
                        .as(payload.name())
                        .containsAnyOf(MARK.nonce(), "" + MARK.port(), "" + MARK.a());
            }
            assertThat(sent)
                    .as("an answer must not merely repeat us")
                    .doesNotContain(MARK.product());
        }
        assertThat(family.payloads())
                .extracting(AttackFamily.Payload::name)
                .doesNotHaveDuplicates();
        assertThat(Oracle.named(family.oracle())).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("families")
    void theUsualValuesAreFew(AttackFamily family) {
        assertThat(family.payloads().stream().filter(p -> !p.aggressive())).hasSizeBetween(1, 10);
    }

    static List<AttackFamily> families() {
        return AttackFamilies.all();
    }
}
