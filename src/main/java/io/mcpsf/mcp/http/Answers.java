package io.mcpsf.mcp.http;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Fault;
import io.mcpsf.mcp.Inbox;
import io.mcpsf.mcp.Reply;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/** Takes a response that is no event stream for what it is: a message, a refusal, or neither. */
final class Answers {

    private final Inbox inbox;
    private final long allowance;

    Answers(Inbox inbox, long allowance) {
        this.inbox = inbox;
        this.allowance = allowance;
    }

    /** {@code id} is the question that it answers, or 0 when there is none. */
    void take(long id, RequestExchange.Response response) throws IOException {
        Head head = response.head();
        if (compressed(head)) {
            inbox.odd(Fault.COMPRESSED, "", head.raw(), head.raw().length);
            inbox.failed(id, HttpContext.instead(head.status(), Fault.COMPRESSED.words()));
        } else if (head.status() < 300) {
            message(id, response);
        } else {
            refusal(id, response);
        }
    }

    static boolean compressed(Head head) {
        String coding = head.value("content-encoding").toLowerCase(Locale.ROOT);
        return !coding.isEmpty() && !coding.equals("identity");
    }

    private void message(long id, RequestExchange.Response response) throws IOException {
        Head head = response.head();
        Read read = read(response.body(), HttpCaps.MESSAGE);
        if (id == 0 || read.bytes() == 0) {
            inbox.failed(
                    id, HttpContext.instead(head.status(), "HTTP " + head.words() + ", empty"));
            return;
        }
        boolean json = head.type().equals("application/json");
        boolean looks = read.kept()[0] == '{' || read.kept()[0] == '[';
        if (!json) {
            byte[] shown = Arrays.copyOf(read.kept(), Math.min(read.kept().length, 4096));
            inbox.odd(Fault.WRONG_TYPE, ShortLine.of(head.type()), shown, read.bytes());
        }
        // A common client would stop here; we go on as long as it is a message all the same.
        if (json || looks) {
            inbox.received(read.kept(), read.bytes(), true);
        }
        inbox.failed(
                id, HttpContext.instead(head.status(), "HTTP " + head.words() + ", no answer"));
    }

    private void refusal(long id, RequestExchange.Response response) throws IOException {
        Head head = response.head();
        Read read = read(response.body(), HttpCaps.ERROR_PAGE);
        JsonNode page = json(read);
        if (id != 0 && page.path("id").asLong(0) == id && page.has("error")) {
            inbox.received(read.kept(), read.bytes(), true);
        }
        JsonNode error = page.path("error");
        if (error.path("code").isIntegralNumber()) {
            inbox.failed(
                    id,
                    new Reply.Err(
                            error.path("code").asLong(),
                            Json.text(error, "message"),
                            error.path("data"),
                            read.bytes()));
        }
        String challenge = head.value("www-authenticate");
        String asks = challenge.isEmpty() ? "" : "; it requires " + ShortLine.of(challenge);
        inbox.failed(id, HttpContext.instead(head.status(), "HTTP " + head.words() + asks));
        if (id != 0 && head.status() >= 500) {
            inbox.odd(Fault.HTTP_ERROR, head.words(), read.kept(), read.bytes());
        }
    }

    private static JsonNode json(Read read) {
        try {
            return Json.read(read.kept());
        } catch (BadJsonException e) {
            return Json.object();
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // bytes are the point; never compared
    private record Read(byte[] kept, long bytes) {}

    /** A whole body, of which no more than the cap is kept; more than the allowance is not read. */
    private Read read(Body body, int cap) throws IOException {
        var kept = new ByteArrayOutputStream();
        byte[] chunk = new byte[16 << 10];
        long bytes = 0;
        int got = body.read(chunk, 0, chunk.length);
        while (got >= 0 && bytes <= allowance) {
            bytes += got;
            if (bytes <= cap) {
                kept.write(chunk, 0, got);
            }
            got = body.read(chunk, 0, chunk.length);
        }
        byte[] all = kept.toByteArray();
        boolean cut = bytes > all.length;
        return new Read(cut ? Arrays.copyOf(all, Math.min(all.length, 4096)) : all, bytes);
    }
}
