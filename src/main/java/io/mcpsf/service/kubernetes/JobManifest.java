package io.mcpsf.service.kubernetes;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The Kubernetes Job of one attempt. The pod has no token of the cluster, no capability, no
 * credential of ours; it is tried once, because the queue decides about another attempt, and is
 * removed some minutes after its end even if nobody is left to do it.
 */
public final class JobManifest {

    static final String APP = "app.kubernetes.io/name";
    static final String COMPONENT = "app.kubernetes.io/component";
    static final String DISPATCHER = "mcpsf.io/dispatcher";
    static final String JOB = "mcpsf.io/job";
    static final String ATTEMPT = "mcpsf.io/attempt";

    /** All that any dispatcher made bears these labels. */
    static final String OURS = APP + "=mcpsf," + COMPONENT + "=assessment";

    /** The component of a pod that runs nothing of anybody. */
    private static final String TRIAL = "trial";

    private static final int USER = 10_001;
    private static final int KEPT_SECONDS = 300;

    /** Our own deadline comes first; this one deletes the pod, and with it what it knows. */
    private static final Duration MARGIN = Duration.ofMinutes(2);

    /** 512 MB for the sample, as much for us; the file systems of the sandbox are in memory. */
    private static final Map<String, String> LIMITS =
            Map.of("cpu", "2", "memory", "2Gi", "ephemeral-storage", "6Gi");

    private static final Map<String, String> REQUESTS =
            Map.of("cpu", "500m", "memory", "768Mi", "ephemeral-storage", "1Gi");

    private final PodTemplate template;
    private final PodProfile profile;
    private final Ways ways;

    /**
     * Where pods get packages from, and the address that they must not reach, if they are to try.
     */
    public record Ways(String proxy, Optional<String> canary) {
        public static Ways through(String proxy) {
            return new Ways(proxy, Optional.empty());
        }
    }

    public JobManifest(PodTemplate template, PodProfile profile, Ways ways) {
        this.ways = ways;
        this.template = template;
        this.profile = profile;
    }

    /** Whether pods try that they can't reach what they should not. */
    boolean tried() {
        return ways.canary().isPresent();
    }

    ObjectNode of(PodOrder order) {
        ObjectNode job = Json.object().put("apiVersion", "batch/v1").put("kind", "Job");
        ObjectNode metadata = job.putObject("metadata").put("name", order.name());
        labels(metadata.putObject("labels"), order);
        ObjectNode spec =
                job.putObject("spec")
                        .put("backoffLimit", 0)
                        .put("completions", 1)
                        .put("parallelism", 1)
                        .put("activeDeadlineSeconds", order.longest().plus(MARGIN).toSeconds())
                        .put("ttlSecondsAfterFinished", KEPT_SECONDS);
        ObjectNode pod = spec.putObject("template");
        ObjectNode about = pod.putObject("metadata");
        about.setAll(template.metadata().deepCopy().without("name"));
        labels(about.withObject("/labels"), order);
        // Moving a running sandbox elsewhere loses what it has seen.
        about.withObject("/annotations")
                .put("cluster-autoscaler.kubernetes.io/safe-to-evict", "false");
        pod.set("spec", pod(order));
        return job;
    }

    /**
     * A Job whose pod only tries whether it could isolate, and says why not. No dispatcher takes it
     * for one of its own, and it may reach nothing.
     */
    ObjectNode trial(PodOrder order) {
        ObjectNode job = of(order);
        ObjectNode pod = job.withObject("/spec/template");
        for (ObjectNode about : List.of(job, pod)) {
            about.withObject("/metadata/labels").put(COMPONENT, TRIAL);
        }
        ((ObjectNode) pod.path("spec").path("containers").path(0))
                .put("terminationMessagePolicy", "FallbackToLogsOnError")
                .putArray("args")
                .add("pod")
                .add("--trial");
        return job;
    }

    private static void labels(ObjectNode labels, PodOrder order) {
        labels.put(APP, "mcpsf")
                .put(COMPONENT, "assessment")
                .put(DISPATCHER, order.dispatcher())
                .put(JOB, order.job())
                .put(ATTEMPT, order.attempt());
    }

    private ObjectNode pod(PodOrder order) {
        ObjectNode spec = template.spec().deepCopy();
        spec.put("restartPolicy", "Never")
                .put("hostUsers", false)
                .put("automountServiceAccountToken", false)
                .put("enableServiceLinks", false)
                .put("terminationGracePeriodSeconds", 30);
        spec.putObject("securityContext")
                .put("runAsNonRoot", true)
                .put("runAsUser", USER)
                .put("runAsGroup", USER)
                .put("fsGroup", USER)
                .set("seccompProfile", seccomp());
        ArrayNode volumes = spec.withArray("/volumes");
        volumes.addObject().put("name", "tmp").putObject("emptyDir").put("sizeLimit", "4Gi");
        spec.putArray("containers").add(container(order));
        return spec;
    }

    private ObjectNode container(PodOrder order) {
        ObjectNode container = template.container().deepCopy().put("name", "mcpsf");
        container.putArray("args").add("pod");
        var variables = new TreeMap<String, String>();
        variables.put("MCPSF_HANDBACK", order.call().address());
        variables.put("MCPSF_HANDBACK_CERT", order.call().certificate());
        variables.put("MCPSF_HANDBACK_TOKEN", order.call().token());
        variables.put("MCPSF_POD_PROFILE", profile.word());
        variables.put("HTTPS_PROXY", ways.proxy());
        ways.canary().ifPresent(address -> variables.put("MCPSF_CANARY", address));
        variables.put("HOME", "/tmp/home");
        variables.put("XDG_CACHE_HOME", "/tmp/cache");
        ArrayNode env = container.withArray("/env");
        variables.forEach((name, value) -> env.addObject().put("name", name).put("value", value));
        ObjectNode security =
                container
                        .putObject("securityContext")
                        .put("allowPrivilegeEscalation", false)
                        .put("privileged", false)
                        .put("procMount", "Unmasked");
        security.putObject("capabilities").putArray("drop").add("ALL");
        ObjectNode resources = container.withObject("/resources");
        fill(resources.withObject("/limits"), LIMITS);
        fill(resources.withObject("/requests"), REQUESTS);
        container
                .withArray("/volumeMounts")
                .addObject()
                .put("name", "tmp")
                .put("mountPath", "/tmp");
        return container;
    }

    private static void fill(ObjectNode node, Map<String, String> usual) {
        usual.forEach(
                (name, value) -> {
                    if (!node.has(name)) {
                        node.put(name, value);
                    }
                });
    }

    private ObjectNode seccomp() {
        return switch (profile) {
            case RUNTIME_CLASS, LOCALHOST ->
                    Json.object().put("type", "Localhost").put("localhostProfile", "mcpsf.json");
            case UNCONFINED -> Json.object().put("type", "Unconfined");
        };
    }
}
