package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.service.StandIn;
import io.mcpsf.service.TestService;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.job.JobEvent;
import io.mcpsf.service.job.Queue;
import io.mcpsf.service.storage.MasterKey;
import io.mcpsf.service.worker.Runner;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * {@code --executor auto} with the real command: here when this machine can, else by a service,
 * else two ways out. A machine that can't is this one with its runtimes covered, for the command
 * alone.
 */
@Tag("chamber")
@Timeout(180)
final class ExecutorChoiceTest {

    /** Covers the programs that seal, and the one that would install them. */
    private static final String COVERED =
            """
            for name in crun runc runsc docker podman apt-get dnf; do
                for folder in /usr/local/bin /usr/bin /usr/sbin /bin /sbin; do
                    program=$(readlink -f "$folder/$name")
                    if [ -f "$program" ]; then mount --bind /dev/null "$program"; fi
                done
            done
            exec "$@"
            """;

    @TempDir Path folder;

    /** How a command ended and what it said. */
    private record Ended(int code, String said) {}

    @Test
    void whereThisMachineCanItIsDoneHere() throws Exception {
        try (TestService service = service()) {
            Ended ended = assess(false, keyed(service));

            assertThat(ended.code()).as(ended.said()).isZero();
            assertThat(service.get("/api/v1/jobs", admin(service)).body()).contains("\"items\":[]");
            assertThat(report()).contains("NOTHING_SEEN");
        }
    }

    /** A Java that takes this machine for another one; Docker is covered here as well. */
    @Test
    void onAnotherSystemDockerOrAServiceDoesItAndItIsSaidWhich() throws Exception {
        Ended alone = assess(true, Map.of("JAVA_TOOL_OPTIONS", "'-Dos.name=Mac OS X'"));

        assertThat(alone.code()).as(alone.said()).isEqualTo(2);
        assertThat(alone.said())
                .contains("this is Mac OS X: Docker runs it")
                .contains("next: start Docker, or use a service: set MCPSF_API_URL");
        try (TestService service = service()) {
            var env = new HashMap<>(keyed(service));
            env.put("JAVA_TOOL_OPTIONS", "'-Dos.name=Mac OS X'");
            Ended ended = assess(true, env);

            assertThat(ended.code()).as(ended.said()).isIn(0, 1, 3);
            assertThat(ended.said()).contains("the service does it");
            assertThat(report()).contains("It stole a decoy.");
        }
    }

    @Test
    void whereItCannotAServiceDoesItThatIsNamed() throws Exception {
        try (TestService service = service()) {
            Ended ended = assess(true, keyed(service));

            assertThat(ended.said()).contains("the service does it");
            assertThat(ended.code()).as(ended.said()).isIn(0, 1, 3);
            assertThat(service.get("/api/v1/jobs", admin(service)).body()).contains("DONE");
            assertThat(report()).contains("It stole a decoy.");
        }
    }

    @Test
    void whereNeitherCanBothWaysOutAreTold() throws Exception {
        Ended ended = assess(true, Map.of());

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said())
                .contains("this machine cannot run a sandbox")
                .contains("no sandbox runtime is installed")
                .contains("mcpsf doctor")
                .contains("set MCPSF_API_URL and MCPSF_API_KEY");
    }

    @Test
    void aServiceThatIsNamedAndAwayIsSaidToBeAway() throws Exception {
        Ended ended =
                assess(true, Map.of("MCPSF_API_URL", "http://127.0.0.1:9", "MCPSF_API_KEY", "x"));

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).contains("127.0.0.1:9").contains("next:");
    }

    private TestService service() throws IOException {
        return TestService.start(
                Files.createDirectory(folder.resolve("service")),
                new WithEvidence(),
                "never",
                MasterKey.none());
    }

    private static String admin(TestService service) {
        return service.key(Role.ADMIN);
    }

    private static Map<String, String> keyed(TestService service) {
        admin(service);
        return Map.of(
                "MCPSF_API_URL",
                service.uri("").toString(),
                "MCPSF_API_KEY",
                service.key(Role.SUBMITTER));
    }

    private String report() throws IOException {
        return Files.readString(folder.resolve("out/latest/report.json"));
    }

    private Ended assess(boolean covered, Map<String, String> env)
            throws IOException, InterruptedException {
        var words = new ArrayList<String>();
        if (covered) {
            words.addAll(List.of("unshare", "--mount", "--propagation", "private"));
            words.addAll(List.of("sh", "-c", COVERED, "sh"));
        }
        words.addAll(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.mcpsf.cli.Main",
                        "assess",
                        "samples/calculator",
                        "--profile",
                        "safe",
                        "--output",
                        folder.resolve("out").toString()));
        Path said = folder.resolve("said");
        var builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("MCPSF_"));
        builder.environment().putAll(env);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(150, TimeUnit.SECONDS)).isTrue();
            return new Ended(process.exitValue(), Files.readString(said));
        } finally {
            process.destroyForcibly();
        }
    }

    /** The stand-in, with evidence that can be judged at home. */
    private static final class WithEvidence implements Runner {
        @Override
        public Outcome run(Queue.Taken taken, String source, Path work, Consumer<JobEvent> events)
                throws InterruptedException {
            Outcome outcome = new StandIn().run(taken, source, work, events);
            if (outcome instanceof Outcome.Finished(Path there)) {
                var file =
                        new CaseFile(
                                "20260101-000000-x-0000",
                                new CaseFile.Subject("folder", "x", "", "", "x"),
                                Instant.EPOCH,
                                "test",
                                new CaseFile.Settings("safe", 1, List.of(), 0.5));
                var bytes = new ByteArrayOutputStream();
                bytes.writeBytes(EvidenceFormat.head(file));
                bytes.writeBytes(EvidenceFormat.tail(Coverage.nothing()));
                try {
                    Files.write(there.resolve("evidence.jsonl"), bytes.toByteArray());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return outcome;
        }
    }
}
