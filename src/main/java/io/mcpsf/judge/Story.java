package io.mcpsf.judge;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProcessObservation;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Stamp;
import io.mcpsf.model.ToolCoverage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;

/** Evidence written by hand, for the examples of rules: observations a millisecond apart. */
final class Story {

    private static final long STEP_MICROS = 1_000;

    private final List<Seen> seen = new ArrayList<>();
    private Phase phase = Phase.START;
    private int call;
    private int process;
    private long micros;

    Story in(Phase next) {
        phase = next;
        call = 0;
        return this;
    }

    /** Calls a tool; what follows happens during that call. */
    Story calls(int number, String tool, String arguments) {
        phase = Phase.CALL;
        call = number;
        return sees(new ProtocolObservation.ToolCalled(number, tool, arguments));
    }

    /** What follows happens in this phase, but during no call. */
    Story betweenCalls() {
        call = 0;
        return this;
    }

    Story by(int number) {
        process = number;
        return this;
    }

    Story later(long seconds) {
        micros += seconds * 1_000_000;
        return this;
    }

    /** A process starts, and what follows is done by it. */
    Story starts(int number, int parent, String path, String... argv) {
        process = number;
        return sees(
                new ProcessObservation.ProcessStarted(
                        number,
                        parent,
                        path,
                        List.of(argv),
                        ProcessObservation.Image.FILE,
                        List.of()));
    }

    Story sees(Observation what) {
        micros += STEP_MICROS;
        seen.add(new Seen(new Stamp(seen.size() + 1L, micros, phase, call, process), what));
        return this;
    }

    /** The comparison of files finds this path different from before. */
    Story finds(FileObservation.Change change, String path) {
        var content =
                change == FileObservation.Change.DELETED
                        ? FileObservation.Content.NOTHING
                        : FileObservation.Content.TEXT;
        return sees(new FileObservation.FileChanged(path, change, content, 9, "", false));
    }

    List<Seen> seen() {
        return List.copyOf(seen);
    }

    Evidence evidence() {
        return complete(seen);
    }

    /** These observations as a case in which every phase ended well and every sense saw all. */
    static Evidence complete(List<Seen> seen) {
        var phases = new EnumMap<Phase, PhaseResult>(Phase.class);
        for (Phase done :
                List.of(
                        Phase.START,
                        Phase.HANDSHAKE,
                        Phase.LIST,
                        Phase.CALL,
                        Phase.IDLE,
                        Phase.STOP)) {
            phases.put(done, new PhaseResult(PhaseResult.Status.DONE, 1, ""));
        }
        var senses = new EnumMap<Sense, SenseHealth>(Sense.class);
        for (Sense sense : Sense.values()) {
            senses.put(sense, SenseHealth.full(seen.size()));
        }
        var coverage = new Coverage(phases, senses, new ToolCoverage(1, 1, 1), Isolation.none());
        return new Evidence(file(), seen, coverage);
    }

    private static CaseFile file() {
        return new CaseFile(
                "example",
                new CaseFile.Subject("local", "example", "", "", "example"),
                Instant.EPOCH,
                "0",
                new CaseFile.Settings("safe", 1, List.of("node", "server.js"), 0.8));
    }
}
