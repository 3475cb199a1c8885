package io.mcpsf.bench;

import static io.mcpsf.sandbox.oci.OciRuntimes.Preference.CRUN;
import static io.mcpsf.sandbox.oci.OciRuntimes.Preference.RUNC;

import io.mcpsf.os.Command;
import io.mcpsf.run.Rehearsal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How long until a program runs in the chamber, against bare and against docker. */
final class Ready {

    private Ready() {}

    /** Arguments: any folder, then the beginning of a docker command line, or nothing. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(args[0]).toAbsolutePath();
        List<String> docker = List.of(args).subList(1, args.length);
        contest("/bin/true to its end", folder, docker, "/bin/true");
        contest("/bin/echo to its first byte", folder, docker, "/bin/echo", "ready");
    }

    private static void contest(String title, Path folder, List<String> docker, String... argv)
            throws IOException, InterruptedException {
        try (var rehearsal = Rehearsal.of(folder, List.of(argv));
                var crun = Peer.chamber(CRUN);
                var runc = Peer.chamber(RUNC)) {
            var contest =
                    new Contest(title)
                            .with("native", () -> Peer.untilFirstByte(() -> Peer.bare(rehearsal)))
                            .with(
                                    "crun, all sensors",
                                    () ->
                                            Peer.untilFirstByte(
                                                    () -> Peer.sealed(rehearsal, crun, true)))
                            .with(
                                    "crun, no sensors",
                                    () ->
                                            Peer.untilFirstByte(
                                                    () -> Peer.sealed(rehearsal, crun, false)))
                            .with(
                                    "runc, all sensors",
                                    () ->
                                            Peer.untilFirstByte(
                                                    () -> Peer.sealed(rehearsal, runc, true)));
            if (!docker.isEmpty()) {
                List<String> line = new ArrayList<>(docker);
                line.addAll(List.of(argv));
                contest.with(
                        "docker run",
                        () -> Peer.untilFirstByte(() -> Peer.of(Command.of(line).start())));
            }
            var times = contest.run(5, 25);
            double bare = times.values().iterator().next().median();
            times.forEach(
                    (name, each) ->
                            System.out.printf(
                                    "  %-26s %+8.1f ms over native (budget +60 for crun and"
                                            + " runc)%n",
                                    name, (each.median() - bare) / 1e6));
        }
    }
}
