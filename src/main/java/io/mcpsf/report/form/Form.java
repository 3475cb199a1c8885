package io.mcpsf.report.form;

import io.mcpsf.report.JsonReport;
import io.mcpsf.report.MarkdownReport;
import io.mcpsf.report.Report;
import io.mcpsf.report.ci.JUnit;
import io.mcpsf.report.ci.Sarif;
import io.mcpsf.report.html.HtmlReport;
import io.mcpsf.report.intel.IndicatorCsv;
import io.mcpsf.report.intel.Navigator;
import io.mcpsf.report.intel.Stix;
import io.mcpsf.report.siem.Cef;
import io.mcpsf.report.siem.Ecs;
import io.mcpsf.report.siem.Ocsf;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The forms that a report can be told in besides the terminal; a new one is one line here. */
public enum Form {
    JSON("report.json", report -> new JsonReport(report).text()),
    HTML("report.html", report -> new HtmlReport(report).text()),
    MD("report.md", report -> new MarkdownReport(report).text()),
    SARIF("report.sarif", report -> new Sarif(report).text()),
    JUNIT("export/junit.xml", report -> new JUnit(report).text()),
    CSV("export/indicators.csv", report -> new IndicatorCsv(report).text()),
    STIX("export/indicators.stix.json", report -> new Stix(report).text()),
    NAVIGATOR("export/attack-navigator.json", report -> new Navigator(report).text()),
    ECS("export/findings.ecs.jsonl", report -> new Ecs(report).text()),
    OCSF("export/findings.ocsf.jsonl", report -> new Ocsf(report).text()),
    CEF("export/findings.cef", report -> new Cef(report).text());

    private final String file;

    @SuppressWarnings("ImmutableEnumChecker") // Each is a constructor call and holds nothing.
    private final Function<Report, String> writer;

    Form(String file, Function<Report, String> writer) {
        this.file = file;
        this.writer = writer;
    }

    /** Its name in the case folder. */
    public String file() {
        return file;
    }

    public String text(Report report) {
        return writer.apply(report);
    }

    /** The word that asks for it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Form> named(String word) {
        return Stream.of(values()).filter(form -> form.word().equals(word)).findFirst();
    }

    public static List<String> words() {
        return Stream.of(values()).map(Form::word).toList();
    }
}
