package io.mcpsf.boundary;

import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.PacketSent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** A connection in a language that we do not speak: listens, tells each burst, never answers. */
final class RawTalk {

    private static final int MAX_BURST = 64 << 10;
    private static final long MAX_BYTES = 64L << 20;

    private final Conversation talk;
    private final String protocol;

    RawTalk(Conversation talk, String protocol) {
        this.talk = talk;
        this.protocol = protocol;
    }

    void run() throws IOException {
        byte[] buffer = new byte[16 << 10];
        var burst = new ByteArrayOutputStream();
        byte[] tail = new byte[0];
        long total = 0;
        while (total < MAX_BYTES) {
            int read;
            try {
                read = talk.in().read(buffer, 0, buffer.length);
            } catch (IOException e) {
                tell(burst, tail);
                throw e;
            }
            if (read < 0) {
                tell(burst, tail);
                return;
            }
            total += read;
            burst.write(buffer, 0, read);
            if (talk.in().available() == 0 || burst.size() >= MAX_BURST) {
                tail = tell(burst, tail);
            }
        }
        talk.services()
                .witness()
                .saw(
                        talk.flow(),
                        new EgressRefused(
                                protocol, destination(), "more than " + MAX_BYTES + " bytes"));
    }

    /** Tells what came since the last time; returns its end, which is searched with the next. */
    private byte[] tell(ByteArrayOutputStream burst, byte[] tail) {
        if (burst.size() == 0) {
            return tail;
        }
        byte[] fresh = burst.toByteArray();
        burst.reset();
        Flow flow = talk.flow();
        Witness witness = talk.services().witness();
        witness.saw(
                flow,
                new PacketSent(
                        protocol,
                        flow.address(),
                        talk.layer().port(),
                        fresh.length,
                        Excerpt.packet(fresh)));
        byte[] joined = Arrays.copyOf(tail, tail.length + fresh.length);
        System.arraycopy(fresh, 0, joined, tail.length, fresh.length);
        if (!witness.search(flow, protocol, destination(), joined)) {
            witness.searchPiece(flow, protocol, destination(), "", fresh);
            witness.searchAmong(flow, protocol, destination(), fresh);
        }
        return Arrays.copyOfRange(joined, Math.max(0, joined.length - 1024), joined.length);
    }

    private String destination() {
        String host = talk.layer().host();
        return (host.isEmpty() ? talk.flow().address() : host) + ":" + talk.layer().port();
    }
}
