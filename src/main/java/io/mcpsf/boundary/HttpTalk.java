package io.mcpsf.boundary;

import io.mcpsf.boundary.http.HttpReader;
import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;
import io.mcpsf.boundary.http.MalformedHttpException;
import io.mcpsf.boundary.http.WebSocketFrames;
import io.mcpsf.boundary.internet.FakeBrowser;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** HTTP/1 with one client. */
final class HttpTalk {

    private static final int MAX_REQUESTS = 10_000;

    private final Conversation talk;
    private final HttpReader reader;
    private final Exchange exchange;

    HttpTalk(Conversation talk) {
        this.talk = talk;
        this.reader = new HttpReader(talk.in(), talk.layer().keepBytes(), Exchange.MAX_BYTES);
        this.exchange = new Exchange(talk);
    }

    void run() throws IOException {
        for (int i = 0; i < MAX_REQUESTS; i++) {
            try {
                if (!one()) {
                    return;
                }
            } catch (MalformedHttpException e) {
                write(HttpReply.of(400, "text/plain", "Bad Request\n"), false, false);
                new RawTalk(talk, "tcp").run();
                return;
            }
        }
    }

    /** One request and its answer; whether another may follow. */
    private boolean one() throws IOException {
        Optional<HttpRequest.Head> next = reader.head();
        if (next.isEmpty()) {
            return false;
        }
        HttpRequest.Head head = next.get();
        if (head.method().equals("CONNECT")) {
            return tunnel(head);
        }
        if (head.headers().first("expect").equalsIgnoreCase("100-continue")) {
            talk.out().write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            talk.out().flush();
        }
        HttpRequest request = reader.body(head);
        String key = head.headers().first("sec-websocket-key");
        boolean used = talk.services().policy().get().admission().refusing();
        if (!used
                && head.headers().first("upgrade").equalsIgnoreCase("websocket")
                && !key.isEmpty()) {
            exchange.told(request, request);
            upgrade(key, FakeBrowser.listens(head.path()));
            return false;
        }
        boolean keep = head.keepsAlive() && request.whole();
        return switch (exchange.answer(request)) {
            case Forwarder.Outcome.Passed(boolean framed) -> keep && framed;
            case Forwarder.Outcome.Instead(HttpReply reply) -> {
                write(reply, keep, head.method().equals("HEAD"));
                yield keep;
            }
        };
    }

    private boolean tunnel(HttpRequest.Head head) throws IOException {
        var asked = new HttpRequest(head, new byte[0], 0, true);
        exchange.told(asked, asked);
        talk.out()
                .write(
                        "HTTP/1.1 200 Connection established\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
        talk.out().flush();
        String port = head.target().substring(head.target().lastIndexOf(':') + 1);
        boolean number = port.matches("[0-9]{1,5}");
        talk.deeper(head.host(), number ? Integer.parseInt(port) : 443);
        return false;
    }

    private void upgrade(String key, boolean browser) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Upgrade", "websocket");
        headers.put("Connection", "Upgrade");
        headers.put("Sec-WebSocket-Accept", WebSocketFrames.accept(key));
        write(new HttpReply(101, headers, new byte[0]), true, true);
        var debugged = new FakeBrowser();
        new WebSocketTalk(talk, browser ? debugged::answer : frame -> List.of()).run();
    }

    private void write(HttpReply reply, boolean keep, boolean bodyless) throws IOException {
        talk.out().write(reply.bytes(keep, bodyless));
        talk.out().flush();
    }
}
