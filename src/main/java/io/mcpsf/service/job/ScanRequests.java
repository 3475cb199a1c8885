package io.mcpsf.service.job;

import io.mcpsf.run.scanning.ScanPlanner;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Requests for a scan of a project, as jobs: the scanners are the command, the targets its words.
 */
public final class ScanRequests {

    /** What the source of such a job begins with; no source of an assessment does. */
    public static final String PREFIX = "scan:";

    private static final Set<String> MEMBERS =
            Set.of("project", "targets", "tools", "depth", "label", "priority");
    private static final Set<String> DEPTHS = Set.of("quick", "standard", "deep");

    private ScanRequests() {}

    public static boolean about(String source) {
        return source.startsWith(PREFIX);
    }

    /** What all its scanners may take together. */
    public static Duration longest(JobRequest request) {
        return ScanPlanner.longest(request.start().command(), request.profile());
    }

    /** Throws {@link BadRequestException} with what is wrong in one line. */
    public static JobRequest read(JsonNode hostile) {
        if (!hostile.isObject()) {
            throw new BadRequestException("the body must be a JSON object");
        }
        if (!MEMBERS.containsAll(hostile.propertyNames())) {
            throw new BadRequestException("the body contains an unknown member");
        }
        String project = JobRequests.text(hostile, "project", "", 1000);
        if (!project.startsWith("/")) {
            throw new BadRequestException("project must be the absolute path of a folder");
        }
        String depth = JobRequests.text(hostile, "depth", "standard", 20);
        if (!DEPTHS.contains(depth)) {
            throw new BadRequestException("depth must be quick, standard or deep");
        }
        List<String> tools = JobRequests.texts(hostile, "tools", ScanPlanner.TOOLS.size(), 20);
        if (!ScanPlanner.TOOLS.containsAll(tools)) {
            throw new BadRequestException(
                    "tools must be among " + String.join(", ", ScanPlanner.TOOLS));
        }
        List<String> targets = JobRequests.texts(hostile, "targets", 50, 200);
        if (targets.stream().anyMatch(target -> target.startsWith("-"))) {
            throw new BadRequestException("a target must not start with a dash");
        }
        return new JobRequest(
                PREFIX + project,
                depth,
                new JobRequest.Start(tools.isEmpty() ? "nmap" : String.join(",", tools), targets),
                new JobRequest.Reach(Map.of(), List.of(), List.of()),
                new JobRequest.Manner(
                        0,
                        -1,
                        JobRequests.text(hostile, "label", "", 200),
                        (int) JobRequests.number(hostile, "priority", 0, 9, 5)));
    }
}
