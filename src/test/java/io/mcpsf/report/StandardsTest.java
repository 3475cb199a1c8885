package io.mcpsf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Axis;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Severity;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

class StandardsTest {

    /** How the entries of each catalogue look. */
    private static final Map<String, String> FORMS =
            Map.of(
                    "nistCsf", "[A-Z]{2}\\.[A-Z]{2}-[0-9]{2}",
                    "cis", "[0-9]{1,2}\\.[0-9]{1,2}",
                    "iso27001", "A\\.[5-8]\\.[0-9]{1,2}",
                    "pciDss", "[0-9]{1,2}(\\.[0-9]{1,2}){2}",
                    "gdpr", "Art\\. [0-9]{1,2}(\\([0-9]\\))?(\\([a-f]\\))?",
                    "soc2", "CC[1-9]\\.[0-9]",
                    "hipaa", "164\\.3[0-9]{2}(\\([a-zA-Z0-9]+\\)){1,4}");

    @Test
    void everyRiskTouchesControlsOfEveryCatalogue() {
        JsonNode data = Resources.json("standards.json");
        for (String part : List.of("owaspMcp", "owaspTop10")) {
            assertThat(data.path(part)).hasSize(10);
            for (JsonNode risk : data.path(part)) {
                FORMS.forEach(
                        (catalogue, form) ->
                                assertThat(Resources.texts(risk.path(catalogue)))
                                        .as(risk.path("title").asString() + " " + catalogue)
                                        .isNotEmpty()
                                        .allMatch(id -> id.matches(form)));
            }
        }
    }

    @Test
    void aWeaknessBelongsToOneCategoryAtMost() {
        var known = new HashSet<String>();
        for (JsonNode category : Resources.json("standards.json").path("owaspTop10")) {
            Resources.texts(category.path("cwe"))
                    .forEach(cwe -> assertThat(known.add(cwe)).as(cwe).isTrue());
        }
    }

    @Test
    void aFindingOfAScannerIsMappedByItsWeakness() {
        var standards = new Standards();
        RuleInfo rule = rule("CWE-693", List.of()).naming("CWE-89");

        assertThat(standards.of(rule))
                .contains(new Standards.Reference("owaspTop10", "A03", "Injection"));
        assertThat(standards.controls(rule))
                .containsKeys("gdpr", "soc2", "hipaa")
                .allSatisfy((_, ids) -> assertThat(ids).isNotEmpty());
    }

    @Test
    void whatIsSaidAboutAnMcpServerIsNotSaidAboutAWebApplication() {
        assertThat(new Standards().categories(rule("CWE-78", List.of("MCP05")))).isEmpty();
    }

    private static RuleInfo rule(String cwe, List<String> risks) {
        return new RuleInfo(
                "a-rule",
                "A rule",
                Severity.HIGH,
                Confidence.LIKELY,
                Axis.EXPOSURE,
                Maturity.STABLE,
                Set.of(),
                new RuleInfo.References(List.of(), List.of(cwe), risks),
                "");
    }
}
