package io.mcpsf.bench;

import io.mcpsf.linux.Processes;
import io.mcpsf.sandbox.Footprint;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Ctrl-C while a server idles: how long until we are gone, and what is left of us. */
final class Interrupt {

    private static final int SIGINT = 2;

    /** slow-starter takes 2 s to start and 0.3 s for each of two calls, and idles for 5 s. */
    private static final Duration ANSWERED = Duration.ofMillis(4500);

    private Interrupt() {}

    /** Arguments: launcher, times, the slow-starter sample. */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<Long> taken = new ArrayList<>();
        List<String> remains = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            taken.add(once(args[0], args[2], remains));
        }
        System.out.printf(
                "%n## Ctrl-C to the end of the process, budget 1 s  (load %s)%n", Contest.load());
        Times times = new Times("Ctrl-C", taken);
        System.out.printf(
                "  median %.0f ms, worst %.0f ms of %d, left behind: %s%n",
                times.median() / 1e6,
                times.sorted().getLast() / 1e6,
                taken.size(),
                remains.isEmpty() ? "nothing" : remains);
    }

    private static long once(String launcher, String folder, List<String> remains)
            throws IOException, InterruptedException {
        try (var run = Launched.start(launcher, List.of(folder))) {
            awaitIdle(run);
            long pid = run.child().pid();
            List<ProcessHandle> family = family(run);
            // Named now: afterwards nothing tells which control groups were ours.
            Set<String> names = names(Footprint.of(pid));
            if (family.isEmpty() || Footprint.groups(names).isEmpty()) {
                throw new IllegalStateException("there was nothing to clean up");
            }
            long begin = System.nanoTime();
            Processes.signal(pid, SIGINT);
            int code = run.child().await();
            long nanos = System.nanoTime() - begin;

            Set<String> left = new TreeSet<>(Footprint.of(pid));
            left.addAll(Footprint.groups(names));
            left.addAll(run.temporary());
            family.stream()
                    .filter(ProcessHandle::isAlive)
                    .forEach(process -> left.add("process " + process.pid()));
            System.out.printf(
                    "  %.0f ms, exit %d, %d processes before, left: %s%n",
                    nanos / 1e6, code, family.size(), left);
            remains.addAll(left);
            return nanos;
        }
    }

    /** The server runs; what it needs to start and to answer is over well before the idling is. */
    private static void awaitIdle(Launched run) throws InterruptedException {
        while (family(run).stream().noneMatch(Interrupt::isServer)) {
            if (run.child().await(Duration.ofMillis(20))) {
                throw new IllegalStateException("it ended by itself");
            }
        }
        run.child().await(ANSWERED);
    }

    /** The names of the sandboxes, which their control groups have too. */
    private static Set<String> names(Set<String> footprint) {
        return footprint.stream()
                .filter(line -> line.startsWith("folder "))
                .map(line -> line.substring(line.lastIndexOf('/') + 1))
                .collect(Collectors.toSet());
    }

    private static List<ProcessHandle> family(Launched run) {
        return ProcessHandle.of(run.child().pid())
                .map(process -> process.descendants().toList())
                .orElse(List.of());
    }

    private static boolean isServer(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("/node");
    }
}
