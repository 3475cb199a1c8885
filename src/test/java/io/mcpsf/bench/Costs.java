package io.mcpsf.bench;

import io.mcpsf.acquire.FolderSource;
import io.mcpsf.bait.CanaryMatcher;
import io.mcpsf.bait.DecoyHome;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Target;
import io.mcpsf.os.Trees;
import io.mcpsf.run.Rehearsal;
import io.mcpsf.sandbox.oci.OciRuntimes;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/** What the parts of an assessment cost the first time, in a JVM that has just started. */
final class Costs {

    private Costs() {}

    @FunctionalInterface
    private interface Part {
        void run() throws IOException, InterruptedException;
    }

    /** Arguments: folders to acquire. */
    public static void main(String[] args) throws IOException, InterruptedException {
        System.out.printf(
                "%n## parts of an assessment, each for the first time  (load %s)%n",
                Contest.load());
        part("load the rules", RuleSet::load);
        part(
                "furnish a home",
                () -> DecoyHome.furnish("host", "user", Instant.now(), new SplittableRandom(1)));
        part(
                "furnish a home again",
                () -> DecoyHome.furnish("host", "user", Instant.now(), new SplittableRandom(2)));
        DecoyHome home = DecoyHome.furnish("host", "user", Instant.now(), new SplittableRandom(3));
        part("canary matcher", () -> new CanaryMatcher(home.canaries()));
        Path work = Files.createTempDirectory("bench-costs-");
        part("write the home", () -> home.write(work.resolve("home")));
        for (String folder : args) {
            Path from = Path.of(folder).toAbsolutePath();
            part(
                    "copy and digest " + from.getFileName(),
                    () ->
                            FolderSource.acquire(
                                    new Target.Local(from),
                                    work.resolve("a" + folder.hashCode()),
                                    _ -> {}));
        }
        part(
                "choose a runtime (probe)",
                () -> OciRuntimes.choose(OciRuntimes.Preference.AUTO, _ -> {}).close());
        part(
                "choose it again",
                () -> OciRuntimes.choose(OciRuntimes.Preference.AUTO, _ -> {}).close());
        try (var rehearsal = Rehearsal.of(Path.of(args[0]).toAbsolutePath(), List.of("/bin/true"));
                var crun = Peer.chamber(OciRuntimes.Preference.AUTO)) {
            part(
                    "a sensed start",
                    () -> Peer.untilFirstByte(() -> Peer.sealed(rehearsal, crun, true)));
            part(
                    "a sensed start again",
                    () -> Peer.untilFirstByte(() -> Peer.sealed(rehearsal, crun, true)));
        }
        Trees.delete(work);
    }

    private static void part(String name, Part part) throws IOException, InterruptedException {
        var threads = ManagementFactory.getThreadMXBean();
        long cpu = threads.getCurrentThreadCpuTime();
        long begin = System.nanoTime();
        part.run();
        System.out.printf(
                "  %-28s %8.1f ms, %8.1f ms of them on the CPU%n",
                name,
                (System.nanoTime() - begin) / 1e6,
                (threads.getCurrentThreadCpuTime() - cpu) / 1e6);
    }
}
