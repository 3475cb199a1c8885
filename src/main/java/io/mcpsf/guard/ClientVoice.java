package io.mcpsf.guard;

import io.mcpsf.json.Json;
import io.mcpsf.model.Violation;
import io.mcpsf.text.Printable;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** What we ourselves say to a client, in MCP; nothing before the two have greeted each other. */
public final class ClientVoice {

    private static final int MOST_WAITING = 100;

    private final FrameSink client;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private boolean greeted;

    public ClientVoice(FrameSink client) {
        this.client = client;
    }

    /** The client has said that it is ready. */
    public synchronized void greeted() throws IOException {
        greeted = true;
        while (!waiting.isEmpty()) {
            client.line(waiting.removeFirst());
        }
    }

    /** A log message about a violation. */
    public void alert(Breach breach, Violation.Action action) throws IOException {
        ObjectNode message =
                Json.object().put("jsonrpc", "2.0").put("method", "notifications/message");
        ObjectNode params = message.putObject("params");
        params.put("level", action == Violation.Action.KILL ? "alert" : "warning");
        params.put("logger", "mcpsf");
        params.putObject("data")
                .put("violation", breach.violation().name())
                .put("severity", breach.violation().severity().name())
                .put("action", action.name().toLowerCase(Locale.ROOT))
                .put("detail", Printable.line(breach.detail()));
        say(Json.bytes(message));
    }

    private synchronized void say(byte[] line) throws IOException {
        if (greeted) {
            client.line(line);
        } else if (waiting.size() < MOST_WAITING) {
            waiting.add(line);
        }
    }
}
