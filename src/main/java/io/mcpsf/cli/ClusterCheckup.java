package io.mcpsf.cli;

import io.mcpsf.run.request.Check;
import io.mcpsf.service.kubernetes.ClusterAccess;
import io.mcpsf.service.kubernetes.ClusterCheck;
import io.mcpsf.service.kubernetes.JobManifest;
import io.mcpsf.service.kubernetes.KubernetesApi;
import io.mcpsf.service.kubernetes.KubernetesException;
import io.mcpsf.service.kubernetes.PodProfile;
import io.mcpsf.service.kubernetes.PodTemplate;
import io.mcpsf.service.kubernetes.PodTrial;
import io.mcpsf.service.storage.Ids;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code doctor --kubernetes}: what the cluster lets a dispatcher do. Nothing is left in it. */
final class ClusterCheckup {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** For an image that is pulled first. */
    private static final Duration START = Duration.ofMinutes(3);

    private static final String ROLE = "grant the Role in docs/scale.md";

    private ClusterCheckup() {}

    static List<Check> of(ClusterAccess access, Optional<PodTemplate> pods)
            throws InterruptedException {
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
            checks.addAll(isolation(access, pods));
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

    /** The profiles of pods from the strongest to the weakest, each tried by a pod. */
    private static List<Check> isolation(ClusterAccess access, Optional<PodTemplate> pods)
            throws InterruptedException, IOException {
        if (pods.isEmpty()) {
            return List.of(
                    new Check(
                            "isolation of pods",
                            Check.State.WEAK,
                            "not tried",
                            "whether pods can isolate a server is known after the first job",
                            "add --image or --template"));
        }
        var tried = new ArrayList<ClusterCheck.Tried>();
        var ids = new Ids(InstantSource.system(), new SecureRandom());
        try (var api = new KubernetesApi(access, PATIENCE)) {
            var trial = new PodTrial(api, pods.get(), START);
            for (PodProfile profile : PodProfile.values()) {
                if (profile != PodProfile.RUNTIME_CLASS || pods.get().runtimeClass()) {
                    tried.add(trial.of(profile, ids.chance(10)));
                }
            }
        }
        boolean any = tried.stream().anyMatch(ClusterCheck.Tried::good);
        return tried.stream().map(one -> check(one, any)).toList();
    }

    private static Check check(ClusterCheck.Tried tried, boolean any) {
        String what = "pods, " + tried.what();
        return tried.good()
                ? new Check(
                        what,
                        Check.State.GOOD,
                        "can isolate",
                        "",
                        tried.what().equals(PodProfile.LOCALHOST.word())
                                ? ""
                                : "mcpsf worker --kubernetes --pod-profile " + tried.what())
                : new Check(
                        what,
                        any ? Check.State.WEAK : Check.State.MISSING,
                        tried.why(),
                        "jobs with this profile end INCONCLUSIVE or fail",
                        "grant " + PodProfile.of(tried.what()).needs());
    }
}
