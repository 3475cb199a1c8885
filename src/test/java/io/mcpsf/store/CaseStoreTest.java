package io.mcpsf.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.CaseFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;

final class CaseStoreTest {

    private static final Instant NOW = Instant.parse("2026-11-15T17:22:33Z");

    @TempDir private Path temp;

    @Test
    void aCaseIsAClosedFolderWithASpeakingName() throws IOException {
        CaseFolder made = store().create("thief");

        assertThat(made.id()).matches("20261115-172233-thief-[0-9a-f]{4}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made.folder())))
                .isEqualTo("rwx------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc", "@scope/name", "", "...", "a\nb\u001b[31m", "ü ñ", "-rf"})
    void noNameLeavesTheFolder(String name) {
        CaseFolder made = store().create(name);

        assertThat(made.folder().getParent()).isEqualTo(temp.resolve("reports"));
        assertThat(made.id()).matches("[a-z0-9._-]+").doesNotContain("..");
    }

    @Test
    void aVeryLongNameIsCut() {
        assertThat(store().create("x".repeat(10_000)).id()).hasSizeLessThan(70);
    }

    @Test
    void theLatestIsTheNewestThatHasAReport() throws IOException {
        CaseStore store = store();
        CaseFolder first = withEvidence(store.create("a"));
        assertThat(temp.resolve("reports/latest")).doesNotExist();
        CaseStore.reported(first);
        assertThat(store.find("latest").id()).isEqualTo(first.id());
        CaseFolder second = withEvidence(store.create("b"));
        assertThat(store.find("latest").id()).isEqualTo(first.id());
        CaseStore.reported(second);

        assertThat(store.find("latest").id()).isEqualTo(second.id());
        assertThat(Files.readSymbolicLink(temp.resolve("reports/latest")))
                .isEqualTo(Path.of(second.id()));
        assertThat(store.ids()).containsExactlyInAnyOrder(first.id(), second.id());
    }

    @Test
    void aCaseIsFoundByIdByFolderAndByFile() throws IOException {
        CaseStore store = store();
        CaseFolder made = withEvidence(store.create("a"));

        assertThat(store.find(made.id()).folder()).isEqualTo(made.folder().toRealPath());
        assertThat(store.find(made.folder().toString()).id()).isEqualTo(made.id());
        assertThat(store.find(made.file("evidence.jsonl").toString()).id()).isEqualTo(made.id());
        assertThat(made.evidence().file().subject().name()).isEqualTo("thief");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"latest", "20261115-172233-none-0000", "../..", "/etc/passwd", "a\0b", ""})
    void whatIsNoCaseIsAClearError(String word) {
        assertThatThrownBy(() -> store().find(word)).isInstanceOf(StoreException.class);
    }

    @Test
    void filesAreReplacedWholeAndLeaveNothingBehind() throws IOException {
        CaseFolder made = store().create("a");
        made.write("report.json", "{}");
        made.write("report.json", "{\"a\":1}");

        assertThat(made.file("report.json")).hasContent("{\"a\":1}");
        try (var files = Files.list(made.folder())) {
            assertThat(files).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"../x", "/etc/x", "a/b", "export/../x", "", ".hidden", "a\nb", "x..y", "-x"})
    void namesWithTricksAreRefused(String name) {
        CaseFolder made = store().create("a");

        assertThatThrownBy(() -> made.write(name, "x")).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> made.grow(name)).isInstanceOf(StoreException.class);
    }

    @Test
    void exportsStandInAFolderOfTheirOwn() throws IOException {
        CaseFolder made = store().create("a");

        made.write("export/junit.xml", "<a/>");

        assertThat(made.folder().resolve("export/junit.xml")).hasContent("<a/>");
    }

    @Test
    void evidenceIsBegunOnlyOnce() throws IOException {
        CaseFolder made = withEvidence(store().create("a"));

        assertThatThrownBy(() -> made.grow(CaseFolder.EVIDENCE)).isInstanceOf(StoreException.class);
    }

    private static CaseFolder withEvidence(CaseFolder made) throws IOException {
        var subject = new CaseFile.Subject("folder", "thief", "1", "", "/x");
        var settings = new CaseFile.Settings("safe", 1, List.of("node"), 1);
        try (OutputStream out = made.grow(CaseFolder.EVIDENCE)) {
            out.write(EvidenceFormat.head(new CaseFile(made.id(), subject, NOW, "0", settings)));
        }
        return made;
    }

    private CaseStore store() {
        return new CaseStore(temp.resolve("reports"), InstantSource.fixed(NOW), new Random(5));
    }
}
