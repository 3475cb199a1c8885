package io.mcpsf.inspect.advisory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.web.WebRoute;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

final class AdvisoryDatabaseTest {

    private static final Instant NOW = Instant.parse("2026-11-15T20:00:00Z");
    private static final String HONO =
            record("GHSA-aaaa", "npm", "hono", "2026-01-01T00:00:00Z", "4.6.5", "\"CVE-2024-1\"");

    @TempDir Path folder;

    private static String record(
            String id, String ecosystem, String name, String modified, String fixed, String alias) {
        return """
        {"id":"%s","modified":"%s","aliases":[%s],"summary":"S","affected":[{"package":\
        {"ecosystem":"%s","name":"%s"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"},\
        {"fixed":"%s"}]}]}],"database_specific":{"severity":"MODERATE"}}\
        """
                .formatted(id, modified, alias, ecosystem, name, fixed);
    }

    private AdvisoryDatabase database() {
        return new AdvisoryDatabase(folder.resolve("db/advisories.idx"));
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void whatWasImportedIsFoundAgain() throws Exception {
        var database = database();

        var imported =
                database.add(file("a.jsonl", HONO + "\n").toString(), NOW, WebRoute.direct());

        assertThat(imported.read()).isEqualTo(1);
        assertThat(database.status().orElseThrow().records()).containsEntry("npm", 1L);
        List<Advisory> about = database.open().about(Ecosystem.NPM, "hono");
        assertThat(about).hasSize(1);
        assertThat(about.getFirst().aliases()).containsExactly("CVE-2024-1");
        assertThat(about.getFirst().rating().level()).isEqualTo(Rating.Level.MEDIUM);
        assertThat(about.getFirst().affected().hit(Ecosystem.NPM, "4.6.4"))
                .contains(new Affected.Hit("4.6.5"));
        assertThat(about.getFirst().affected().hit(Ecosystem.NPM, "4.6.5")).isEmpty();
        assertThat(database.open().about(Ecosystem.NPM, "hono2")).isEmpty();
        assertThat(database.open().about(Ecosystem.PYPI, "hono")).isEmpty();
    }

    @Test
    void everyWayToPackRecordsIsUnderstood() throws Exception {
        Path gz = folder.resolve("a.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gz))) {
            out.write(
                    (HONO + "\n" + record("X-2", "npm", "b", "2026", "2.0.0", "") + "\n")
                            .getBytes(StandardCharsets.UTF_8));
        }
        Path zip = folder.resolve("all.zip");
        try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
            out.putNextEntry(new ZipEntry("PYSEC-1.json"));
            out.write(
                    record("PYSEC-1", "PyPI", "Foo_Bar", "2026", "2.0", "")
                            .getBytes(StandardCharsets.UTF_8));
            out.closeEntry();
        }
        Path many = Files.createDirectory(folder.resolve("many"));
        Files.writeString(
                many.resolve("pretty.json"),
                record("X-3", "npm", "c", "2026", "1.0.0", "").replace(",", ",\n "));
        Files.writeString(
                many.resolve("list.json"),
                "[" + record("X-4", "npm", "d", "2026", "1.0.0", "") + "]");
        var database = database();

        database.add(gz.toString(), NOW, WebRoute.direct());
        database.add(zip.toString(), NOW, WebRoute.direct());
        database.add(many.toString(), NOW, WebRoute.direct());

        AdvisoryDatabase.Status status = database.status().orElseThrow();
        assertThat(status.records()).containsEntry("npm", 4L).containsEntry("PyPI", 1L);
        assertThat(status.sources()).hasSize(3);
        assertThat(database.open().about(Ecosystem.PYPI, "foo.bar")).hasSize(1);
    }

    @Test
    void theNewerRecordHoldsAndAWithdrawnOneGoes() throws Exception {
        var database = database();
        String newer = HONO.replace("2026-01-01", "2026-02-01").replace("4.6.5", "4.7.0");
        database.add(file("new.json", newer).toString(), NOW, WebRoute.direct());
        database.add(file("old.json", HONO).toString(), NOW, WebRoute.direct());

        assertThat(database.open().about(Ecosystem.NPM, "hono").getFirst().modified())
                .startsWith("2026-02");

        String withdrawn =
                newer.replace("\"summary\"", "\"withdrawn\":\"2026-03-01T00:00:00Z\",\"summary\"");
        database.add(file("gone.json", withdrawn).toString(), NOW, WebRoute.direct());

        assertThat(database.open().about(Ecosystem.NPM, "hono")).isEmpty();
    }

    @Test
    void whatHoldsNoAdvisoryIsRefusedAndNothingIsLost() throws Exception {
        var database = database();
        database.add(file("a.json", HONO).toString(), NOW, WebRoute.direct());

        assertThatThrownBy(
                        () ->
                                database.add(
                                        file("b.json", "<html>").toString(),
                                        NOW,
                                        WebRoute.direct()))
                .isInstanceOf(AdvisoryException.class);
        assertThatThrownBy(
                        () -> database.add(file("c.json", "").toString(), NOW, WebRoute.direct()))
                .hasMessageContaining("contains no OSV advisory");
        assertThatThrownBy(
                        () -> database.add("http://example.invalid/x.zip", NOW, WebRoute.direct()))
                .hasMessageContaining("https only");
        assertThat(database.open().about(Ecosystem.NPM, "hono")).hasSize(1);
    }

    @Test
    void aDamagedIndexSaysSo() throws Exception {
        Path file = folder.resolve("broken.idx");
        Files.writeString(file, "something else entirely");

        assertThatThrownBy(() -> new AdvisoryDatabase(file).status())
                .hasMessageContaining("import the advisories again");
    }
}
