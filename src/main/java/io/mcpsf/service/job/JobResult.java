package io.mcpsf.service.job;

import io.mcpsf.service.storage.Sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What came out of a job: the summary as JSON, what is searched for, and where its files are. */
public record JobResult(
        Summary summary, List<Found> findings, List<Indicator> indicators, List<StoredFile> files) {

    /** The figures of the report. */
    public record Summary(
            String verdict, int score, String subject, String subjectKind, String json) {}

    /** A finding, to be found again; {@code severity} is its rank. */
    public record Found(
            String id, String rule, String title, int severity, String message, String place) {
        /** Tool and phase, with a line break between. */
        String tool() {
            return place.split("\n", 2)[0];
        }

        String phase() {
            String[] parts = place.split("\n", 2);
            return parts.length > 1 ? parts[1] : "";
        }
    }

    public record Indicator(String type, String value, String severity) {}

    public record StoredFile(String name, String blob, long bytes, String sha256) {}

    public JobResult {
        findings = List.copyOf(findings);
        indicators = List.copyOf(indicators);
        files = List.copyOf(files);
    }

    String verdict() {
        return summary.verdict();
    }

    int score() {
        return summary.score();
    }

    void write(Sql sql, Job job) throws SQLException {
        sql.change(
                "UPDATE jobs SET verdict = ?, score = ?, subject = ?, subject_kind = ?, result = ?"
                        + " WHERE id = ?",
                summary.verdict(),
                summary.score(),
                summary.subject(),
                summary.subjectKind(),
                Job.sealed("result", job.id(), summary.json()),
                job.id());
        long submitted = job.times().submitted();
        var rows = new ArrayList<Object[]>();
        for (StoredFile file : files) {
            rows.add(
                    new Object[] {job.id(), file.name(), file.blob(), file.bytes(), file.sha256()});
        }
        sql.changeAll("INSERT INTO files VALUES (?, ?, ?, ?, ?)", rows);
        rows.clear();
        for (Found f : findings) {
            String words = String.join(" ", f.id(), f.rule(), f.title(), f.message(), f.tool());
            rows.add(
                    new Object[] {
                        job.id(),
                        rows.size() + 1L,
                        submitted,
                        f.id(),
                        f.rule(),
                        f.title(),
                        f.severity(),
                        f.message(),
                        f.tool(),
                        f.phase(),
                        words.toLowerCase(Locale.ROOT)
                    });
        }
        sql.changeAll("INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows);
        rows.clear();
        for (Indicator i : indicators) {
            rows.add(
                    new Object[] {
                        job.id(),
                        rows.size() + 1L,
                        submitted,
                        i.type(),
                        i.value(),
                        i.severity(),
                        i.value().toLowerCase(Locale.ROOT)
                    });
        }
        sql.changeAll("INSERT INTO indicators VALUES (?, ?, ?, ?, ?, ?, ?)", rows);
    }
}
