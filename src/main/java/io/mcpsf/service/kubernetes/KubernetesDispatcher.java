package io.mcpsf.service.kubernetes;

import io.mcpsf.service.job.Queue;
import io.mcpsf.service.storage.Ids;
import io.mcpsf.service.worker.Runner;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
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
    private final Optional<CanaryPort> canary;
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
     * The address of ours as pods reach it, a port for what they hand back, one for packages, the
     * hosts that those may come from, and a port that pods must not reach. Without the last, it is
     * not tried whether the cluster enforces its policies.
     */
    public record Listening(
            String host, int handBack, int egress, Set<String> registries, OptionalInt canary) {
        public Listening {
            registries = Set.copyOf(registries);
        }
    }

    public KubernetesDispatcher(
            ClusterAccess access, Settings settings, Queue queue, Ids ids, CaseReports reports)
            throws IOException {
        String name = ids.chance(NAME);
        this.api = new KubernetesApi(access, STUBBORN);
        this.view = new ClusterView(api, name);
        this.handBack =
                new HandBack(settings.listening().host(), settings.listening().handBack(), ids);
        this.egress =
                new EgressProxy(
                        settings.listening().egress(), settings.listening().registries(), 443);
        OptionalInt forbidden = settings.listening().canary();
        this.canary =
                forbidden.isPresent()
                        ? Optional.of(new CanaryPort(forbidden.getAsInt()))
                        : Optional.empty();
        this.reconciliation = new Reconciliation(api, queue, LOOKING);
        var ways =
                new JobManifest.Ways(
                        address("http", settings, egress.port()),
                        canary.map(port -> address("tcp", settings, port.port())));
        var manifest = new JobManifest(settings.template(), settings.profile(), ways);
        this.check = new ClusterCheck(api, manifest);
        this.runner =
                new KubernetesRunner(
                        api,
                        view,
                        handBack,
                        manifest,
                        reports,
                        new KubernetesRunner.Manner(name, settings.longest(), settings.start()));
    }

    private static String address(String scheme, Settings settings, int port) {
        String host = settings.listening().host();
        return "%s://%s:%d".formatted(scheme, host.contains(":") ? "[" + host + "]" : host, port);
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
        canary.ifPresent(CanaryPort::start);
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
        canary.ifPresent(CanaryPort::close);
        api.close();
    }
}
