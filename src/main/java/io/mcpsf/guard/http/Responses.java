package io.mcpsf.guard.http;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import io.mcpsf.mcp.Reading;
import io.mcpsf.mcp.RelayedLine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Writes the frames of an outlet as a response. */
final class Responses {

    /** Proxies close what is silent for longer than a minute or two; so we notice who has gone. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private static final byte[] STILL_HERE = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private Responses() {}

    /**
     * As events until the outlet ends; {@code place} is the event of the older way that comes
     * first. False when the client hung up before.
     */
    static boolean events(ServerResponse response, Outlet outlet, Optional<String> place)
            throws InterruptedException {
        response.header("Content-Type", "text/event-stream");
        response.header("Cache-Control", "no-store");
        response.header("X-Accel-Buffering", "no");
        try (OutputStream out = response.outputStream()) {
            out.write(
                    place.map(at -> bytes("event: endpoint\ndata: " + at + "\n\n"))
                            .orElse(STILL_HERE));
            out.flush();
            while (!outlet.over()) {
                Optional<byte[]> frame = outlet.next(HEARTBEAT);
                if (frame.isPresent()) {
                    out.write(event(frame.get()));
                    out.flush();
                } else if (!outlet.over()) {
                    out.write(STILL_HERE);
                    out.flush();
                }
            }
            return true;
        } catch (IOException | UncheckedIOException e) {
            outlet.abandon();
            return false;
        }
    }

    /** As one message, for clients that take nothing else: the answer without what is beside it. */
    static void whole(ServerResponse response, Outlet outlet) throws InterruptedException {
        Optional<byte[]> answer = Optional.empty();
        while (!outlet.over()) {
            Optional<byte[]> frame = outlet.next(HEARTBEAT);
            boolean answers =
                    frame.isPresent()
                            && RelayedLine.read(frame.get()).messages().stream()
                                    .anyMatch(Reading.Response.class::isInstance);
            answer = answers ? frame : answer;
        }
        if (answer.isEmpty()) {
            response.status(Status.BAD_GATEWAY_502).send();
            return;
        }
        response.header("Content-Type", "application/json").send(answer.get());
    }

    /** A frame as an event; line breaks, all between values, become lines of data. */
    static byte[] event(byte[] frame) {
        var out = new ByteArrayOutputStream(frame.length + 32);
        out.writeBytes(bytes("event: message\ndata: "));
        for (byte b : frame) {
            switch (b) {
                case '\n' -> out.writeBytes(bytes("\ndata: "));
                case '\r' -> out.write(' ');
                default -> out.write(b);
            }
        }
        out.writeBytes(bytes("\n\n"));
        return out.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
