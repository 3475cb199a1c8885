package io.mcpsf.run.code;

import io.mcpsf.exec.AccessLog;
import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionJson;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.Alerted;
import io.mcpsf.exec.ExecutionLog.Breached;
import io.mcpsf.exec.ExecutionLog.Ending;
import io.mcpsf.exec.ScanFinding;
import io.mcpsf.json.Json;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.PackageObservation.CodeFlagged;
import io.mcpsf.model.Phase;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.Seen;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.request.CodeEvent;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.store.CaseFolder;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The log of one execution in a session: everything that is seen there while it runs, in evidence
 * form and as one object. What runs beside it in the same session is in it too.
 */
final class SessionExecution {

    private static final int MOST_BREACHES = 1_000;

    private final CaseFolder folder;
    private final CaseFile head;
    private final CodeLanguage language;
    private final String code;
    private final List<ScanFinding> scan;
    private final Recorder recorder;
    private final AccessLog access = new AccessLog();
    private final List<Breached> breaches = new CopyOnWriteArrayList<>();
    private final List<Alerted> alerts = new CopyOnWriteArrayList<>();
    private final Kept out = new Kept();
    private final Kept err = new Kept();
    private final long begin = System.nanoTime();

    SessionExecution(
            CaseFolder folder,
            CaseFile head,
            CodeLanguage language,
            String code,
            List<ScanFinding> scan) {
        this.folder = folder;
        this.head = head;
        this.language = language;
        this.code = code;
        this.scan = scan;
        this.recorder =
                new Recorder(folder.grow(CaseFolder.EVIDENCE), head, System::nanoTime, _ -> {});
        recorder.enter(Phase.INSPECT);
        for (ScanFinding found : scan) {
            recorder.saw(
                    new CodeFlagged(
                            "mcpsf",
                            found.rule(),
                            found.severity().name(),
                            language.file(code),
                            found.line(),
                            found.message()));
        }
        recorder.enter(Phase.START);
    }

    /** The beginning of a stream, and how much it was altogether. */
    private static final class Kept {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private long count;

        /** How much of it is within the cap. */
        synchronized int take(byte[] chunk) {
            int room = Math.clamp(OutputPump.MOST - bytes.size(), 0, chunk.length);
            bytes.write(chunk, 0, room);
            count += chunk.length;
            return room;
        }

        synchronized String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }

        synchronized long count() {
            return count;
        }
    }

    String id() {
        return head.id();
    }

    /** One line of evidence. */
    void saw(Seen seen) {
        if (seen.what() instanceof PolicyViolated(var violation, String detail, var action)) {
            if (breaches.size() < MOST_BREACHES) {
                breaches.add(new Breached(violation, detail, action));
            }
        } else {
            access.saw(seen);
        }
        recorder.saw(seen.at().process(), seen.what());
    }

    void alerted(Alerted alert) {
        alerts.add(alert);
    }

    /** Keeps what was written; how many bytes of it are within the cap. */
    int wrote(CodeEvent.Stream stream, byte[] bytes) {
        return (stream == CodeEvent.Stream.STDERR ? err : out).take(bytes);
    }

    String errors() {
        return err.text();
    }

    long millis() {
        return (System.nanoTime() - begin) / 1_000_000;
    }

    /** Writes it down. */
    ExecOutcome finish(Ending ending, ExecutionLog.Resources used, Coverage coverage) {
        recorder.finish(coverage);
        recorder.close();
        var log =
                new ExecutionLog(
                        new ExecutionLog.Head(head.id(), head.started(), language, code),
                        ending,
                        new ExecutionLog.Output(out.text(), err.text(), out.count(), err.count()),
                        new ExecutionLog.Access(
                                access.files(),
                                List.of(),
                                List.of(),
                                access.network(),
                                access.tools(),
                                access.more()),
                        used,
                        scan,
                        breaches,
                        alerts);
        folder.write("execution.json", Json.pretty(ExecutionJson.of(log)));
        return new ExecOutcome(log, folder.folder());
    }
}
