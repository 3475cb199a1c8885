package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.Verdict;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Evidence that was recorded before the vocabulary was closed is read and judged as it was. */
final class OldCaseTest {

    @Test
    void anOldCaseIsJudgedAsItWasThen() throws IOException {
        var judgement = Judge.judge(old(), RuleSet.load());

        assertThat(judgement.verdict()).isEqualTo(Verdict.RISKY);
        assertThat(judgement.findings())
                .extracting(Finding::rule)
                .contains("command-injection", "code-flow-proven", "code-flow-command");
    }

    @Test
    void theParentOfAForkIsTakenFromTheOldSentence() throws IOException {
        assertThat(old().of(CallNoted.class))
                .filteredOn(seen -> seen.what().call().equals("fork"))
                .isNotEmpty()
                .allSatisfy(
                        seen ->
                                assertThat(seen.what().detail())
                                        .isEqualTo("of process " + seen.what().parent()));
    }

    @Test
    void everyWordInItIsInTheVocabulary() throws IOException {
        assertThat(VocabularyTest.strangers(old().seen())).isEmpty();
    }

    private static Evidence old() throws IOException {
        Path file = Path.of("src/test/resources/old/vuln-command-python.jsonl.gz");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return EvidenceFormat.read(new InputStreamReader(in, StandardCharsets.UTF_8));
        }
    }
}
