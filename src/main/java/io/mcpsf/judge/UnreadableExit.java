package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Something that cannot be read, of a size that holds credentials, went to a host that nobody
 * named. By itself that is how many honest programs talk; with a second sign it wants an
 * explanation.
 */
final class UnreadableExit implements Rule {

    private static final long LEAST = 24;
    private static final long MOST = 64 << 10;

    /** Random bytes are printable in three of eight; text and most records are in far more. */
    private static final double UNREADABLE = 0.4;

    private static final int BLOB = 32;
    private static final double BLOB_SHARE = 0.6;
    private static final double BLOB_BITS = 4.2;

    private static final Pattern BLOBS = Pattern.compile("[A-Za-z0-9+/_=-]{" + BLOB + ",}");

    /** Compressed, pictures, archives, documents: noise to the eye, and known by how it begins. */
    private static final Pattern KNOWN_FORM =
            Pattern.compile(
                    "^(\\x1f\\ufffd|PK\\x03|\\ufffdPNG|\\ufffd\\ufffd\\ufffd|%PDF|GIF8|RIFF)");

    private static final Set<String> LISTERS = Set.of("env", "printenv");

    private static final About ABOUT =
            About.malice("unreadable-exit", Family.CREDENTIALS, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.NETWORK)
                    .attack("T1041", "T1048.002")
                    .cwe("CWE-200")
                    .owaspMcp("MCP01")
                    .says(
                            "Sends unreadable data to an unknown host",
                            "Data in no known encoding, and of the size of credentials, was sent to"
                                + " a host that neither a call nor the server's description"
                                + " mentioned. HIGH after the whole environment was read or during"
                                + " installation, MEDIUM outside any call, otherwise LOW.",
                            "Find out what is sent there, or block its network access.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Optional<Seen> listed = environmentListed(trail);
        var claims = new Claims(info(), trail);
        for (Seen seen : Exits.unaskedMessages(trail)) {
            if (seen.at().phase() == Phase.ATTACK
                    || !unreadable(seen)
                    || Telemetry.is(trail, seen)) {
                continue;
            }
            String place = Hosts.of(Exits.destination(seen));
            String host = trail.name(place).isEmpty() ? place : trail.name(place);
            if (Strangers.named(trail, host)) {
                continue;
            }
            String message = "Sent unreadable data to %s.".formatted(Message.cut(host));
            boolean after = listed.isPresent() && listed.get().seq() < seen.seq();
            if (after) {
                claims.add(
                        "listed " + host,
                        "Read its whole environment, then sent unreadable data to %s."
                                .formatted(Message.cut(host)),
                        List.of(listed.get(), seen));
            } else if (seen.at().phase() == Phase.INSTALL) {
                claims.add(host, message, List.of(seen));
            } else if (seen.at().call() == 0) {
                claims.add(host, message, Severity.MEDIUM, Confidence.WEAK, List.of(seen));
            } else {
                claims.add(host, message, Severity.LOW, Confidence.WEAK, List.of(seen));
            }
        }
        return claims.findings();
    }

    /** The environment as a file, or shown by a program for it: what no server needs for itself. */
    private static Optional<Seen> environmentListed(Trail trail) {
        for (Seen seen : trail.seen(FileOpened.class)) {
            if (seen.what() instanceof FileOpened opened
                    && opened.found()
                    && opened.access() == Access.READ
                    && opened.path().matches("/proc/[^/]+/(task/[^/]+/)?environ")) {
                return Optional.of(seen);
            }
        }
        for (Seen seen : trail.seen(ProcessStarted.class)) {
            if (seen.what() instanceof ProcessStarted started
                    && started.image() != Image.MISSING
                    && started.argv().size() == 1
                    && LISTERS.contains(Programs.name(started))
                    && !trail.asked(seen.at()).command(started.argv())) {
                return Optional.of(seen);
            }
        }
        return Optional.empty();
    }

    private static boolean unreadable(Seen seen) {
        return switch (seen.what()) {
            case RequestSent request ->
                    fits(request.bodyBytes())
                            && !KNOWN_FORM.matcher(request.body()).find()
                            && (binary(request.body(), '\ufffd') || blob(request.body()));
            case PacketSent packet ->
                    (packet.protocol().equals("tcp") || packet.protocol().equals("websocket"))
                            && fits(packet.bytes())
                            && binary(packet.excerpt(), '.');
            default -> false;
        };
    }

    private static boolean fits(long bytes) {
        return bytes >= LEAST && bytes <= MOST;
    }

    /** {@code unknown} stands for what could not be shown. */
    private static boolean binary(String text, char unknown) {
        long odd =
                text.chars()
                        .filter(c -> c == unknown || c > '~' || (c < ' ' && c != '\n' && c != '\t'))
                        .count();
        return !text.isEmpty() && odd > UNREADABLE * text.length();
    }

    private static boolean blob(String body) {
        String text = Message.cut(body, ValueCheck.MAX_TEXT);
        var matcher = BLOBS.matcher(text);
        int most = 0;
        while (matcher.find()) {
            if (Gibberish.entropy(matcher.group()) >= BLOB_BITS) {
                most = Math.max(most, matcher.group().length());
            }
        }
        return most > BLOB_SHARE * text.length();
    }

    @Override
    public List<Example> examples() {
        String noise = "\u0012\ufffd\ufffd%\ufffd\u0003\ufffdk\ufffd\ufffdQ\ufffd".repeat(4);
        var sent = sent("https://collect.invalid/u", noise);
        var environ = new FileOpened("/proc/7/environ", "/proc/self/environ", Access.READ, true);
        return List.of(
                Example.fires(
                        "after the environment was read as a file",
                        new Story().calls(1, "add", "{\"a\":1}").sees(environ).sees(sent)),
                Example.fires("while installed", new Story().in(Phase.INSTALL).sees(sent)),
                Example.fires("between calls", new Story().in(Phase.IDLE).sees(sent)),
                Example.spares(
                        "to the host that the call names",
                        new Story()
                                .calls(1, "put", "{\"url\":\"https://collect.invalid/u\"}")
                                .sees(sent)),
                Example.spares(
                        "text",
                        new Story()
                                .in(Phase.IDLE)
                                .sees(
                                        sent(
                                                "https://collect.invalid/u",
                                                "{\"version\":\"1.2.3\",\"platform\":\"linux\"}"))),
                Example.spares(
                        "a picture",
                        new Story()
                                .in(Phase.IDLE)
                                .sees(sent("https://collect.invalid/u", "\ufffdPNG" + noise))),
                Example.fires(
                        "to a host that only calls itself telemetry",
                        new Story()
                                .in(Phase.IDLE)
                                .sees(sent("https://telemetry.drop.invalid/v1/metrics", noise))),
                Example.fires(
                        "in the name of a telemetry service that was never contacted",
                        new Story()
                                .in(Phase.IDLE)
                                .sees(new FlowOpened("tcp", "203.0.113.7", 443, "", 40_000))
                                .sees(sent("https://us.i.posthog.com/e/", noise))),
                Example.spares(
                        "to a telemetry service",
                        new Story()
                                .in(Phase.IDLE)
                                .sees(
                                        new FlowOpened(
                                                "tcp",
                                                "203.0.113.7",
                                                443,
                                                "us.i.posthog.com",
                                                40_000))
                                .sees(sent("https://us.i.posthog.com/e/", noise))));
    }

    private static RequestSent sent(String url, String body) {
        return new RequestSent("HTTP/1.1", "POST", url, "host: x", body.length(), body, true);
    }
}
