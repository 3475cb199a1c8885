package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.Foundation;
import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.JobState;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a dispatcher does, whichever API server it talks to; the test plays the nodes. */
@Timeout(180)
abstract class DispatcherContract {

    static final Duration START = Duration.ofSeconds(60);

    @TempDir Path folder;

    protected abstract PlayedApi cluster();

    String namespace(TestInfo test, Map<String, String> labels)
            throws IOException, InterruptedException {
        String name = "t-" + Integer.toHexString(test.getDisplayName().hashCode());
        cluster().namespace(name, labels);
        return name;
    }

    DispatcherRig rig(String namespace, int parallel) throws IOException, InterruptedException {
        return new DispatcherRig(folder, cluster().access(namespace), parallel, START);
    }

    void assertThatNothingIsLeft(String namespace) throws IOException, InterruptedException {
        for (String kind :
                List.of("/apis/batch/v1/namespaces/%s/jobs", "/api/v1/namespaces/%s/pods")) {
            String path = kind.formatted(namespace);
            Patience.await(() -> cluster().call("GET", path, "").path("items").isEmpty());
        }
    }

    static void assertThatItEndedOnce(DispatcherRig rig, String id) {
        long ends =
                rig.foundation()
                        .database()
                        .read(
                                sql ->
                                        sql.number(
                                                "SELECT count(*) FROM events WHERE job = ? AND kind"
                                                        + " = 'end'",
                                                id));
        assertThat(ends).isEqualTo(1);
    }

    @Test
    void aJobRunsInAPodAndItsCaseComesHome(TestInfo test) throws Exception {
        String namespace = namespace(test, Map.of());
        try (var rig = rig(namespace, 4);
                var _ = new PlayedNode(cluster(), namespace)) {
            String id = rig.submit("npm:x", "");

            Job job = rig.await(id, JobState.DONE);
            assertThat(job.ends().result()).contains("NOTHING_SEEN");
            assertThatItEndedOnce(rig, id);
            assertThatNothingIsLeft(namespace);
        }
    }

    @Test
    void theVerdictIsDrawnFromTheEvidenceAndNotFromTheReportOfThePod(TestInfo test)
            throws Exception {
        String namespace = namespace(test, Map.of());
        try (var rig = rig(namespace, 4);
                var _ = new PlayedNode(cluster(), namespace)) {
            Job job = rig.await(rig.submit("npm:x", "thief"), JobState.DONE);

            assertThat(job.ends().result()).contains("MALICIOUS");
        }
    }

    @Test
    void aPodThatCannotIsolateEndsInconclusiveWithWhatTheClusterMustGrant(TestInfo test)
            throws Exception {
        String namespace = namespace(test, Map.of());
        try (var rig = rig(namespace, 4);
                var _ = new PlayedNode(cluster(), namespace)) {
            Job job = rig.await(rig.submit("npm:x", "unisolated"), JobState.DONE);

            assertThat(job.ends().result())
                    .contains("INCONCLUSIVE", "Operation not permitted", "hostUsers: false");
        }
    }

    @Test
    void whatThePodRefusesFailsWithItsReason(TestInfo test) throws Exception {
        String namespace = namespace(test, Map.of());
        try (var rig = rig(namespace, 4);
                var _ = new PlayedNode(cluster(), namespace)) {
            Job job = rig.await(rig.submit("npm:x", "refused"), JobState.FAILED);

            assertThat(job.ends().failure()).contains("there is no such thing", "look elsewhere");
            assertThat(job.attempt().number()).isEqualTo(1);
            assertThatNothingIsLeft(namespace);
        }
    }

    @Test
    void aCancelledJobLosesItsPod(TestInfo test) throws Exception {
        String namespace = namespace(test, Map.of());
        try (var rig = rig(namespace, 4);
                var node = new PlayedNode(cluster(), namespace)) {
            String id = rig.submit("npm:x", "forever");
            Patience.await(() -> node.most() == 1);

            rig.foundation().jobs().cancel(id, "the test");

            rig.await(id, JobState.CANCELLED);
            assertThatItEndedOnce(rig, id);
            assertThatNothingIsLeft(namespace);
        }
    }

    @Test
    @Tag("release")
    void anEvictedPodIsTriedAgainAndOneWithoutMemoryFailsAfterThree(TestInfo test)
            throws Exception {
        String namespace = namespace(test, Map.of());
        try (var rig = rig(namespace, 4);
                var _ = new PlayedNode(cluster(), namespace)) {
            String evicted = rig.submit("npm:evicted", "evicted once");
            String bomb = rig.submit("npm:bomb", "memory");

            assertThat(rig.await(evicted, JobState.DONE).attempt().number()).isEqualTo(2);
            assertThat(rig.events(evicted)).contains("Evicted");
            Job failed = rig.await(bomb, JobState.FAILED);
            assertThat(failed.attempt().number()).isEqualTo(3);
            assertThat(failed.ends().failure()).contains("its pod ran out of memory");
            assertThatNothingIsLeft(namespace);
        }
    }

    @Test
    @Tag("release")
    void whatAPodToldBeforeItWasKilledIsJudgedAfterTheLastAttempt(TestInfo test) throws Exception {
        String namespace = namespace(test, Map.of());
        try (var rig = rig(namespace, 4);
                var _ = new PlayedNode(cluster(), namespace)) {
            String id = rig.submit("npm:x", "memory later");

            Job job = rig.await(id, JobState.DONE);
            assertThat(job.attempt().number()).isEqualTo(3);
            assertThat(job.ends().result()).contains("MALICIOUS");
            assertThat(rig.events(id)).contains("ran out of memory; what was seen until then");
            assertThatItEndedOnce(rig, id);
            assertThatNothingIsLeft(namespace);
        }
    }

    @Test
    @Tag("release")
    void aJobThatSomebodyDeletedIsTriedAgain(TestInfo test) throws Exception {
        String namespace = namespace(test, Map.of());
        try (var rig = rig(namespace, 4);
                var node = new PlayedNode(cluster(), namespace)) {
            String id = rig.submit("npm:x", "3000");
            Patience.await(() -> node.most() == 1);

            cluster()
                    .call(
                            "DELETE",
                            "/apis/batch/v1/namespaces/" + namespace + "/jobs",
                            "{\"propagationPolicy\":\"Background\"}");

            assertThat(rig.await(id, JobState.DONE).attempt().number()).isEqualTo(2);
            assertThat(rig.events(id)).contains("was deleted");
            assertThatItEndedOnce(rig, id);
        }
    }

    @Test
    void aJobThatNobodyHoldsIsRemovedAndOneThatIsHeldIsNot(TestInfo test) throws Exception {
        String namespace = namespace(test, Map.of());
        try (Foundation foundation = DispatcherRig.foundation(folder);
                var api = new KubernetesApi(cluster().access(namespace), START)) {
            DispatcherRig.submit(foundation, "key", "npm:x", "");
            var queue = foundation.queue(START);
            Job held = queue.take("somebody").orElseThrow().job();
            var manifest =
                    new JobManifest(
                            PodTemplate.of("x"),
                            PodProfile.LOCALHOST,
                            JobManifest.Ways.through("http://192.0.2.1:8416"));
            var call = new PodOrder.Call("https://192.0.2.1:1", "", "");
            PodOrder wanted = PodOrder.of(held, "d1", call, START);
            PodOrder orphan = JobManifestTest.order();
            api.create(KubernetesApi.Kind.JOB, manifest.of(wanted));
            api.create(KubernetesApi.Kind.JOB, manifest.of(orphan));

            assertThat(new Reconciliation(api, queue, START).once()).containsExactly(orphan.name());

            assertThat(api.get(KubernetesApi.Kind.JOB, wanted.name()).path("kind").stringValue(""))
                    .isEqualTo("Job");
        }
    }

    static long done(DispatcherRig rig) {
        return rig.foundation()
                .database()
                .read(sql -> sql.number("SELECT count(*) FROM jobs WHERE finished > 0"));
    }

    /** It waits for a lease to run out. */
    @Test
    @Tag("release")
    void aDispatcherThatIsKilledLosesNothing(TestInfo test) throws Exception {
        String namespace = namespace(test, Map.of());
        Path config = folder.resolve("kubeconfig");
        Files.writeString(config, cluster().kubeconfig("admin-token", namespace));
        try (var _ = new PlayedNode(cluster(), namespace)) {
            Process victim =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-XX:TieredStopAtLevel=1",
                                    "-Xmx200m",
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    DispatcherProcess.class.getName(),
                                    config.toString(),
                                    folder.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("victim.log").toFile())
                            .start();
            String id;
            try (Foundation foundation = DispatcherRig.foundation(folder)) {
                id = DispatcherRig.submit(foundation, "key", "npm:x", "4000");
                Patience.await(
                        () ->
                                !cluster()
                                        .call(
                                                "GET",
                                                "/api/v1/namespaces/" + namespace + "/pods",
                                                "")
                                        .path("items")
                                        .isEmpty());
            } finally {
                victim.destroyForcibly();
                victim.waitFor();
            }
            try (var rig = rig(namespace, 4)) {
                assertThat(rig.await(id, JobState.DONE).attempt().number()).isEqualTo(2);
                assertThatItEndedOnce(rig, id);
                assertThatNothingIsLeft(namespace);
            }
        }
    }

    @Test
    @Tag("release")
    void twoDispatchersShareAQueue(TestInfo test) throws Exception {
        String namespace = namespace(test, Map.of());
        try (var one = rig(namespace, 5);
                var two = rig(namespace, 5);
                var _ = new PlayedNode(cluster(), namespace)) {
            var ids = new ArrayList<String>();
            for (int i = 0; i < 20; i++) {
                ids.add(one.submit("npm:x" + i, "300"));
            }

            Patience.await(() -> done(two) == 20);
            for (String id : ids) {
                assertThat(one.job(id).state()).as(one.events(id)).isEqualTo(JobState.DONE);
                assertThatItEndedOnce(one, id);
            }
            assertThat(ids.stream().map(id -> one.job(id).attempt().worker()).distinct().toList())
                    .hasSize(2);
            assertThatNothingIsLeft(namespace);
        }
    }
}
