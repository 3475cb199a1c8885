package io.mcpsf.service;

import io.mcpsf.json.Json;
import io.mcpsf.service.job.JobEvent;
import io.mcpsf.service.job.Queue;
import io.mcpsf.service.worker.Runner;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Stands in for the chamber: a case with a report, after as long as the label of the job says in
 * milliseconds.
 */
public final class StandIn implements Runner {

    @Override
    public Outcome run(Queue.Taken taken, String source, Path folder, Consumer<JobEvent> events)
            throws InterruptedException {
        events.accept(
                new JobEvent("phase", Json.object().put("phase", "START").put("detail", source)));
        String label = taken.request().manner().label();
        if (label.matches("[0-9]+")) {
            Thread.sleep(Long.parseLong(label));
        }
        if (label.equals("refuse")) {
            return new Outcome.Refused("there is no such thing", "nowhere", "look elsewhere");
        }
        if (label.equals("crash")) {
            return new Outcome.Crashed("it fell over");
        }
        return new Outcome.Finished(caseFolder(folder, source));
    }

    /** A case with one finding and one indicator. */
    static Path caseFolder(Path folder, String source) {
        ObjectNode report =
                Json.object()
                        .put("case", "20260101-000000-x-0000")
                        .put("verdict", "MALICIOUS")
                        .put("summary", "It stole a decoy.")
                        .put("durationMs", 7);
        report.putObject("target")
                .put("kind", "npm")
                .put("name", source)
                .put("version", "1.0.0")
                .put("sha256", "00");
        report.putObject("risk").put("score", 90);
        report.putArray("findings")
                .addObject()
                .put("id", "F1")
                .put("rule", "bait-left")
                .put("title", "A decoy left")
                .put("severity", "CRITICAL")
                .put("message", "to evil.invalid, 100%_sure!")
                .put("tool", "read")
                .put("phase", "CALL");
        try {
            Path home = folder.resolve("out/case");
            Path there = Files.createDirectories(home.resolve("export"));
            Files.write(there.resolveSibling("report.json"), Json.bytes(report));
            Files.writeString(there.resolveSibling("report.html"), "<h1>hello</h1>");
            Files.writeString(
                    there.resolve("indicators.csv"),
                    "type,value,severity\r\n\"domain\",\"evil.invalid\",\"critical\"\r\n");
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
