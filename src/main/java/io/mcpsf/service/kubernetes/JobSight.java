package io.mcpsf.service.kubernetes;

import io.mcpsf.text.Printable;

import tools.jackson.databind.JsonNode;

import java.util.Set;

/** What the cluster tells about one of our Jobs, in the few words that matter to us. */
sealed interface JobSight {

    /** The pod has its node and its image, and runs. */
    record Running(String node) implements JobSight {}

    /** It does not start, and why; {@code hopeless} when waiting will not help. */
    record Waiting(String why, boolean hopeless) implements JobSight {}

    /** It ended, by itself or by force. */
    record Ended(String why) implements JobSight {}

    /** The Job was deleted. */
    record Gone() implements JobSight {}

    /** Nothing that changes anything. */
    record Nothing() implements JobSight {}

    /** Words of a container that waits and will not stop waiting by itself. */
    Set<String> HOPELESS_WAITING =
            Set.of("InvalidImageName", "ErrImageNeverPull", "CreateContainerConfigError");

    Set<String> BAD_WAITING =
            Set.of(
                    "ErrImagePull",
                    "ImagePullBackOff",
                    "ImageInspectError",
                    "RegistryUnavailable",
                    "CreateContainerError",
                    "RunContainerError");

    int LONGEST = 400;

    static JobSight ofJob(JsonNode job) {
        for (JsonNode condition : job.path("status").path("conditions")) {
            if (!condition.path("status").stringValue("").equals("True")) {
                continue;
            }
            String type = condition.path("type").stringValue("");
            if (type.equals("Failed")) {
                return new Ended(words(condition));
            }
            if (type.equals("Complete")) {
                return new Ended("it ended without returning its case");
            }
        }
        return new Nothing();
    }

    static JobSight ofPod(JsonNode pod) {
        JsonNode status = pod.path("status");
        JsonNode container = status.path("containerStatuses").path(0);
        JsonNode over = container.path("state").path("terminated");
        String phase = status.path("phase").stringValue("");
        if (phase.equals("Failed") || (phase.equals("Succeeded") && over.isObject())) {
            return new Ended(end(status, over));
        }
        if (phase.equals("Running") && container.path("state").has("running")) {
            return new Running(pod.path("spec").path("nodeName").stringValue(""));
        }
        JsonNode waiting = container.path("state").path("waiting");
        String reason = waiting.path("reason").stringValue("");
        if (HOPELESS_WAITING.contains(reason) || BAD_WAITING.contains(reason)) {
            return new Waiting(words(waiting), HOPELESS_WAITING.contains(reason));
        }
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").stringValue("").equals("PodScheduled")
                    && condition.path("status").stringValue("").equals("False")) {
                return new Waiting(words(condition), false);
            }
        }
        return new Nothing();
    }

    /** A warning about a Job or its pod: quotas and admission tell nowhere else. */
    static JobSight ofEvent(JsonNode event) {
        String reason = event.path("reason").stringValue("");
        String message = event.path("message").stringValue("");
        if (reason.equals("FailedCreate")) {
            // A quota may have room again; what admission forbids, it forbids the next time too.
            boolean hopeless = message.contains("forbidden") && !message.contains("exceeded quota");
            return new Waiting(words(event), hopeless);
        }
        boolean start =
                Set.of(
                                "FailedScheduling",
                                "FailedMount",
                                "FailedCreatePodSandBox",
                                "FailedAttachVolume",
                                "Failed")
                        .contains(reason);
        return start ? new Waiting(words(event), false) : new Nothing();
    }

    private static String end(JsonNode status, JsonNode over) {
        String reason = status.path("reason").stringValue("");
        if (!reason.isEmpty()) {
            return words(status);
        }
        String word = over.path("reason").stringValue("");
        int code = over.path("exitCode").intValue(-1);
        return word.equals("OOMKilled")
                ? "its pod ran out of memory"
                : "its pod ended with exit code %d (%s)".formatted(code, Printable.line(word, 60));
    }

    private static String words(JsonNode node) {
        String reason = node.path("reason").stringValue("");
        String message = node.path("message").stringValue("");
        return Printable.line(message.isEmpty() ? reason : reason + ": " + message, LONGEST);
    }
}
