package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** What a pod may and may not, whatever the operator's template says. */
final class JobManifestTest {

    static PodOrder order() {
        return new PodOrder(
                "0123456789abcdefghjkmnpqrs",
                PodOrder.attempt("token"),
                "dispatcher1",
                new PodOrder.Call("https://192.0.2.1:8415", "Q0VSVA==", "onetimetoken"),
                Duration.ofMinutes(5));
    }

    @ParameterizedTest
    @EnumSource(PodProfile.class)
    void aPodHasNoTokenNoCapabilityAndNoRoot(PodProfile profile) {
        JsonNode job =
                new JobManifest(
                                PodTemplate.of("mcpsf:1"),
                                profile,
                                JobManifest.Ways.through("http://192.0.2.1:8416"))
                        .of(order());

        JsonNode pod = job.path("spec").path("template").path("spec");
        JsonNode container = pod.path("containers").path(0);
        assertThat(pod.path("automountServiceAccountToken").booleanValue(true)).isFalse();
        assertThat(pod.path("enableServiceLinks").booleanValue(true)).isFalse();
        assertThat(pod.path("hostUsers").booleanValue(true)).isFalse();
        assertThat(pod.path("securityContext").path("runAsNonRoot").booleanValue(false)).isTrue();
        JsonNode security = container.path("securityContext");
        assertThat(security.path("allowPrivilegeEscalation").booleanValue(true)).isFalse();
        assertThat(security.path("capabilities").toString()).isEqualTo("{\"drop\":[\"ALL\"]}");
        assertThat(pod.path("securityContext").path("seccompProfile").path("type").stringValue(""))
                .isEqualTo(profile == PodProfile.UNCONFINED ? "Unconfined" : "Localhost");
    }

    @Test
    void kubernetesNeverTriesAgainAndRemovesWhatIsOver() {
        JsonNode spec =
                new JobManifest(
                                PodTemplate.of("mcpsf:1"),
                                PodProfile.LOCALHOST,
                                JobManifest.Ways.through("http://192.0.2.1:8416"))
                        .of(order())
                        .path("spec");

        assertThat(spec.path("backoffLimit").intValue(9)).isZero();
        assertThat(spec.path("template").path("spec").path("restartPolicy").stringValue(""))
                .isEqualTo("Never");
        assertThat(spec.path("ttlSecondsAfterFinished").intValue(0)).isEqualTo(300);
        // Our own deadline is earlier than that of the cluster, which takes the evidence along.
        assertThat(spec.path("activeDeadlineSeconds").intValue(0)).isEqualTo(420);
    }

    @Test
    void theTemplateDecidesWhereAndHowMuch() {
        JsonNode job =
                new JobManifest(
                                PodTemplate.read(
                                        template(
                                                """
                                                nodeSelector: {pool: sandbox}
                                                containers:
                                                - name: mcpsf
                                                  image: registry.example/mcpsf@sha256:00
                                                  resources: {limits: {memory: 4Gi}}
                                                """)),
                                PodProfile.LOCALHOST,
                                JobManifest.Ways.through("http://192.0.2.1:8416"))
                        .of(order());

        JsonNode pod = job.path("spec").path("template").path("spec");
        JsonNode limits = pod.path("containers").path(0).path("resources").path("limits");
        assertThat(pod.path("nodeSelector").path("pool").stringValue("")).isEqualTo("sandbox");
        assertThat(limits.path("memory").stringValue("")).isEqualTo("4Gi");
        assertThat(limits.path("cpu").stringValue("")).isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hostNetwork: true\ncontainers: [{image: x}]",
                "serviceAccountName: admin\ncontainers: [{image: x}]",
                "containers: [{image: x, securityContext: {privileged: true}}]",
                "containers: [{image: x, command: [sh]}]",
                "containers: [{image: x}, {image: y}]",
                "containers: [{image: x}]\nvolumes: [{name: host, hostPath: {path: /}}]",
                "containers: [{image: x}]\nvolumes: [{name: keys, secret: {secretName: db}}]",
                "containers: [{image: x, env: [{name: A, valueFrom: {}}]}]",
                "containers: [{image: x, volumeMounts: [{name: cache, mountPath: /cache}]}]",
            })
    void theTemplateDoesNotDecideAboutIsolation(String spec) {
        assertThatThrownBy(() -> PodTemplate.read(template(spec)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static byte[] template(String spec) {
        return ("apiVersion: v1\nkind: PodTemplate\ntemplate:\n  spec:\n" + spec.strip().indent(4))
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void whatBelongsToAJobIsKnownByItsName() {
        String name = order().name();

        assertThat(PodOrder.nameIn(name)).contains(name);
        assertThat(PodOrder.nameIn(name + "-x7zqk")).contains(name);
        assertThat(PodOrder.nameIn("mcpsf-api-5d8f7c9c4-abcde-and-some-more-letters-xx")).isEmpty();
        assertThat(name).doesNotContain("token");
    }

    @Test
    void whyAPodDoesNotStartIsToldInTheWordsOfTheCluster() {
        assertThat(
                        JobSight.ofPod(
                                Json.read(
                                        """
                                        {"status":{"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False",
                                        "reason":"Unschedulable","message":"0/3 nodes are available"}]}}
                                        """)))
                .isEqualTo(new JobSight.Waiting("Unschedulable: 0/3 nodes are available", false));
        assertThat(
                        JobSight.ofPod(
                                Json.read(
                                        """
                                        {"status":{"phase":"Pending","containerStatuses":[{"state":{"waiting":
                                        {"reason":"ImagePullBackOff","message":"Back-off pulling image"}}}]}}
                                        """)))
                .isEqualTo(new JobSight.Waiting("ImagePullBackOff: Back-off pulling image", false));
        assertThat(
                        JobSight.ofEvent(
                                Json.read(
                                        """
                                        {"reason":"FailedCreate","message":"pods \\"x\\" is forbidden: violates PodSecurity"}
                                        """)))
                .isEqualTo(
                        new JobSight.Waiting(
                                "FailedCreate: pods \"x\" is forbidden: violates PodSecurity",
                                true));
        assertThat(
                        JobSight.ofEvent(
                                Json.read(
                                        """
                                        {"reason":"FailedCreate","message":"pods \\"x\\" is forbidden: exceeded quota: q"}
                                        """)))
                .isEqualTo(
                        new JobSight.Waiting(
                                "FailedCreate: pods \"x\" is forbidden: exceeded quota: q", false));
    }
}
