package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

final class CutOffEvidenceTest {

    @TempDir Path folder;

    private static String recorded() throws IOException {
        try (var in =
                new GZIPInputStream(
                        Objects.requireNonNull(
                                CutOffEvidenceTest.class.getResourceAsStream(
                                        "/evidence/courier.jsonl.gz")))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Path cutOff(String told) throws IOException {
        Path part = Files.writeString(folder.resolve("evidence.part"), told);
        Path made = CutOffEvidence.in(part, folder.resolve("case"), "out of memory").orElseThrow();
        return made.resolve("evidence.jsonl");
    }

    @Test
    void halfALineIsLeftOutAndTheEndSaysThatItWasStopped() throws IOException {
        String whole = recorded();
        int lines = (int) whole.lines().count();
        int tail = whole.lastIndexOf('\n', whole.length() - 2) + 1;

        Evidence evidence;
        // Its last observation lacks its last two characters.
        try (Reader in = Files.newBufferedReader(cutOff(whole.substring(0, tail - 3)))) {
            evidence = EvidenceFormat.read(in);
        }

        // Without the head, the last observation and the coverage.
        assertThat(evidence.seen()).hasSize(lines - 3);
        assertThat(evidence.coverage().phases())
                .containsExactly(
                        Map.entry(
                                Phase.STOP,
                                new PhaseResult(PhaseResult.Status.FAILED, 0, "out of memory")));
    }

    @Test
    void whatWasToldToItsEndStaysAsItIs() throws IOException {
        String whole = recorded();

        assertThat(cutOff(whole)).hasContent(whole);
    }

    @Test
    void withoutAWholeLineThereIsNoCase() throws IOException {
        Path part = folder.resolve("evidence.part");
        Path there = folder.resolve("case");

        assertThat(CutOffEvidence.in(part, there, "")).isEmpty();
        Files.writeString(part, "");
        assertThat(CutOffEvidence.in(part, there, "")).isEmpty();
        Files.writeString(part, "{\"record\":\"Case\"");
        assertThat(CutOffEvidence.in(part, there, "")).isEmpty();
        assertThat(there).doesNotExist();
    }
}
