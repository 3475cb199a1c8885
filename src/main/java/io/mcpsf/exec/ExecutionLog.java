package io.mcpsf.exec;

import io.mcpsf.model.Violation;

import java.time.Instant;
import java.util.List;

/**
 * What became of one execution, for an audit: what ran, what it touched, what it used, how it
 * ended. Output, paths and hosts in it are the code's own words and may be hostile.
 */
public record ExecutionLog(
        Head head,
        Ending ending,
        Output output,
        Access access,
        Resources resources,
        List<ScanFinding> scan,
        List<Breached> violations,
        List<Alerted> alerts) {

    public ExecutionLog {
        scan = List.copyOf(scan);
        violations = List.copyOf(violations);
        alerts = List.copyOf(alerts);
    }

    /** Which execution, when, and of what. */
    public record Head(String executionId, Instant timestamp, CodeLanguage language, String code) {}

    /** How an execution ended. */
    public enum Status {
        DONE,
        REFUSED,
        KILLED,
        TIMED_OUT
    }

    /** The code is that of mcpsf exec; errors say what went wrong, in one line each. */
    public record Ending(Status status, int exitCode, List<String> errors) {
        public Ending {
            errors = List.copyOf(errors);
        }
    }

    /** The beginning of what was written, and how much that was altogether. */
    public record Output(String stdout, String stderr, long stdoutBytes, long stderrBytes) {

        public static Output none() {
            return new Output("", "", 0, 0);
        }
    }

    /**
     * What was asked of the file system, the network and servers. {@code written} came back from
     * the workspace, {@code refused} did not; {@code more} counts accesses that found no room here.
     */
    public record Access(
            List<FileUse> files,
            List<String> written,
            List<RefusedFile> refused,
            List<NetworkCall> network,
            List<ToolUse> tools,
            long more) {
        public Access {
            files = List.copyOf(files);
            written = List.copyOf(written);
            refused = List.copyOf(refused);
            network = List.copyOf(network);
            tools = List.copyOf(tools);
        }

        public static Access none() {
            return new Access(List.of(), List.of(), List.of(), List.of(), List.of(), 0);
        }
    }

    /** A path and what was asked of it: read, write, create, look, delete, rename, and so on. */
    public record FileUse(String path, String act, boolean found) {}

    /** A file of the workspace that did not come back, and why. */
    public record RefusedFile(String path, String why) {}

    /** A name or address that was asked for, and what became of it: allowed or refused. */
    public record NetworkCall(String host, String address, int port, String verdict) {}

    /** A tool of a server that was called, what became of it, how long it took, how much came. */
    public record ToolUse(String tool, String outcome, long millis, long bytes) {}

    /** Milliseconds of a processor, and bytes; -1 for what this host cannot count. */
    public record Resources(long cpuMillis, long memoryPeakBytes, long diskBytes, long millis) {

        public static Resources none() {
            return new Resources(0, 0, 0, 0);
        }
    }

    /** A step outside of the policy. */
    public record Breached(Violation violation, String detail, Violation.Action action) {}

    /** A violation as it was told while the code ran. */
    public record Alerted(Instant at, Violation violation, String detail) {}
}
