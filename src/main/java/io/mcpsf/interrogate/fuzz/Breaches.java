package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.Asked;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Reply;
import io.mcpsf.model.ProtocolObservation.InputBroke;
import io.mcpsf.model.Sink;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Requests that no client makes: a server refuses them and lives on. */
final class Breaches {

    private static final Duration ONE = Duration.ofSeconds(2);

    private final AttackSender sender;
    private final Sink sink;

    Breaches(AttackSender sender, Sink sink) {
        this.sender = sender;
        this.sink = sink;
    }

    private record Breach(String method, ObjectNode params) {}

    private record Away(Breach breach, Asked asked) {}

    /** Sends them, a few at once; false when the server did not survive one of them. */
    boolean survived(Mark mark, int atOnce) throws InterruptedException {
        McpSession session = sender.session();
        Queue<Away> away = new ArrayDeque<>();
        var suspects = new ArrayList<Breach>();
        for (Breach breach : all(mark)) {
            if (away.size() >= atOnce) {
                await(away.remove(), suspects);
            }
            if (suspects.isEmpty()) {
                away.add(new Away(breach, sent(session, breach)));
            }
        }
        while (!away.isEmpty()) {
            await(away.remove(), suspects);
        }
        if (!suspects.isEmpty()) {
            blame(session, suspects);
        }
        return suspects.isEmpty();
    }

    private static void await(Away away, List<Breach> suspects) throws InterruptedException {
        if (away.asked().reply() instanceof Reply.Closed) {
            suspects.add(away.breach());
        }
    }

    /**
     * Several were on their way when the server ended: that one is to blame which ends it again,
     * alone. Where it can't be started again, or survives them all, the first of them is named.
     */
    private void blame(McpSession ended, List<Breach> suspects) throws InterruptedException {
        if (sender.restarted(ended)) {
            for (Breach suspect : suspects) {
                if (sent(sender.session(), suspect).reply() instanceof Reply.Closed) {
                    saw(suspect, 2);
                    return;
                }
            }
        }
        saw(suspects.getFirst(), 1);
    }

    private static Asked sent(McpSession session, Breach breach) throws InterruptedException {
        return session.ready(breach.method(), breach.params().deepCopy(), ONE).send(ONE);
    }

    private void saw(Breach breach, int times) {
        sink.saw(
                new InputBroke(
                        "crash",
                        "protocol-abuse",
                        breach.method(),
                        "params",
                        AttackLimits.cut(Json.text(breach.params()), AttackLimits.PAYLOAD),
                        times));
    }

    private static List<Breach> all(Mark mark) {
        String nonce = mark.nonce();
        ObjectNode deep = Json.object();
        ObjectNode level = deep;
        for (int i = 0; i < 200; i++) {
            level = level.putObject("x");
        }
        String uri = nonce + "://../" + nonce;
        return List.of(
                new Breach("tools/call", Json.object()),
                new Breach("tools/call", Json.object().put("name", 1)),
                new Breach("tools/call", Json.object().put("name", nonce)),
                new Breach("tools/call", Json.object().put("name", "__proto__")),
                new Breach("tools/call", deep.put("name", nonce)),
                new Breach("tools/list", Json.object().put("cursor", nonce)),
                new Breach("prompts/get", Json.object().put("name", nonce)),
                new Breach("resources/read", Json.object().put("uri", uri)),
                new Breach(nonce + "/x", Json.object()));
    }
}
