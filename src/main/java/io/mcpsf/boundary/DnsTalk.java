package io.mcpsf.boundary;

import java.io.IOException;
import java.io.OutputStream;

/** Questions to a resolver over a connection, each behind its length. */
final class DnsTalk {

    private static final int MAX_QUESTIONS = 1000;

    private final Conversation talk;

    DnsTalk(Conversation talk) {
        this.talk = talk;
    }

    void run() throws IOException {
        var resolver = new Resolver(talk.services());
        OutputStream out = talk.out();
        for (int i = 0; i < MAX_QUESTIONS; i++) {
            if (talk.in().await(2) < 2) {
                return;
            }
            byte[] seen = talk.in().seen();
            int length = ((seen[0] & 0xff) << 8) | (seen[1] & 0xff);
            boolean plausible = length >= 17 && length <= 4096;
            if (!plausible || talk.in().await(2 + length) < 2 + length) {
                new RawTalk(talk, "tcp").run();
                return;
            }
            talk.in().skipNBytes(2);
            byte[] reply = resolver.answer(talk.flow(), talk.in().readNBytes(length));
            if (reply.length == 0) {
                return;
            }
            byte[] framed = new byte[reply.length + 2];
            framed[0] = (byte) (reply.length >> 8);
            framed[1] = (byte) reply.length;
            System.arraycopy(reply, 0, framed, 2, reply.length);
            out.write(framed);
            out.flush();
        }
    }
}
