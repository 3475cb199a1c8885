package io.mcpsf.bench;

import static io.mcpsf.sandbox.oci.OciRuntimes.Preference.AUTO;

import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.run.Rehearsal;
import io.mcpsf.sandbox.oci.OciExecutor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** What one event costs the sample when it makes as many as it can, and whether all were seen. */
final class Events {

    private Events() {}

    /** Arguments: the folder with the flooding program, rounds, opens, execs. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(args[0]).toAbsolutePath();
        int rounds = Integer.parseInt(args[1]);
        try (var executor = Peer.chamber(AUTO)) {
            flood(executor, folder, rounds, "opens", Integer.parseInt(args[2]));
            flood(executor, folder, rounds, "names", Integer.parseInt(args[2]));
            flood(executor, folder, rounds, "execs", Integer.parseInt(args[3]));
        }
    }

    private static void flood(OciExecutor executor, Path folder, int rounds, String kind, int count)
            throws IOException, InterruptedException {
        var argv = List.of("FOLDER/flood", kind, Integer.toString(count), "FOLDER/flood");
        try (var rehearsal = Rehearsal.of(folder, argv)) {
            var times =
                    new Contest(count + " " + kind + " as quick as they go")
                            .with("native", () -> told(Peer.bare(rehearsal)))
                            .with(
                                    "crun, all sensors",
                                    () -> counted(rehearsal, executor, kind, count))
                            .with(
                                    "native, strace -f",
                                    () ->
                                            told(
                                                    Peer.bare(
                                                            rehearsal,
                                                            "strace",
                                                            "-f",
                                                            "-o",
                                                            "/dev/null")))
                            .run(1, rounds);
            times.forEach(
                    (name, each) ->
                            System.out.printf(
                                    "  %-26s %8.3f us each, %9.0f per second%n",
                                    name,
                                    each.median() / 1e3 / count,
                                    count / (each.median() / 1e9)));
        }
    }

    private static long counted(Rehearsal rehearsal, OciExecutor executor, String kind, int count)
            throws IOException {
        var seen = new AtomicLong();
        var show = rehearsal.start(executor, true, (_, what) -> count(seen, kind, what));
        var pipes = show.sandbox().pipes();
        long nanos = told(new Peer(pipes.stdin(), pipes.stdout(), pipes.stderr(), show::close));
        if (seen.get() != count) {
            throw new IllegalStateException(
                    "%d %s were made and %d seen".formatted(count, kind, seen.get()));
        }
        show.health()
                .forEach(
                        (sense, health) -> {
                            if (health.lost() > 0) {
                                throw new IllegalStateException(sense + " " + health);
                            }
                        });
        return nanos;
    }

    private static void count(AtomicLong seen, String kind, Observation what) {
        boolean mine =
                switch (what) {
                    case FileOpened opened ->
                            (kind.equals("opens") && opened.path().endsWith("/flood"))
                                    || (kind.equals("names") && opened.path().contains("/flood-"));
                    case ProcessStarted started ->
                            kind.equals("execs") && started.argv().contains("end");
                    default -> false;
                };
        if (mine) {
            seen.incrementAndGet();
        }
    }

    /** What the program itself says that it took, so that its start does not count. */
    private static long told(Peer peer) throws IOException {
        try (peer) {
            String said = new String(peer.stdout().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!said.matches("\\d+")) {
                throw new IllegalStateException(
                        said + new String(peer.stderr().readAllBytes(), StandardCharsets.UTF_8));
            }
            return Long.parseLong(said);
        }
    }
}
