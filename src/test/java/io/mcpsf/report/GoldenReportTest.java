package io.mcpsf.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import io.mcpsf.json.Json;
import io.mcpsf.report.form.Form;
import io.mcpsf.report.form.ReportFiles;
import io.mcpsf.report.profile.InstallAdvice;
import io.mcpsf.text.Columns;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

final class GoldenReportTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final Path SCHEMA = Path.of("docs/report-schema.json");

    @Test
    void everyFormIsWhatItWas() throws IOException {
        for (Map.Entry<String, Report> entry : Cases.all().entrySet()) {
            String name = entry.getKey();
            Report report = entry.getValue();
            assertGolden(name + ".json", Form.JSON.text(report));
            assertGolden(name + ".md", Form.MD.text(report));
            assertGolden(
                    name + ".txt",
                    new ClosingScreen(
                                    report,
                                    Screen.plain(),
                                    "reports/latest",
                                    new InstallAdvice(report).brief())
                            .text());
            assertGolden(
                    name + ".ansi",
                    new ClosingScreen(
                                    report,
                                    new Screen(100, true, true),
                                    "reports/latest",
                                    new InstallAdvice(report).brief())
                            .text()
                            .replace("\u001b", "\\e"));
            assertGolden(
                    name + "-60-ascii.txt",
                    new ClosingScreen(
                                    report,
                                    new Screen(60, false, false),
                                    "reports/latest",
                                    new InstallAdvice(report).brief())
                            .text());
        }
    }

    @Test
    void theSameEvidenceGivesTheSameBytes() {
        assertThat(ReportFiles.of(Cases.thief()).get("report.json"))
                .isEqualTo(ReportFiles.of(Cases.thief()).get("report.json"));
        assertThat(ReportFiles.of(Cases.thief()).keySet())
                .startsWith("report.json", "report.html", "report.md", "report.sarif");
    }

    @Test
    void everyReportKeepsToTheSchema() throws IOException {
        Schema schema = schema();
        for (Report report : Cases.all().values()) {
            assertThat(schema.validate(Form.JSON.text(report), InputFormat.JSON)).isEmpty();
        }
    }

    @Test
    void aMemberThatTheSchemaDoesNotKnowIsRefused() throws IOException {
        Schema schema = schema();
        for (String place :
                List.of(
                        "",
                        "/target",
                        "/findings/0",
                        "/coverage/phases/START",
                        "/network/names/0")) {
            ObjectNode tree = (ObjectNode) Json.read(Form.JSON.text(Cases.thief()));
            ((ObjectNode) tree.at(place)).put("surprise", 1);

            assertThat(schema.validate(Json.text(tree), InputFormat.JSON)).as(place).isNotEmpty();
        }
        ObjectNode cut = (ObjectNode) Json.read(Form.JSON.text(Cases.thief()));
        cut.remove("verdict");
        assertThat(schema.validate(Json.text(cut), InputFormat.JSON)).isNotEmpty();
    }

    @Test
    void theScreenFitsOnAScreenOfAnyWidth() {
        for (Report report : Cases.all().values()) {
            for (int columns = 20; columns <= 160; columns += 7) {
                for (boolean utf8 : List.of(true, false)) {
                    List<String> lines =
                            new ClosingScreen(
                                            report,
                                            new Screen(columns, false, utf8),
                                            "reports/some/where",
                                            new InstallAdvice(report).brief())
                                    .text()
                                    .lines()
                                    .toList();

                    assertThat(lines).hasSizeLessThanOrEqualTo(ClosingScreen.MAX_LINES);
                    int limit = Math.clamp(columns, 40, 100);
                    assertThat(lines)
                            .allSatisfy(
                                    line ->
                                            assertThat(Columns.of(line))
                                                    .isLessThanOrEqualTo(limit));
                    if (!utf8) {
                        assertThat(lines).allSatisfy(line -> assertThat(line).matches("[ -~]*"));
                    }
                }
            }
        }
    }

    @Test
    void nothingHostileReachesAnyForm() {
        Report report = Cases.thief();
        String ours =
                new ClosingScreen(
                                report,
                                new Screen(100, true, true),
                                "x",
                                new InstallAdvice(report).brief())
                        .text()
                        .replaceAll("\u001b\\[[0-9;]*m", "");
        for (String form :
                List.of(
                        Form.JSON.text(report),
                        Form.MD.text(report),
                        ours,
                        ClosingScreen.oneLine(report, Screen.plain()))) {
            assertThat(form.codePoints().filter(c -> c != '\n'))
                    .noneMatch(
                            c -> c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x202e || c == 0x200b);
        }
        assertThat(Form.MD.text(report).replaceAll("(`+).*?\\1", "")).doesNotContain("IMPORTANT");
    }

    @Test
    void jsonTellsTheVeryStringsThatWereSeen() {
        assertThat(Json.read(Form.JSON.text(Cases.thief())).at("/processes/2/argv/3").asString())
                .isEqualTo("LS0tLS1CRUdJTi\u001b[2J\u202e");
    }

    private static Schema schema() throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA));
    }

    private static void assertGolden(String name, String actual) throws IOException {
        Path file = GOLDEN.resolve(name);
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(file, actual);
        }
        assertThat(actual)
                .as("%s (bin/golden rewrites it; read the difference)", file)
                .isEqualTo(Files.exists(file) ? Files.readString(file) : "no golden file yet");
    }
}
