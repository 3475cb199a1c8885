package io.mcpsf.run.install;

import io.mcpsf.inspect.install.InstallPlan;
import io.mcpsf.mcp.Drain;
import io.mcpsf.model.Exit;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.os.Cleanup;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.os.Trees;
import io.mcpsf.run.record.LastWords;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.scene.InstallScene;
import io.mcpsf.run.scene.Watches;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.text.Printable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Lets the package manager install a sample in a sandbox, scripts and all, with the registries as
 * its only way out, and takes the tree out afterwards.
 */
final class Installation {

    private static final Duration LAST_WORDS = Duration.ofSeconds(1);
    private static final TreeCopy.Caps CAPS = new TreeCopy.Caps(400_000, 4L << 30, 64);

    private final Executor executor;
    private final Recorder recorder;

    Installation(Executor executor, Recorder recorder) {
        this.executor = executor;
        this.recorder = recorder;
    }

    /** How it ended; the tree is there only when the phase is done. */
    record Result(PhaseResult phase, Map<Sense, SenseHealth> senses) {
        boolean done() {
            return phase.status() == PhaseResult.Status.DONE;
        }
    }

    /** One line for the shell: every attempt in order, each with its other ways. */
    static String script(InstallPlan.Steps steps) {
        return steps.lines().stream()
                .map(
                        attempt ->
                                attempt.ways().stream()
                                                .map(way -> "{ " + way + "; }")
                                                .collect(Collectors.joining(" || "))
                                        + (attempt.needed() ? " || exit 1" : " || true"))
                .collect(Collectors.joining("\n"));
    }

    Result run(InstallScene shop, Path into) throws InterruptedException, IOException {
        recorder.enter(Phase.INSTALL);
        long begin = System.nanoTime();
        var notes = new InstallNotes(shop.network().owners(), shop.workplaces());
        Watches watches = Watches.arm(shop.sensors(), shop.spec(), notes);
        PhaseResult result;
        try (var undo = new Cleanup()) {
            undo.add(watches::close);
            Sandbox sandbox = executor.start(watches.spec());
            undo.add(sandbox::close);
            watches.started(sandbox);
            sandbox.pipes().stdin().close();
            Drain stdout = Drain.of(sandbox.pipes().stdout());
            Drain stderr = Drain.of(sandbox.pipes().stderr());
            Optional<Exit> exit = sandbox.await(shop.spec().limits().wallClock());
            watches.ending(sandbox);
            stderr.await(LAST_WORDS);
            new LastWords(shop.canaries(), recorder).record(stderr);
            result = ended(exit, said(stderr, stdout), notes, begin);
            if (result.status() == PhaseResult.Status.DONE) {
                take(sandbox.outside(shop.tree()), into);
            }
            sandbox.close();
        } catch (TreeCopy.RefusedException e) {
            Trees.delete(into);
            result = failed(begin, "the installation cannot be saved: " + e.getMessage());
        }
        Map<Sense, SenseHealth> senses = watches.health();
        shop.network().close();
        shop.network().health().forEach((s, h) -> senses.merge(s, h, SenseHealth::and));
        return new Result(result, senses);
    }

    private static void take(Path from, Path into) throws IOException {
        Files.createDirectories(into.getParent());
        TreeCopy.copy(from, into, CAPS, TreeCopy.OutsideLinks.KEPT);
    }

    private static PhaseResult ended(
            Optional<Exit> exit, String said, InstallNotes notes, long begin) {
        if (exit.isEmpty() || exit.get() instanceof Exit.TimedOut) {
            return new PhaseResult(
                    PhaseResult.Status.TIMED_OUT, millis(begin), "the installation timed out");
        }
        if (!exit.get().equals(new Exit.Code(0))) {
            return failed(begin, "the package manager " + exit.get().words() + said);
        }
        String why =
                notes.scriptsOff()
                        ? "its install scripts failed; installed again without them"
                        : "";
        return new PhaseResult(PhaseResult.Status.DONE, millis(begin), why);
    }

    /** The lines that tell why a package manager gave up. */
    private static String said(Drain stderr, Drain stdout) {
        String text = tail(stderr) + "\n" + tail(stdout);
        String telling =
                text.lines()
                        .map(String::strip)
                        .filter(
                                l ->
                                        l.matches(
                                                "(?i).*(error|err!|fatal|failed|cannot|not"
                                                        + " found|×|╰).*"))
                        .filter(l -> !l.matches("(?i).*(complete log|npm help).*"))
                        .limit(4)
                        .collect(Collectors.joining("; "));
        return telling.isEmpty() ? "" : ": " + Printable.line(telling, 400);
    }

    private static String tail(Drain drain) {
        return new String(drain.beginning(), StandardCharsets.UTF_8);
    }

    private static PhaseResult failed(long begin, String why) {
        return new PhaseResult(PhaseResult.Status.FAILED, millis(begin), why);
    }

    private static long millis(long begin) {
        return (System.nanoTime() - begin) / 1_000_000;
    }
}
