package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.interrogate.LoadClock;
import io.mcpsf.interrogate.Plausible;
import io.mcpsf.interrogate.RecordingNotebook;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.ServerProcess;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Stamp;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A branch of a git server: its name stands below several folders of the repository. */
final class PathAttackTest {

    private static final String REPOSITORY = "/home/ana/notes/.git";
    private static final Mark PLAIN = Mark.draw(new SplittableRandom(1));
    private static final Mark PROBE = Mark.draw(new SplittableRandom(2));

    @Test
    void whatPlainNamesDoNotReachIsOutside() throws InterruptedException {
        assertThat(promising("/home/ana/notes/.git/" + PROBE.nonce())).isTrue();
    }

    @Test
    void aFolderThatPlainNamesReachIsNotOutside() throws InterruptedException {
        String escaped = "/refs/remotes/origin/%2e%2e/" + PROBE.nonce() + ".lock";

        assertThat(promising(REPOSITORY + escaped)).isFalse();
    }

    private static boolean promising(String reached) throws InterruptedException {
        var target =
                new AttackTarget(
                        "git_push",
                        "",
                        Json.object().put("branch", "main"),
                        List.of("branch"),
                        Json.object().put("type", "string"));
        var traced =
                new Traced(
                        result(target, PLAIN),
                        List.of(
                                acted(REPOSITORY + "/refs/heads/" + PLAIN.nonce()),
                                acted(REPOSITORY + "/refs/remotes/origin/" + PLAIN.nonce())));
        var identity = new Identity("claude-ai", "0.1.0", List.of());
        try (var process = ServerProcess.node("friendly.js");
                var client =
                        McpClient.open(
                                process.wire(FrameTap.none()), _ -> {}, identity, Budget.usual());
                var clock = LoadClock.here()) {
            var sender =
                    new AttackSender(
                            new McpSession(client, identity),
                            Optional::empty,
                            new RecordingNotebook(),
                            new SplittableRandom(1),
                            0,
                            Duration.ofMinutes(1),
                            clock);
            var plausible = Plausible.in("/home/ana", "/home/ana/work", "/home/ana/notes.txt");
            var around =
                    new Attack.Surroundings(
                            "/opt/x", plausible, List.of(), List.of(), "", List.of());
            return new PathAttack(sender, new Shown(acted(reached)), around)
                    .promising(traced, result(target, PROBE));
        }
    }

    private static AttackResult result(AttackTarget target, Mark mark) {
        return new AttackResult(
                target, "path-traversal", target.plain(), mark, Answer.RESULT, 5, Said.of(""));
    }

    private static Seen acted(String path) {
        return new Seen(new Stamp(1, 1, Phase.ATTACK, 0, 1), new FileActed(Act.RENAME, path, path));
    }

    /** One thing was seen of the probe, and nothing of anything else. */
    private record Shown(Seen seen) implements Sightings {

        @Override
        public List<Seen> with(String mark) {
            return mark.equals(PROBE.nonce()) ? List.of(seen) : List.of();
        }

        @Override
        public List<Seen> toOwnPort(int port) {
            return List.of();
        }

        @Override
        public boolean quiet(Duration time) {
            return true;
        }
    }
}
