package io.mcpsf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.CaseFile;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;

final class ReproduceTest {

    @Test
    void aSessionIsRunAgainAndAnAssessmentAssessed() {
        assertThat(Reproduce.command(file("run", List.of("--root", "/srv"))))
                .isEqualTo("mcpsf run npm:@acme/server -- --root /srv");
        assertThat(Reproduce.command(file("safe", List.of())))
                .isEqualTo("mcpsf assess npm:@acme/server --profile safe --seed 7");
    }

    private static CaseFile file(String profile, List<String> command) {
        return new CaseFile(
                "id",
                new CaseFile.Subject("npm", "@acme/server", "1", "ab", "npm:@acme/server"),
                Instant.EPOCH,
                "1",
                new CaseFile.Settings(profile, 7, command, 0));
    }
}
