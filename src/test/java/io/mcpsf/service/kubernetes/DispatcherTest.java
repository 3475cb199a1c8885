package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.JobState;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

import java.util.Map;
import java.util.OptionalInt;

/** The dispatcher and a fake API server: what its own code does, without a cluster. */
@Tag("peers")
final class DispatcherTest extends DispatcherContract {

    private final FakeApiServer api = new FakeApiServer();

    @Override
    protected PlayedApi cluster() {
        return api;
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void aBusyServerIsCalledAgainWhenItAsksTo(TestInfo test) throws Exception {
        String namespace = namespace(test, Map.of());
        try (var rig = rig(namespace, 4);
                var _ = new PlayedNode(api, namespace)) {
            api.busyFor(3);
            long begin = System.nanoTime();

            rig.await(rig.submit("npm:x", ""), JobState.DONE);

            assertThat(System.nanoTime() - begin).isGreaterThan(1_000_000_000);
            assertThat(rig.dispatcher().api().counts().get("putOff")).isPositive();
            assertThat(api.answered()).isEqualTo(3);
        }
    }

    @Test
    void whereNoPolicyIsEnforcedNothingIsStarted(TestInfo test) throws Exception {
        String namespace = namespace(test, Map.of());
        try (var rig =
                        new DispatcherRig(
                                folder, api.access(namespace), 4, START, OptionalInt.of(0));
                var node = new PlayedNode(api, namespace)) {
            Job job = rig.await(rig.submit("npm:x", "refused"), JobState.FAILED);

            assertThat(job.ends().failure())
                    .contains("does not enforce the NetworkPolicy", "--allow-unenforced-network");
            assertThat(node.assessed()).isZero();
        }
    }

    @Test
    void anImageThatIsMissingIsToldWhileItIsWaitedFor(TestInfo test) throws Exception {
        String namespace = namespace(test, Map.of());
        try (var rig = rig(namespace, 4)) {
            String id = rig.submit("npm:x", "");
            String pods = "/api/v1/namespaces/" + namespace + "/pods";
            Patience.await(() -> !api.call("GET", pods, "").path("items").isEmpty());
            String pod =
                    api.call("GET", pods, "")
                            .path("items")
                            .path(0)
                            .path("metadata")
                            .path("name")
                            .stringValue("");

            api.call(
                    "PATCH",
                    pods + "/" + pod + "/status",
                    "{\"status\":{\"containerStatuses\":[{\"state\":{\"waiting\":{\"reason\":\"ErrImagePull\"}}}]}}");

            Patience.await(() -> rig.events(id).contains("ErrImagePull"));
            assertThat(rig.job(id).state()).isEqualTo(JobState.RUNNING);
        }
    }
}
