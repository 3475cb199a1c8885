package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

@Tag("peers")
final class JudgeProcessTest {

    @TempDir Path folder;

    @Test
    void evidenceBecomesReportsInAProcessOfItsOwn() throws Exception {
        Path handed = Files.createDirectories(folder.resolve("handed"));
        try (var recorded =
                new GZIPInputStream(
                        Objects.requireNonNull(
                                getClass().getResourceAsStream("/evidence/courier.jsonl.gz")))) {
            Files.copy(recorded, handed.resolve("evidence.jsonl"));
        }

        assertThat(new JudgeProcess(Map.of(), 1).write(handed)).isEmpty();

        assertThat(Json.read(Files.readAllBytes(handed.resolve("report.json"))).path("verdict"))
                .hasToString("\"MALICIOUS\"");
        assertThat(handed.resolve("export/indicators.csv")).exists();
        assertThat(handed.resolve("report.html")).exists();
    }

    @Test
    void whatIsNoEvidenceIsToldSo() throws Exception {
        Path handed = Files.createDirectories(folder.resolve("handed"));
        Files.writeString(handed.resolve("evidence.jsonl"), "{\"record\":\"Nothing\"}\n");

        assertThat(new JudgeProcess(Map.of(), 1).write(handed)).isPresent();

        assertThat(handed.resolve("report.json")).doesNotExist();
    }
}
