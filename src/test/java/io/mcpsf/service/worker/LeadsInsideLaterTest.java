package io.mcpsf.service.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.job.SourcePolicy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A name that led to a public address when its job was submitted, and leads inside when it runs.
 */
@Tag("chamber")
final class LeadsInsideLaterTest {

    @TempDir Path folder;

    @Test
    @Timeout(90)
    void aNameThatLeadsInsideWhenTheJobRunsIsNotFollowed() throws Exception {
        assertThat(whyNot(false)).contains("must not be contacted");
    }

    @Test
    @Timeout(90)
    void unlessTheOperatorSaysThatItMay() throws Exception {
        assertThat(whyNot(true))
                .contains("no MCP server at this address")
                .doesNotContain("may not be");
    }

    /** Runs the real command in a world in which the name leads to a private address. */
    private String whyNot(boolean privateTargets) throws Exception {
        Path hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.1 rebound.test\n");
        var policy =
                new SourcePolicy(
                        new SourcePolicy.Allowed(Set.of(), List.of(), privateTargets),
                        InetAddress::getAllByName);
        ChildCommand usual = ChildCommand.likeUs(System.getenv(), policy);
        var program = new ArrayList<>(usual.program());
        int java = program.indexOf("-XX:+UseSerialGC");
        program.add(java, "-Djdk.net.hosts.file=" + hosts);
        var runner =
                new ChildRunner(
                        new ChildCommand(program, usual.env(), policy), Duration.ofMinutes(1));
        var request =
                new JobRequest(
                        "https://rebound.test/mcp",
                        "safe",
                        new JobRequest.Start("", List.of()),
                        new JobRequest.Reach(Map.of(), List.of(), List.of()),
                        new JobRequest.Manner(0, 7, "", 0));
        Path work = Files.createDirectory(folder.resolve("work"));

        Runner.Outcome outcome = runner.assess(request, request.source(), work, _ -> {});

        assertThat(outcome).isInstanceOf(Runner.Outcome.Finished.class);
        Path kept = ((Runner.Outcome.Finished) outcome).caseFolder();
        return Files.readString(kept.resolve("evidence.jsonl"));
    }
}
