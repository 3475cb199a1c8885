package io.mcpsf.service.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.job.SourcePolicy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

        ChildCommand child = ChildCommand.likeUs(Map.of(), policy());
        Command command = command(child, child.order(request, "npm:x", folder, out()));

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

        ChildCommand child = ChildCommand.likeUs(Map.of(), policy());
        Command command = command(child, child.order(request, request.source(), folder, out()));

        assertThat(command.argv())
                .containsSubsequence(
                        "scan", "--output", "--yes", "--lifeline", "--tools=nmap,wapiti")
                .contains("--depth=quick", "--target=web", "--target=db:5432")
                .endsWith("/srv/shop")
                .doesNotContain("assess", "--scope", "--login");
    }

    @Test
    void aFolderIsFollowedAgainWhenItsJobRuns() throws IOException {
        Path mine = Files.createDirectories(folder.resolve("projects/shop"));
        Path link = Files.createSymbolicLink(folder.resolve("projects/now"), mine);
        ChildCommand command = ChildCommand.likeUs(Map.of(), policy(folder.resolve("projects")));

        assertThat(command.admitted("scan:" + link)).contains("scan:" + mine.toRealPath());
        assertThat(command.admitted(link.toString())).contains(mine.toRealPath().toString());
        Files.delete(link);
        Files.createSymbolicLink(link, Path.of("/etc"));
        assertThat(command.admitted("scan:" + link)).isEmpty();
        assertThat(command.admitted(link.toString())).isEmpty();
        Files.delete(link);
        assertThat(command.admitted("scan:" + link)).isEmpty();
        assertThat(command.admitted("npm:left-pad")).contains("npm:left-pad");
        assertThat(command.admitted("./upload")).contains("./upload");
    }

    @Test
    void aWorkerThatAllowsNoFolderUsesNone() throws InterruptedException {
        var request =
                new JobRequest(
                        "scan:" + folder,
                        "quick",
                        new JobRequest.Start("nmap", List.of()),
                        new JobRequest.Reach(Map.of(), List.of(), List.of()),
                        new JobRequest.Manner(0, -1, "", 0));
        var runner =
                new ChildRunner(ChildCommand.likeUs(Map.of(), policy()), Duration.ofMinutes(1));

        assertThat(runner.assess(request, request.source(), folder, _ -> {}))
                .isInstanceOfSatisfying(
                        Runner.Outcome.Refused.class,
                        refused -> assertThat(refused.next()).contains("--allow-folder"));
    }

    /** In the place of the command line: it says why, as that does. */
    @Test
    void everyReasonForWhichAScanIsRefusedIsKept() throws Exception {
        Path words =
                Files.writeString(
                        folder.resolve("words"),
                        """
                        mcpsf: this scan is refused; nothing was sent
                          - out of scope: 198.51.100.9
                          - Nmap is not installed
                          next: mcpsf scope shows what may be scanned
                        """);
        var program = List.of("/bin/sh", "-c", "cat '%s' >&2; exit 2".formatted(words));
        var runner =
                new ChildRunner(
                        new ChildCommand(program, Map.of("PATH", Command.PATH), policy(folder)),
                        Duration.ofMinutes(1));
        var request =
                new JobRequest(
                        "scan:" + folder,
                        "quick",
                        new JobRequest.Start("nmap", List.of()),
                        new JobRequest.Reach(Map.of(), List.of(), List.of()),
                        new JobRequest.Manner(0, -1, "", 0));

        assertThat(runner.assess(request, request.source(), folder, _ -> {}))
                .isEqualTo(
                        new Runner.Outcome.Refused(
                                "this scan is refused; nothing was sent",
                                "out of scope: 198.51.100.9; Nmap is not installed",
                                "mcpsf scope shows what may be scanned"));
    }

    private Path out() {
        return folder.resolve("out");
    }

    private static Command command(ChildCommand child, ChildCommand.Order order) {
        return child.command(order, order.here());
    }

    private static SourcePolicy policy(Path... folders) {
        return new SourcePolicy(
                new SourcePolicy.Allowed(Set.of(), List.of(folders), false),
                InetAddress::getAllByName);
    }
}
