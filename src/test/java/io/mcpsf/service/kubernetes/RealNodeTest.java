package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;

/** Jobs that are submitted by curl and run in real pods of a real node. */
@Tag("chamber")
@Tag("alone")
@Tag("release")
@Timeout(7_200)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class RealNodeTest {

    /** One of the registry, with its dependencies, which a pod gets through the egress proxy. */
    private static final String SERVER =
            "npm:@modelcontextprotocol/server-sequential-thinking@2026.8.31";

    private static final int LISTENING = 8_099;

    @TempDir static Path home;
    private static RealNodeRig rig;

    @BeforeAll
    static void start() throws Exception {
        rig = RealNodeRig.start(home);
    }

    @AfterAll
    static void stop() throws Exception {
        if (rig != null) {
            String node = rig.node().name();
            rig.close();
            assertThat(RealNode.left(node, home)).isEmpty();
        }
    }

    @Test
    @Order(1)
    void theDoctorTriesEachProfileInAPod() throws Exception {
        String said = rig.doctor();

        assertThat(said)
                .containsPattern("pods, localhost +can isolate")
                .containsPattern("pods, unconfined +.*violates PodSecurity")
                .endsWith("ready\n")
                .doesNotContain("not ready");
        rig.pods().awaitNothingLeft();
    }

    @Test
    @Order(2)
    void verdictsAndFindingsAreThoseOfTheCommandLine() throws Exception {
        var here = new LinkedHashMap<String, JudgedReport>();
        for (String source :
                List.of(
                        SERVER,
                        "samples/calculator",
                        "samples/thief-curl",
                        "samples/vuln-command-node")) {
            here.put(source, commandLine(source));
        }
        rig.shareCache();

        // Alone: an installation beside three others may take longer than it is given.
        String server = done(SERVER, submitted(SERVER));
        var jobs = new LinkedHashMap<String, String>();
        for (String source : here.keySet()) {
            if (!source.equals(SERVER)) {
                jobs.put(source, submitted(source));
            }
        }
        jobs.replaceAll(RealNodeTest::done);
        jobs.put(SERVER, server);

        jobs.forEach(
                (source, id) ->
                        assertThat(judged(id))
                                .as(source + " as " + id)
                                .isEqualTo(here.get(source)));
        assertThat(forwarded(server))
                .hasSizeGreaterThan(50)
                .allSatisfy(line -> assertThat(line).contains("from the cache"));
        rig.pods().awaitNothingLeft();
    }

    /** As somebody who has escaped from the sandbox and speaks with the voice of the pod. */
    @Test
    @Order(3)
    void insideAPodThereIsNoTokenNoDatabaseAndNoOtherJobAndCancelledJobsAreRemoved()
            throws Exception {
        String id = begun("never-answers");
        String other = begun("never-answers");
        String neighbour = rig.pods().address(other);
        rig.pods().listen(other, LISTENING);

        String token =
                rig.pods().inside(id, "ls /var/run/secrets/kubernetes.io/serviceaccount 2>&1");
        String variables = rig.pods().inside(id, "env; tr '\\0' '\\n' </proc/1/environ");
        String user = rig.pods().inside(id, "id -u; grep CapEff /proc/self/status; mount");

        assertThat(token).contains("No such file");
        assertThat(variables)
                .contains("MCPSF_HANDBACK=")
                .doesNotContain("MCPSF_DB", "MCPSF_DATA", "MCPSF_MASTER_KEY", "AWS_")
                .doesNotContain(neighbour, other);
        assertThat(user)
                .contains("10001", "CapEff:\t0000000000000000")
                .doesNotContain("serviceaccount");
        assertThat(rig.pods().reaches(id, RealNode.OUTSIDE, 8415)).isTrue();
        assertThat(rig.pods().reaches(id, RealNode.OUTSIDE, 8417)).isFalse();
        assertThat(rig.pods().reaches(id, RealNode.OUTSIDE, rig.cluster().server().getPort()))
                .isFalse();
        assertThat(rig.pods().reaches(id, "172.31.254.2", 10_250)).isFalse();
        assertThat(rig.node().reaches(neighbour, LISTENING)).isTrue();
        assertThat(rig.pods().reaches(id, neighbour, LISTENING)).isFalse();

        for (String one : List.of(id, other)) {
            rig.api().curl("jobs/" + one + "/cancel", "-X", "POST");
        }
        for (String one : List.of(id, other)) {
            assertThat(rig.api().over(one).path("state").stringValue("")).isEqualTo("CANCELLED");
            assertThat(rig.api().ends(one)).isEqualTo(1);
        }
        rig.pods().awaitNothingLeft();
    }

    @Test
    @Order(4)
    void aPodThatIsEvictedOrOutOfTimeLeadsToAnotherAttempt() throws Exception {
        String evicted = begun("calculator");
        String late = begun("calculator");
        String pod = rig.pods().runningPods(evicted).getFirst();

        rig.cluster()
                .call(
                        "POST",
                        "/api/v1/namespaces/mcpsf-jobs/pods/" + pod + "/eviction",
                        "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"%s\"}}"
                                .formatted(pod));
        rig.cluster()
                .call(
                        "PATCH",
                        "/apis/batch/v1/namespaces/mcpsf-jobs/jobs/"
                                + rig.pods().kubernetesJob(late),
                        "{\"spec\":{\"activeDeadlineSeconds\":1}}");

        assertThatItIsDoneOnce(evicted, 2);
        assertThatItIsDoneOnce(late, 2);
        rig.pods().awaitNothingLeft();
    }

    @Test
    @Order(5)
    void aKubeletAndAnApiServerThatAreKilledChangeNothing() throws Exception {
        String id = begun("calculator");

        rig.node().killKubelet();
        rig.cluster().kill("kube-apiserver");
        rig.cluster().startApiServer();

        assertThatItIsDoneOnce(id, 1);
        rig.pods().awaitNothingLeft();
    }

    @Test
    @Order(6)
    void aDispatcherThatIsKilledLeadsToAnotherAttempt() throws Exception {
        String id = begun("calculator");

        rig.killDispatcher();
        rig.startDispatcher();

        assertThatItIsDoneOnce(id, 2);
        rig.pods().awaitNothingLeft();
    }

    /** The last one: from then on the node lets pods through to what no policy allows. */
    @Test
    @Order(7)
    void whereNoPolicyIsEnforcedNothingIsStarted() throws Exception {
        rig.node().letThrough(8_417);

        String id = rig.api().submit(rig.api().upload("calculator"), "safe");

        JsonNode job = rig.api().over(id);
        assertThat(job.path("state").stringValue("")).as(job.toString()).isEqualTo("FAILED");
        assertThat(job.toString()).contains("NetworkPolicy");
        rig.pods().awaitNothingLeft();
    }

    private static String submitted(String source) throws Exception {
        return rig.api()
                .submit(
                        source.startsWith("samples/")
                                ? rig.api().upload(source.substring("samples/".length()))
                                : source,
                        "balanced");
    }

    /** What a busy machine leaves in doubt is done again, at most twice. */
    private static JudgedReport commandLine(String source) throws Exception {
        JudgedReport judged = rig.commandLine(source, "balanced");
        for (int again = 0; again < 2 && judged.inDoubt(); again++) {
            judged = rig.commandLine(source, "balanced");
        }
        return judged;
    }

    /** The same for a job; it was done once, however it came out. */
    private static String done(String source, String first) {
        try {
            String id = first;
            for (int again = 0; ; again++) {
                JsonNode job = rig.api().over(id);
                assertThat(job.path("state").stringValue("")).as(job.toString()).isEqualTo("DONE");
                assertThat(job.path("attempt").intValue()).isEqualTo(1);
                assertThat(rig.api().ends(id)).isEqualTo(1);
                if (again == 2 || !rig.api().report(id).inDoubt()) {
                    return id;
                }
                System.out.println(source + " in doubt: " + rig.api().coverage(id));
                id = submitted(source);
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static JudgedReport judged(String id) {
        try {
            return rig.api().report(id);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** What a pod asked registries for; the evidence names a hundred and counts the others. */
    private static List<String> forwarded(String id) throws Exception {
        return rig.api()
                .file(id, "evidence.jsonl")
                .lines()
                .filter(line -> line.contains("\"record\":\"RequestForwarded\""))
                .toList();
    }

    private static String begun(String sample) throws Exception {
        String id = rig.api().submit(rig.api().upload(sample), "safe");
        rig.pods().awaitPod(id);
        return id;
    }

    private static void assertThatItIsDoneOnce(String id, int attempt) throws Exception {
        JsonNode job = rig.api().over(id);
        assertThat(job.path("state").stringValue("")).as(job.toString()).isEqualTo("DONE");
        assertThat(job.path("attempt").intValue()).isEqualTo(attempt);
        assertThat(rig.api().ends(id)).isEqualTo(1);
        assertThat(rig.api().report(id).verdict())
                .as(rig.api().coverage(id))
                .isNotEqualTo("INCONCLUSIVE");
    }
}
