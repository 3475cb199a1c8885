package io.mcpsf.bench;

import io.mcpsf.inspect.advisory.Advisories;
import io.mcpsf.inspect.deps.Component;
import io.mcpsf.inspect.deps.Dependencies;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * How long an imported index takes to answer for a tree: {@code Index DATABASE TREE}. The first
 * round includes opening it and loading our classes.
 */
final class Index {

    private static final int PACKAGES = 1_000;
    private static final int ROUNDS = 20;

    private Index() {}

    public static void main(String[] args) throws InterruptedException {
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
                            one.version() + (i < tree.size() ? "" : "-" + i),
                            one.details(),
                            one.standing()));
        }
        var settings =
                new Advisories.Settings(
                        Path.of(args[0]),
                        URI.create("http://127.0.0.1:9"),
                        Path.of("/nowhere"),
                        false);
        for (int round = 0; round < ROUNDS; round++) {
            long begin = cpu();
            Advisories.Answer answer =
                    Advisories.open(settings, InstantSource.system()).about(asked);
            long micros = (cpu() - begin) / 1_000;
            if (round == 0 || round == ROUNDS - 1) {
                System.gc();
                Runtime runtime = Runtime.getRuntime();
                System.out.printf(
                        "round %d: %d packages of %d in %.1f ms of cpu, %d matches, heap %.1f MB%n",
                        round + 1,
                        asked.size(),
                        tree.size(),
                        micros / 1e3,
                        answer.matches().size(),
                        (runtime.totalMemory() - runtime.freeMemory()) / 1e6);
            }
        }
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
