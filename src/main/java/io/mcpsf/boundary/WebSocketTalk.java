package io.mcpsf.boundary;

import io.mcpsf.boundary.http.WebSocketFrames;
import io.mcpsf.model.NetworkObservation.PacketSent;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The client's half of a WebSocket: told frame by frame; who answers does so after that. */
final class WebSocketTalk {

    private static final int MAX_FRAMES = 100_000;

    private final Conversation talk;
    private final Function<byte[], List<String>> answers;

    /** {@code answers} are the texts to send for a frame; pings are answered anyway. */
    WebSocketTalk(Conversation talk, Function<byte[], List<String>> answers) {
        this.talk = talk;
        this.answers = answers;
    }

    void run() throws IOException {
        var frames = new WebSocketFrames(talk.in(), talk.layer().keepBytes(), Exchange.MAX_BYTES);
        String destination = talk.layer().host() + ":" + talk.layer().port();
        Witness witness = talk.services().witness();
        for (int i = 0; i < MAX_FRAMES; i++) {
            Optional<WebSocketFrames.Frame> next = frames.next();
            if (next.isEmpty() || next.get().opcode() == WebSocketFrames.CLOSE) {
                return;
            }
            WebSocketFrames.Frame frame = next.get();
            if (frame.opcode() == WebSocketFrames.PING && frame.payload().length < 126) {
                talk.out().write(new byte[] {(byte) 0x8a, (byte) frame.payload().length});
                talk.out().write(frame.payload());
                talk.out().flush();
            }
            witness.saw(
                    talk.flow(),
                    new PacketSent(
                            "websocket",
                            talk.flow().address(),
                            talk.layer().port(),
                            frame.bytes(),
                            Excerpt.packet(frame.payload())));
            if (!witness.search(talk.flow(), "websocket", destination, frame.payload())) {
                witness.searchPiece(talk.flow(), "websocket", destination, "", frame.payload());
                witness.searchAmong(
                        talk.flow(), "websocket", destination, Excerpt.text(frame.payload()));
            }
            if (frame.opcode() == WebSocketFrames.TEXT) {
                for (String text : answers.apply(frame.payload())) {
                    talk.out().write(WebSocketFrames.text(text));
                }
                talk.out().flush();
            }
        }
    }
}
