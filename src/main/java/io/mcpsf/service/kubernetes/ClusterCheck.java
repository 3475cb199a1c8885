package io.mcpsf.service.kubernetes;

import io.mcpsf.service.kubernetes.KubernetesApi.Kind;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Whether the API server lets us do what a dispatcher does, tried one by one without leaving
 * anything: a missing right is told at the start and by name, not when the first job hangs.
 */
public final class ClusterCheck {

    private static final Map<String, String> SHORT =
            Map.of("timeoutSeconds", "1", "labelSelector", JobManifest.OURS);
    private static final Map<String, String> OURS = Map.of("labelSelector", JobManifest.OURS);

    private final KubernetesApi api;
    private final JobManifest manifest;

    public ClusterCheck(KubernetesApi api, JobManifest manifest) {
        this.api = api;
        this.manifest = manifest;
    }

    /** One thing that was tried; {@code why} is empty when it works. */
    public record Tried(String what, String why) {
        public boolean good() {
            return why.isEmpty();
        }
    }

    /** Something that is tried. */
    @FunctionalInterface
    private interface Try {
        void run() throws InterruptedException, IOException;
    }

    public List<Tried> all() throws InterruptedException {
        var tried = new ArrayList<Tried>();
        var nobody =
                new PodOrder(
                        "0".repeat(26),
                        "0".repeat(10),
                        "none",
                        new PodOrder.Call("https://192.0.2.1:8415", "", ""),
                        Duration.ofMinutes(1));
        tried.add(attempt("create jobs", () -> api.rehearse(Kind.JOB, manifest.of(nobody))));
        tried.add(attempt("delete jobs", () -> api.delete(Kind.JOB, nobody.name())));
        for (Kind kind : List.of(Kind.JOB, Kind.POD, Kind.EVENT)) {
            tried.add(attempt("list " + kind.plural(), () -> api.list(kind, OURS)));
            tried.add(attempt("watch " + kind.plural(), () -> watch(kind)));
        }
        return tried;
    }

    private void watch(Kind kind) throws InterruptedException, IOException {
        try (BufferedReader lines = api.watch(kind, SHORT)) {
            while (lines.readLine() != null) {
                // It ends by itself after a second.
            }
        }
    }

    private static Tried attempt(String what, Try trial) throws InterruptedException {
        try {
            trial.run();
            return new Tried(what, "");
        } catch (KubernetesException e) {
            // A quota that is used up is no missing right: jobs wait for it.
            return new Tried(what, e.full() ? "" : String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return new Tried(what, String.valueOf(e.getMessage()));
        }
    }
}
