package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.JobState;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;

/** The dispatcher and a real API server with its controllers, etcd and admission. */
@Tag("release")
@Timeout(600)
final class RealClusterTest extends DispatcherContract {

    @TempDir static Path home;
    private static TestCluster cluster;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = TestCluster.start(home);
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @Override
    protected PlayedApi cluster() {
        return cluster;
    }

    @Test
    void whatAdmissionForbidsIsToldWithinSeconds(TestInfo test) throws Exception {
        String namespace =
                namespace(test, Map.of("pod-security.kubernetes.io/enforce", "restricted"));
        try (var rig = rig(namespace, 4)) {
            long begin = System.nanoTime();
            Job job = rig.await(rig.submit("npm:x", ""), JobState.FAILED);

            assertThat(job.ends().failure()).contains("violates PodSecurity");
            // Not when its time to start is over.
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(START);
            assertThatNothingIsLeft(namespace);
        }
    }

    @Test
    void baselineAdmitsThePod(TestInfo test) throws Exception {
        String namespace =
                namespace(test, Map.of("pod-security.kubernetes.io/enforce", "baseline"));
        try (var rig = rig(namespace, 4);
                var _ = new PlayedNode(cluster, namespace)) {
            rig.await(rig.submit("npm:x", ""), JobState.DONE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pods", "count/jobs.batch"})
    void aFullQuotaIsToldAndWaitedFor(String what, TestInfo test) throws Exception {
        String namespace = namespace(test, Map.of());
        String quotas = "/api/v1/namespaces/" + namespace + "/resourcequotas";
        cluster.call(
                "POST",
                quotas,
                "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"%s\":\"0\"}}}"
                        .formatted(what));
        Patience.await(() -> cluster.call("GET", quotas + "/q", "").path("status").has("hard"));
        try (var rig = rig(namespace, 4);
                var _ = new PlayedNode(cluster, namespace)) {
            String id = rig.submit("npm:x", "");
            Patience.await(() -> rig.events(id).contains("exceeded quota"));
            assertThat(rig.job(id).state()).isEqualTo(JobState.RUNNING);

            cluster.call(
                    "PATCH", quotas + "/q", "{\"spec\":{\"hard\":{\"%s\":\"5\"}}}".formatted(what));

            rig.await(id, JobState.DONE);
        }
    }

    @Test
    void twoDispatchersShareAQueueAndTheApiServerIsKilledInBetween(TestInfo test) throws Exception {
        String namespace = namespace(test, Map.of());
        try (var one = rig(namespace, 10);
                var two = rig(namespace, 10);
                var _ = new PlayedNode(cluster, namespace)) {
            var ids = new ArrayList<String>();
            for (int i = 0; i < 60; i++) {
                ids.add(one.submit("npm:x" + i, "500"));
            }
            Patience.await(() -> done(one) >= 15);

            cluster.kill("kube-apiserver");
            cluster.startApiServer();

            Patience.await(() -> done(two) == 60, Duration.ofMinutes(5));
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
