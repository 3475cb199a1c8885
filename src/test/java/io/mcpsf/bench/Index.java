package io.mcpsf.bench;

import io.mcpsf.inspect.advisory.Advisories;
import io.mcpsf.inspect.advisory.AdvisoryDatabase;
import io.mcpsf.inspect.deps.Component;
import io.mcpsf.inspect.deps.Dependencies;
import io.mcpsf.web.WebRoute;

import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * How long an imported index takes to answer for a tree: {@code Index make DATABASE [SOURCE]}, then
 * {@code Index DATABASE TREE} in a process of its own, whose first round includes opening it and
 * loading our classes.
 */
final class Index {

    private static final int PACKAGES = 1_000;
    private static final int ROUNDS = 20;
    private static final int RECORDS = 50_000;

    private Index() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args[0].equals("make")) {
            make(Path.of(args[1]), args.length > 2 ? args[2] : made(Path.of(args[1])));
            return;
        }
        List<Component> tree = new ArrayList<>();
        Dependencies.read(Path.of(args[1]), "").forEach(t -> tree.addAll(t.components()));
        List<Component> asked = new ArrayList<>();
        for (int i = 0; i < PACKAGES; i++) {
            Component one = tree.get(i % tree.size());
            // Another version each time, so that none is answered from the one before.
            asked.add(
                    new Component(
                            one.ecosystem(),
                            one.name(),
                            i < tree.size() ? one.version() : "1." + i % 60 + "." + i,
                            one.details(),
                            one.standing()));
        }
        var settings =
                new Advisories.Settings(
                        Path.of(args[0]),
                        URI.create("http://127.0.0.1:9"),
                        Path.of("/nowhere"),
                        false,
                        WebRoute.direct());
        for (int round = 0; round < ROUNDS; round++) {
            long begin = cpu();
            long clock = System.nanoTime();
            Advisories open = Advisories.open(settings, InstantSource.system());
            double opened = (System.nanoTime() - clock) / 1e6;
            Advisories.Answer answer = open.about(asked);
            double answered = (System.nanoTime() - clock) / 1e6 - opened;
            long micros = (cpu() - begin) / 1_000;
            if (round == 0 || round == ROUNDS - 1) {
                System.gc();
                Runtime runtime = Runtime.getRuntime();
                System.out.printf(
                        "round %d: opened in %.1f ms, %d packages of %d answered in %.1f ms, %.1f"
                                + " ms of cpu, %d matches, heap %.1f MB%n",
                        round + 1,
                        opened,
                        asked.size(),
                        tree.size(),
                        answered,
                        micros / 1e3,
                        answer.matches().size(),
                        (runtime.totalMemory() - runtime.freeMemory()) / 1e6);
            }
        }
    }

    private static void make(Path database, String source)
            throws IOException, InterruptedException {
        AdvisoryDatabase.Imported done =
                new AdvisoryDatabase(database)
                        .add(source, Instant.parse("2026-11-16T00:00:00Z"), WebRoute.direct());
        System.out.printf(
                "%d advisories, %.1f MB%n", done.status().total(), Files.size(database) / 1e6);
    }

    /** As many as the real ones, where those are not at hand. */
    private static String made(Path database) throws IOException {
        Path source = database.resolveSibling("made.jsonl");
        try (BufferedWriter out = Files.newBufferedWriter(source)) {
            for (int i = 0; i < RECORDS; i++) {
                out.write(
                        """
                        {"id":"GHSA-%1$d","modified":"2026-01-01T00:00:00Z","aliases":["CVE-%1$d"],"summary":"%2$s",\
                        "affected":[{"package":{"ecosystem":"npm","name":"package-%1$d"},"ranges":[{"type":"SEMVER",\
                        "events":[{"introduced":"0"},{"fixed":"2.%1$d.0"}]}]}]}
                        """
                                .formatted(i, "What is wrong with it. ".repeat(5)));
            }
        }
        return source.toString();
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
