package io.mcpsf.report.form;

import io.mcpsf.report.Report;
import io.mcpsf.report.profile.Profiles;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The files of the case folder that tell a report. Every one is a pure function of the report, so
 * the same evidence gives the same bytes.
 */
public final class ReportFiles {

    private static final int SHORT = 10_000;

    private ReportFiles() {}

    /** By name, in the order of {@link Form}. */
    public static Map<String, byte[]> of(Report report) {
        var files = new LinkedHashMap<String, byte[]>();
        // Several at once are the same bytes. Of a long case they would take too much memory.
        Stream<Form> forms = Arrays.stream(Form.values());
        List<byte[]> texts =
                (report.evidence().seen().size() < SHORT ? forms.parallel() : forms)
                        .map(form -> form.text(report).getBytes(StandardCharsets.UTF_8))
                        .toList();
        for (Form form : Form.values()) {
            files.put(form.file(), texts.get(form.ordinal()));
        }
        new Profiles(report)
                .files()
                .forEach((name, text) -> files.put(name, text.getBytes(StandardCharsets.UTF_8)));
        return files;
    }
}
