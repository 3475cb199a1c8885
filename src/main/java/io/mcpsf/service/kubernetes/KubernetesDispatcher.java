package io.mcpsf.service.kubernetes;

import io.mcpsf.service.job.Queue;
import io.mcpsf.service.storage.Ids;
import io.mcpsf.service.worker.Runner;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All of {@code mcpsf worker --kubernetes} but the worker itself: the calls to the API server, the
 * view of the cluster, the address for pods, and the removal of what nobody waits for. Several of
 * them may work side by side.
 */
public final class KubernetesDispatcher implements AutoCloseable {

    private static final Duration STUBBORN = Duration.ofMinutes(2);
    private static final Duration LOOKING = Duration.ofSeconds(10);
    private static final int NAME = 10;

    private final KubernetesApi api;
    private final ClusterView view;
    private final HandBack handBack;
    private final EgressProxy egress;
    private final Reconciliation reconciliation;
    private final KubernetesRunner runner;
    private final ClusterCheck check;

    /** How pods are made, and where they reach us: a host or address of ours, and a port. */
    public record Settings(
            PodTemplate template,
            PodProfile profile,
            Listening listening,
            Duration longest,
            Duration start) {}

    /**
     * The address of ours as pods reach it, a port for what they hand back, one for packages, and
     * the hosts that those may come from.
     */
    public record Listening(String host, int handBack, int egress, Set<String> registries) {
        public Listening {
            registries = Set.copyOf(registries);
        }
    }

    public KubernetesDispatcher(ClusterAccess access, Settings settings, Queue queue, Ids ids)
            throws IOException {
        String name = ids.chance(NAME);
        this.api = new KubernetesApi(access, STUBBORN);
        this.view = new ClusterView(api, name);
        this.handBack =
                new HandBack(settings.listening().host(), settings.listening().handBack(), ids);
        this.egress =
                new EgressProxy(
                        settings.listening().egress(), settings.listening().registries(), 443);
        this.reconciliation = new Reconciliation(api, queue, LOOKING);
        var manifest = new JobManifest(settings.template(), settings.profile(), proxy(settings));
        this.check = new ClusterCheck(api, manifest);
        this.runner =
                new KubernetesRunner(
                        api,
                        view,
                        handBack,
                        manifest,
                        new KubernetesRunner.Manner(name, settings.longest(), settings.start()));
    }

    private String proxy(Settings settings) {
        String host = settings.listening().host();
        return "http://%s:%d"
                .formatted(host.contains(":") ? "[" + host + "]" : host, egress.port());
    }

    /** Throws {@link KubernetesException} with every right that is missing. */
    public KubernetesDispatcher start() throws InterruptedException {
        String missing =
                check.all().stream()
                        .filter(tried -> !tried.good())
                        .map(tried -> tried.what() + " (" + tried.why() + ")")
                        .collect(Collectors.joining("; "));
        if (!missing.isEmpty()) {
            throw new KubernetesException(
                    403, "Forbidden", "the cluster does not let us " + missing);
        }
        handBack.start();
        egress.start();
        view.start();
        reconciliation.start();
        return this;
    }

    public Runner runner() {
        return runner;
    }

    KubernetesApi api() {
        return api;
    }

    int port() {
        return handBack.port();
    }

    @Override
    public void close() {
        reconciliation.close();
        view.close();
        handBack.close();
        egress.close();
        api.close();
    }
}
