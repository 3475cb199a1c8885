package io.mcpsf.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Severity;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measured where MCPSF_TOOL_TEXTS names the file of labelled texts, which is not ours to ship:
 * {@code mvn surefire:test -Dtest=ToolTextsMeasured}. No part of the gate.
 */
@EnabledIfEnvironmentVariable(named = "MCPSF_TOOL_TEXTS", matches = ".+")
final class ToolTextsMeasured {

    private static final double RECALL = 0.87;

    @Test
    void noToolOfAHonestServerIsAccused() throws IOException {
        var alarms = new ArrayList<String>();
        int malicious = 0;
        int found = 0;
        RuleSet rules = RuleSet.load();
        Path file = Path.of(System.getenv("MCPSF_TOOL_TEXTS"));
        try (BufferedReader lines = ToolTexts.open(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode row = JsonMapper.shared().readTree(line);
                String label = row.path("label").asString("");
                boolean medium = medium(Judge.judge(ToolTexts.evidence(row), rules).findings());
                if (label.endsWith("benign") && medium) {
                    alarms.add(row.path("id").asString(""));
                }
                malicious += label.equals("malicious") ? 1 : 0;
                found += label.equals("malicious") && medium ? 1 : 0;
            }
        }

        assertThat(alarms).isEmpty();
        assertThat((double) found / malicious).isGreaterThan(RECALL);
    }

    private static boolean medium(List<Finding> findings) {
        return findings.stream().anyMatch(f -> f.severity().compareTo(Severity.MEDIUM) >= 0);
    }
}
