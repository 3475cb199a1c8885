package io.mcpsf.boundary;

import io.mcpsf.boundary.http.Http2Session;

import java.io.BufferedOutputStream;
import java.io.IOException;

/** HTTP/2 with one client. Nothing is forwarded this way: allowed clients speak HTTP/1.1 too. */
final class Http2Talk {

    private final Conversation talk;

    Http2Talk(Conversation talk) {
        this.talk = talk;
    }

    void run() throws IOException {
        var exchange = new Exchange(talk);
        new Http2Session(talk.in(), new BufferedOutputStream(talk.out()), talk.layer().keepBytes())
                .run(exchange::answerHere);
    }
}
