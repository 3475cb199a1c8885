package io.mcpsf.cli;

import io.mcpsf.run.request.Check;
import io.mcpsf.service.kubernetes.ClusterAccess;
import io.mcpsf.service.kubernetes.ClusterCheck;
import io.mcpsf.service.kubernetes.JobManifest;
import io.mcpsf.service.kubernetes.KubernetesApi;
import io.mcpsf.service.kubernetes.KubernetesException;
import io.mcpsf.service.kubernetes.PodProfile;
import io.mcpsf.service.kubernetes.PodTemplate;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** {@code doctor --kubernetes}: what the cluster lets a dispatcher do. Nothing is left in it. */
final class ClusterCheckup {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String ROLE = "grant the Role of docs/scale.md";

    private ClusterCheckup() {}

    static List<Check> of(ClusterAccess access) throws InterruptedException {
        var checks = new ArrayList<Check>();
        var manifest =
                new JobManifest(
                        PodTemplate.of("mcpsf:latest"),
                        PodProfile.LOCALHOST,
                        JobManifest.Ways.through("http://192.0.2.1:8416"));
        try (var api = new KubernetesApi(access, PATIENCE)) {
            checks.add(
                    new Check(
                            "Kubernetes API",
                            Check.State.GOOD,
                            "version %s, namespace %s".formatted(api.version(), api.namespace()),
                            "",
                            ""));
            for (ClusterCheck.Tried tried : new ClusterCheck(api, manifest).all()) {
                checks.add(
                        tried.good()
                                ? new Check(tried.what(), Check.State.GOOD, "allowed", "", "")
                                : new Check(
                                        tried.what(),
                                        Check.State.MISSING,
                                        tried.why(),
                                        "mcpsf worker --kubernetes does not start without it",
                                        ROLE));
            }
        } catch (KubernetesException | IOException e) {
            checks.add(
                    new Check(
                            "Kubernetes API",
                            Check.State.MISSING,
                            String.valueOf(e.getMessage()),
                            "no job can run in this cluster",
                            "set KUBECONFIG to a cluster that answers"));
        }
        return checks;
    }
}
