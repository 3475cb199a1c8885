package io.mcpsf.service.api;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Phase;
import io.mcpsf.service.job.Job;

import java.util.Arrays;
import java.util.Optional;

/**
 * How far a job is, in percent and in words. The percent is a share of the phases, not of the time:
 * nobody knows how long a stranger's server takes.
 */
record JobProgress(int percent, String step) {

    /** Of a job whose latest event about a phase is this line, or empty. */
    static JobProgress of(Job job, String phaseLine) {
        return switch (job.state()) {
            case AWAITING_APPROVAL -> new JobProgress(0, "waiting for approval");
            case QUEUED -> new JobProgress(0, "waiting for a worker");
            case RUNNING -> running(phaseLine);
            case DONE -> new JobProgress(100, "done");
            case FAILED -> new JobProgress(100, "failed");
            case REFUSED -> new JobProgress(100, "refused");
            case CANCELLED -> new JobProgress(100, "cancelled");
        };
    }

    private static JobProgress running(String line) {
        String name = line.isEmpty() ? "" : word(line);
        Optional<Phase> phase =
                Arrays.stream(Phase.values()).filter(p -> p.name().equals(name)).findFirst();
        return phase.map(JobProgress::at).orElse(new JobProgress(1, "starting"));
    }

    private static String word(String line) {
        try {
            return Json.read(line).path("phase").path("phase").stringValue("");
        } catch (BadJsonException e) {
            return "";
        }
    }

    private static JobProgress at(Phase phase) {
        return switch (phase) {
            case ACQUIRE -> new JobProgress(5, "downloading");
            case INSPECT -> new JobProgress(15, "inspecting the code");
            case INSTALL -> new JobProgress(25, "installing");
            case START -> new JobProgress(40, "starting the server");
            case HANDSHAKE -> new JobProgress(45, "starting the server");
            case LIST -> new JobProgress(50, "listing tools");
            case CALL -> new JobProgress(55, "calling tools");
            case IDLE -> new JobProgress(65, "watching the idle server");
            case ATTACK -> new JobProgress(70, "attacking the tools");
            case RESTART, LATER, KERNEL -> new JobProgress(85, "starting the server again");
            case SCAN -> new JobProgress(50, "scanning");
            case STOP -> new JobProgress(95, "cleaning up");
        };
    }
}
