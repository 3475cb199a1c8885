package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.Connected;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A program that packs or encodes was started, and then something outside was called. */
final class EncodeThenSend implements Rule {

    private static final long WINDOW_MICROS = 30_000_000;

    private static final Set<String> PACKERS =
            Set.of(
                    "base64", "base32", "xxd", "openssl", "gpg", "gzip", "bzip2", "xz", "zstd",
                    "zip", "7z", "7za", "tar");

    /** Unpacking, listing, and what openssl and gpg do besides. */
    private static final Pattern OTHER_WAY =
            Pattern.compile(
                    "(^|\\s)(-d|-D|-r|-x|-t|-l|--decode|--decompress|--extract|--list|--version"
                            + "|--help|--verify|version|rand|dgst|x509|-?[a-zA-Z]*[xt][a-zA-Z]*f)"
                            + "(\\s|$)");

    private static final About ABOUT =
            About.malice("encode-then-send", Family.EXECUTION, Severity.MEDIUM, Confidence.WEAK)
                    .needs(Sense.PROCESSES, Sense.SOCKETS)
                    .attack("T1560", "T1030")
                    .cwe("CWE-200")
                    .owaspMcp("MCP01")
                    .says(
                            "Archives or encodes data, then contacts the network",
                            "A system program for archiving or encoding was run, and within half a"
                                + " minute the server tried to reach a host that no call mentioned."
                                + " Extracting archives is not counted, nor is anything that a call"
                                + " asked for.",
                            "Check what was archived.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        List<Sighting<ProcessStarted>> packers =
                trail.all(ProcessStarted.class).stream()
                        .filter(start -> packs(start.what()))
                        .filter(start -> start.at().phase() != Phase.INSTALL)
                        .filter(start -> !trail.asked(start.at()).command(start.what().argv()))
                        .toList();
        List<Seen> exits = packers.isEmpty() ? List.of() : Exits.unasked(trail);
        var claims = new Claims(info(), trail);
        for (Sighting<ProcessStarted> packer : packers) {
            exits.stream()
                    .filter(exit -> exit.seq() > packer.at().seq())
                    .filter(exit -> exit.at().micros() - packer.at().micros() <= WINDOW_MICROS)
                    .findFirst()
                    .ifPresent(
                            exit ->
                                    claims.add(
                                            "",
                                            "Ran %s and then tried to reach %s."
                                                    .formatted(
                                                            Programs.name(packer.what()),
                                                            Message.cut(Exits.destination(exit))),
                                            new Seen(packer.at(), packer.what()),
                                            exit));
        }
        return claims.findings();
    }

    private static boolean packs(ProcessStarted started) {
        String words =
                String.join(
                        " ",
                        started.argv()
                                .subList(
                                        Math.min(1, started.argv().size()), started.argv().size()));
        return started.image() != Image.MISSING
                && PACKERS.contains(Programs.name(started))
                && !OTHER_WAY.matcher(Message.cut(words, ValueCheck.MAX_TEXT)).find();
    }

    @Override
    public List<Example> examples() {
        var out = new Connected("tcp", "203.0.113.7", 443);
        return List.of(
                Example.fires(
                        "a packed folder, then a connection",
                        new Story()
                                .starts(2, 1, "/usr/bin/tar", "tar", "czf", "/tmp/a", "notes")
                                .by(1)
                                .sees(out)),
                Example.spares(
                        "unpacking",
                        new Story()
                                .starts(2, 1, "/usr/bin/tar", "tar", "xzf", "/tmp/a")
                                .by(1)
                                .sees(out)),
                Example.spares(
                        "packed and kept",
                        new Story().starts(2, 1, "/usr/bin/gzip", "gzip", "notes.txt")),
                Example.spares(
                        "a minute apart",
                        new Story()
                                .starts(2, 1, "/usr/bin/gzip", "gzip", "notes.txt")
                                .by(1)
                                .later(60)
                                .sees(out)));
    }
}
