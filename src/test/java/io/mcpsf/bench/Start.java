package io.mcpsf.bench;

import static io.mcpsf.sandbox.oci.OciRuntimes.Preference.CRUN;
import static io.mcpsf.sandbox.oci.OciRuntimes.Preference.RUNC;

import io.mcpsf.run.Rehearsal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** From the start of a server to its list of tools. */
final class Start {

    private Start() {}

    /** Arguments: rounds, then pairs of a folder and the script in it that node is to run. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        for (int i = 1; i < args.length; i += 2) {
            contest(rounds, Path.of(args[i]).toAbsolutePath(), args[i + 1]);
        }
    }

    private static void contest(int rounds, Path folder, String script)
            throws IOException, InterruptedException {
        try (var rehearsal = Rehearsal.of(folder, List.of("node", "FOLDER/" + script));
                var crun = Peer.chamber(CRUN);
                var runc = Peer.chamber(RUNC)) {
            var _ =
                    new Contest("start to tools/list, " + folder.getFileName())
                            .with("native", () -> Peer.untilListed(() -> Peer.bare(rehearsal)))
                            .with(
                                    "crun, all sensors",
                                    () ->
                                            Peer.untilListed(
                                                    () -> Peer.sealed(rehearsal, crun, true)))
                            .with(
                                    "crun, no sensors",
                                    () ->
                                            Peer.untilListed(
                                                    () -> Peer.sealed(rehearsal, crun, false)))
                            .with(
                                    "runc, all sensors",
                                    () ->
                                            Peer.untilListed(
                                                    () -> Peer.sealed(rehearsal, runc, true)))
                            .with(
                                    "native, strace -f",
                                    () ->
                                            Peer.untilListed(
                                                    () ->
                                                            Peer.bare(
                                                                    rehearsal,
                                                                    "strace",
                                                                    "-f",
                                                                    "-o",
                                                                    "/dev/null")))
                            .run(2, rounds);
        }
    }
}
