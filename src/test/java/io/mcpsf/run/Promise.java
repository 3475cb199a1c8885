package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Verdict;

import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;

/** What a sample promises in its expect.yaml, on one runtime, and whether a judgement keeps it. */
record Promise(JsonNode expect) {

    /** Where a runtime shows less, the file says so below {@code on}, with the reason. */
    static Promise of(Path sample, String runtime) {
        try {
            JsonNode expect =
                    new YAMLMapper().readTree(Files.readString(sample.resolve("expect.yaml")));
            JsonNode here = expect.path("on").path(runtime.substring(runtime.indexOf('-') + 1));
            return new Promise(here.isMissingNode() ? expect : here);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read what " + sample + " promises", e);
        }
    }

    void compare(Judgement judgement) {
        List<Finding> findings = judgement.findings();
        List<String> found = findings.stream().map(Finding::rule).distinct().toList();
        String told = judgement.summary() + " " + judgement.doubts() + " " + found;

        assertThat(judgement.verdict())
                .as(told)
                .isEqualTo(Verdict.valueOf(expect.path("verdict").asString()));
        assertThat(found).as(told).containsAll(rules());
        if (expect.path("kind").asString().equals("benign")) {
            assertThat(findings)
                    .allSatisfy(f -> assertThat(f.severity()).isLessThan(Severity.MEDIUM));
        }
    }

    List<String> rules() {
        return StreamSupport.stream(expect.path("rules").spliterator(), false)
                .map(JsonNode::asString)
                .toList();
    }

    /** Why the runtime shows less, or nothing. */
    String why() {
        return expect.path("why").asString("");
    }
}
