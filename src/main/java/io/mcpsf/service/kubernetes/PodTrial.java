package io.mcpsf.service.kubernetes;

import io.mcpsf.service.kubernetes.KubernetesApi.Kind;
import io.mcpsf.text.Printable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Map;

/**
 * Tries in the cluster itself whether a pod of a profile could build a sandbox: a Job whose pod
 * makes the namespaces, and nothing else. It is removed at the end, and needs the rights of a
 * dispatcher.
 */
public final class PodTrial {

    private static final Duration GLANCE = Duration.ofSeconds(1);
    private static final int LONGEST = 500;

    private final KubernetesApi api;
    private final PodTemplate template;
    private final Duration patience;

    public PodTrial(KubernetesApi api, PodTemplate template, Duration patience) {
        this.api = api;
        this.template = template;
        this.patience = patience;
    }

    /** How it came out; {@code chance} makes the name of the Job its own. */
    public ClusterCheck.Tried of(PodProfile profile, String chance) throws InterruptedException {
        PodTemplate wanted =
                profile == PodProfile.RUNTIME_CLASS ? template : template.withoutRuntimeClass();
        var order =
                new PodOrder(
                        "0".repeat(26),
                        chance,
                        "none",
                        new PodOrder.Call("https://192.0.2.1:8415", "", ""),
                        patience);
        var manifest =
                new JobManifest(wanted, profile, JobManifest.Ways.through("http://192.0.2.1:8416"));
        try {
            api.create(Kind.JOB, manifest.trial(order));
            return new ClusterCheck.Tried(profile.word(), awaited(order.name()));
        } catch (KubernetesException e) {
            return new ClusterCheck.Tried(profile.word(), String.valueOf(e.getMessage()));
        } finally {
            api.delete(Kind.JOB, order.name());
        }
    }

    /** Empty when it could isolate. */
    private String awaited(String name) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        String trouble = "its pod did not start";
        while (System.nanoTime() < deadline) {
            for (JsonNode pod : list(Kind.POD, Map.of("labelSelector", "job-name=" + name))) {
                JsonNode over =
                        pod.path("status")
                                .path("containerStatuses")
                                .path(0)
                                .path("state")
                                .path("terminated");
                if (over.isObject()) {
                    return said(over);
                }
                if (JobSight.ofPod(pod) instanceof JobSight.Ended(String why)) {
                    return why;
                }
                if (JobSight.ofPod(pod) instanceof JobSight.Waiting(String why, boolean hopeless)) {
                    trouble = why;
                    if (hopeless) {
                        return why;
                    }
                }
            }
            for (JsonNode event : list(Kind.EVENT, Map.of("fieldSelector", "type=Warning"))) {
                String about = event.path("involvedObject").path("name").stringValue("");
                if (about.startsWith(name)
                        && JobSight.ofEvent(event)
                                instanceof JobSight.Waiting(String why, boolean hopeless)) {
                    trouble = why;
                    if (hopeless) {
                        return why;
                    }
                }
            }
            Thread.sleep(GLANCE);
        }
        return trouble;
    }

    private JsonNode list(Kind kind, Map<String, String> parameters) throws InterruptedException {
        return api.list(kind, parameters).path("items");
    }

    private static String said(JsonNode over) {
        if (over.path("exitCode").intValue(-1) == 0) {
            return "";
        }
        String message = Printable.line(over.path("message").stringValue("").strip(), LONGEST);
        return message.isEmpty()
                ? "its pod ended with exit code " + over.path("exitCode").intValue(-1)
                : message;
    }
}
