package io.mcpsf.service.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;
import io.mcpsf.service.job.JobRequest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

final class ChildCommandTest {

    @TempDir Path folder;

    @Test
    void noVariableOfAJobIsAWordOfAProcess() throws IOException {
        Map<String, String> env =
                Map.of(
                        "PLAIN", "hunter-1",
                        "QUOTED", "'hunter-2' and \"more\"",
                        "LINES", "hunter-3\nTWO='x' \"y\"");
        var request =
                new JobRequest(
                        "npm:x",
                        "safe",
                        new JobRequest.Start("", List.of()),
                        new JobRequest.Reach(env, List.of(), List.of("X-Key: hunter-4")),
                        new JobRequest.Manner(0, -1, "", 0));

        Command command =
                ChildCommand.likeUs(Map.of(), false)
                        .assess(request, "npm:x", folder, folder.resolve("out"));

        assertThat(command.argv()).noneMatch(word -> word.contains("hunter"));
        assertThat(command.env().values()).noneMatch(value -> value.contains("hunter"));
        Path file =
                command.argv().stream()
                        .filter(word -> word.startsWith("--env-file="))
                        .map(word -> Path.of(word.substring("--env-file=".length())))
                        .findFirst()
                        .orElseThrow();
        assertThat(Files.readString(file)).contains("hunter-1", "hunter-2", "hunter-3");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void aScanIsTheCommandOfThatName() throws IOException {
        var request =
                new JobRequest(
                        "scan:/srv/shop",
                        "quick",
                        new JobRequest.Start("nmap,wapiti", List.of("web", "db:5432")),
                        new JobRequest.Reach(Map.of(), List.of(), List.of()),
                        new JobRequest.Manner(0, -1, "", 0));

        Command command =
                ChildCommand.likeUs(Map.of(), true)
                        .assess(request, request.source(), folder, folder.resolve("out"));

        assertThat(command.argv())
                .containsSubsequence(
                        "scan", "--output", "--yes", "--lifeline", "--tools=nmap,wapiti")
                .contains("--depth=quick", "--target=web", "--target=db:5432")
                .endsWith("/srv/shop")
                .doesNotContain("assess", "--scope", "--login");
    }
}
