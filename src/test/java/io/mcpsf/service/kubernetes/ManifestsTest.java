package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.json.Json;
import io.mcpsf.json.YamlDocuments;
import io.mcpsf.service.job.JobState;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What lies in deploy/kubernetes, as a real API server takes it. */
@Tag("release")
@Timeout(900)
final class ManifestsTest {

    private static final Path MANIFESTS = Path.of("deploy/kubernetes");
    private static final String ROLE =
            "/apis/rbac.authorization.k8s.io/v1/namespaces/mcpsf-jobs/roles/mcpsf-dispatcher";

    @TempDir static Path home;
    private static TestCluster cluster;

    @TempDir Path folder;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = TestCluster.start(home);
        kubectl(
                "apply",
                "-f",
                cluster.program("keda-scaledobjects.yaml").toString(),
                "--server-side");
        // A dry run makes no namespace for what follows it.
        kubectl("apply", "-f", MANIFESTS.resolve("base/namespaces.yaml").toString());
        kubectl("create", "namespace", "mcpsf-node", "--save-config");
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    private static String kubectl(String... words) throws IOException, InterruptedException {
        var all = new ArrayList<String>();
        all.add(cluster.program("kubectl").toString());
        all.add("--kubeconfig=" + cluster.folder().resolve("kubeconfig"));
        all.addAll(List.of(words));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(all + "\n" + said).isZero();
        return said;
    }

    static Stream<String> overlays() throws IOException {
        try (Stream<Path> all = Files.list(MANIFESTS.resolve("overlays"))) {
            return all.map(path -> path.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void theApiServerAdmitsTheOverlayWithoutAWarning(String overlay) throws Exception {
        String said =
                kubectl(
                        "apply",
                        "--dry-run=server",
                        "--warnings-as-errors",
                        "--validate=strict",
                        "-k",
                        MANIFESTS.resolve("overlays").resolve(overlay).toString());

        assertThat(said).contains("networkpolicy", "resourcequota").doesNotContain("Warning");
    }

    @Test
    void aManifestThatBreaksItsOwnRulesIsSeen() throws Exception {
        Path bad = folder.resolve("bad.yaml");
        Files.writeString(
                bad,
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: bad, namespace: mcpsf-jobs}
                spec:
                  hostNetwork: true
                  containers: [{name: x, image: x}]
                """);
        Process process =
                new ProcessBuilder(
                                cluster.program("kubectl").toString(),
                                "--kubeconfig=" + cluster.folder().resolve("kubeconfig"),
                                "apply",
                                "--dry-run=server",
                                "-f",
                                bad.toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isNotZero();
        assertThat(said).contains("violates PodSecurity");
    }

    /** The rights of the Role, one verb of one resource each. */
    private static ArrayNode rules() throws IOException {
        ArrayNode single = Json.array();
        for (JsonNode document :
                YamlDocuments.read(Files.readAllBytes(MANIFESTS.resolve("base/access.yaml")))) {
            for (JsonNode rule : document.path("rules")) {
                for (JsonNode verb : rule.path("verbs")) {
                    ObjectNode one = ((ObjectNode) rule).deepCopy();
                    one.putArray("verbs").add(verb);
                    single.add(one);
                }
            }
        }
        return single;
    }

    private static void grant(ArrayNode rules) throws IOException, InterruptedException {
        ObjectNode patch = Json.object();
        patch.set("rules", rules);
        cluster.call("PATCH", ROLE, Json.text(patch));
    }

    private static String token() throws IOException, InterruptedException {
        return cluster.call(
                        "POST",
                        "/api/v1/namespaces/mcpsf/serviceaccounts/mcpsf-dispatcher/token",
                        "{\"spec\":{\"expirationSeconds\":3600}}")
                .path("status")
                .path("token")
                .stringValue("");
    }

    private DispatcherRig rig(String token, String data) throws IOException, InterruptedException {
        return new DispatcherRig(
                Files.createDirectories(folder.resolve(data)),
                cluster.access(token, "mcpsf-jobs"),
                4,
                Duration.ofMinutes(5));
    }

    private static boolean nothingIsLeft() throws IOException, InterruptedException {
        return cluster.call("GET", "/apis/batch/v1/namespaces/mcpsf-jobs/jobs", "")
                .path("items")
                .isEmpty();
    }

    @Test
    void theRightsOfTheDispatcherAreEnough() throws Exception {
        kubectl("apply", "-f", MANIFESTS.resolve("base/access.yaml").toString());
        String quotas = "/api/v1/namespaces/mcpsf-jobs/resourcequotas";
        try (var rig = rig(token(), "enough");
                var _ = new PlayedNode(cluster, "mcpsf-jobs")) {
            String done = rig.submit("npm:x", "");
            rig.await(done, JobState.DONE);
            assertThat(rig.events(done)).contains("its pod runs on node");
            cluster.call(
                    "POST",
                    quotas,
                    "{\"metadata\":{\"name\":\"full\"},\"spec\":{\"hard\":{\"pods\":\"0\"}}}");
            Patience.await(
                    () -> cluster.call("GET", quotas + "/full", "").path("status").has("hard"));
            String waits = rig.submit("npm:z", "");
            Patience.await(() -> rig.events(waits).contains("exceeded quota"));
        } finally {
            cluster.send("DELETE", quotas + "/full", "");
        }
        Patience.await(ManifestsTest::nothingIsLeft);
    }

    @Test
    void withoutAnyOneOfItsRightsTheDispatcherRefusesToStartAndNamesIt() throws Exception {
        kubectl("apply", "-f", MANIFESTS.resolve("base/access.yaml").toString());
        String token = token();
        ArrayNode rules = rules();
        assertThat(rules).hasSize(8);
        try {
            for (int i = 0; i < rules.size(); i++) {
                ArrayNode without = rules.deepCopy();
                JsonNode right = without.remove(i);
                grant(without);
                String round = "round" + i;

                assertThatThrownBy(() -> rig(token, round).close())
                        .as(right.toString())
                        .isInstanceOf(KubernetesException.class)
                        .hasMessageContaining(
                                right.path("verbs").path(0).stringValue("")
                                        + " "
                                        + right.path("resources").path(0).stringValue(""));
            }
        } finally {
            grant(rules);
        }
    }
}
