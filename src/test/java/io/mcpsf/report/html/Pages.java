package io.mcpsf.report.html;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Evidence;
import io.mcpsf.report.Report;
import io.mcpsf.report.form.Form;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Pages of cases for a browser to open. */
final class Pages {

    private Pages() {}

    static Path page(Path folder, String name, Report report) throws IOException {
        return Files.writeString(folder.resolve(name + ".html"), Form.HTML.text(report));
    }

    static Report vulnerable() throws IOException {
        return judged(Path.of("src/test/resources/evidence/vuln-command-node.jsonl.gz"));
    }

    /** Evidence of a real server, judged by the rules of today. */
    static Report recorded(String name) throws IOException {
        return judged(Path.of("src/test/resources/report/" + name + ".jsonl.gz"));
    }

    private static Report judged(Path file) throws IOException {
        try (var in =
                new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8)) {
            Evidence evidence = EvidenceFormat.read(in);
            RuleSet rules = RuleSet.load();
            return Report.of(evidence, Judge.judge(evidence, rules), rules.infos());
        }
    }
}
