package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.CaseFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Versions of the same server that were assessed before. */
final class EarlierCasesTest {

    @TempDir Path output;

    @Test
    void theNewestCaseOfEachOtherVersionIsNamed() throws IOException {
        kept("20261101-100000-notes-0001", "notes", "1.0.0", "RISKY");
        kept("20261102-100000-notes-0002", "notes", "1.1.0", "NOTHING_SEEN");
        kept("20261103-100000-notes-0003", "notes", "1.1.0", "MALICIOUS");
        kept("20261103-100000-other-0004", "other", "3.0.0", "MALICIOUS");
        CaseFile now = kept("20261104-100000-notes-0005", "notes", "1.2.0", "RISKY");
        Files.createDirectory(output.resolve("20261105-100000-broken-0006"));

        List<EarlierCases.Earlier> earlier = new EarlierCases(output).of(now);

        assertThat(earlier)
                .containsExactly(
                        new EarlierCases.Earlier(
                                "20261103-100000-notes-0003", "1.1.0", "MALICIOUS"),
                        new EarlierCases.Earlier("20261101-100000-notes-0001", "1.0.0", "RISKY"));
        assertThat(EarlierCases.lines(earlier, now.id()))
                .contains(
                        " EARLIER    1.1.0  MALICIOUS",
                        "            mcpsf diff 20261103-100000-notes-0003"
                                + " 20261104-100000-notes-0005");
    }

    @Test
    void theSameVersionAgainIsNoNews() throws IOException {
        kept("20261101-100000-notes-0001", "notes", "1.0.0", "RISKY");
        CaseFile now = kept("20261104-100000-notes-0005", "notes", "1.0.0", "RISKY");

        assertThat(new EarlierCases(output).of(now)).isEmpty();
        assertThat(EarlierCases.lines(List.of(), now.id())).isEmpty();
    }

    private CaseFile kept(String id, String name, String version, String verdict)
            throws IOException {
        Path folder = Files.createDirectory(output.resolve(id));
        var file =
                new CaseFile(
                        id,
                        new CaseFile.Subject("npm", name, version, "", "npm:" + name),
                        Instant.EPOCH,
                        "1",
                        new CaseFile.Settings("safe", 1, List.of(), 0.5));
        Files.write(folder.resolve("evidence.jsonl"), EvidenceFormat.head(file));
        Files.writeString(folder.resolve("report.json"), "{\"verdict\": \"" + verdict + "\"}");
        return file;
    }
}
