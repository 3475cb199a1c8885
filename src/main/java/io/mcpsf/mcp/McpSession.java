package io.mcpsf.mcp;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A conversation in whichever of the two protocols the server turned out to speak. */
public final class McpSession {

    /** Items of one listing: more tools than any honest server has, less than fills a memory. */
    private static final int MOST_ITEMS = 5_000;

    private final McpClient client;
    private final Identity identity;
    private final ToolTraits traits = new ToolTraits();
    private final AtomicLong progress = new AtomicLong();
    private Optional<Greeting.Welcome> welcome = Optional.empty();

    public McpSession(McpClient client, Identity identity) {
        this.client = client;
        this.identity = identity;
    }

    /** Says hello, with that much time for each of at most three attempts. */
    public Greeting greet(Duration atMost) throws InterruptedException {
        return greet(Era.HANDSHAKE, atMost);
    }

    /**
     * The same with the protocol that is tried first: a server that speaks both may behave
     * differently in each.
     */
    public Greeting greet(Era first, Duration atMost) throws InterruptedException {
        Greeting greeting = new Handshake(client, identity).greet(first, atMost);
        if (greeting instanceof Greeting.Welcome found) {
            welcome = Optional.of(found);
            if (found.era() == Era.STATELESS) {
                subscribe(found);
            }
        }
        return greeting;
    }

    /** A stateless server tells of changes only to those who ask for it. */
    private void subscribe(Greeting.Welcome found) {
        ObjectNode wanted = Json.object();
        for (String kind : List.of("tools", "prompts", "resources")) {
            if (found.capabilities().path(kind).path("listChanged").asBoolean(false)) {
                wanted.put(kind + "ListChanged", true);
            }
        }
        if (!wanted.isEmpty()) {
            ObjectNode params = Handshake.stamped(Json.object(), identity, found.protocol());
            params.set("notifications", wanted);
            client.listen("subscriptions/listen", params);
        }
    }

    /** Asks within that time, including what a stateless server wants to know in between. */
    public Reply ask(String method, ObjectNode params, Duration atMost)
            throws InterruptedException {
        return ready(method, params, atMost).send(atMost).reply();
    }

    /** The same to be sent later, and to be waited for later still. */
    public Ready ready(String method, ObjectNode params, Duration atMost) {
        boolean call = method.equals("tools/call");
        if (call) {
            params.withObjectProperty("_meta").put("progressToken", progress.incrementAndGet());
        }
        if (welcome.isEmpty() || welcome.get().era() == Era.HANDSHAKE) {
            if (call && traits.needsTask(Json.text(params, "name"))) {
                params.putObject("task").put("ttl", atMost.toMillis());
            }
            Ready ready = client.ready(method, params, Map.of());
            return call ? time -> finished(ready, time) : ready;
        }
        if (call && traits.forbidden(Json.text(params, "name"))) {
            var refused =
                    new Reply.Err(
                            Reply.Err.INVALID_PARAMS,
                            "this tool requires headers that clients must not send",
                            MissingNode.getInstance(),
                            0);
            return _ -> () -> refused;
        }
        Map<String, String> headers = call ? traits.headers(params) : Map.of();
        ObjectNode question = Handshake.stamped(params, identity, welcome.get().protocol());
        Ready ready = client.ready(method, question, headers);
        return time -> {
            long deadline = deadline(time);
            Asked asked = ready.send(time);
            return () -> satisfied(asked.reply(), method, question, headers, deadline);
        };
    }

    /** A stateless server that wants to know something first is told, a few times. */
    private Reply satisfied(
            Reply first,
            String method,
            ObjectNode question,
            Map<String, String> headers,
            long deadline)
            throws InterruptedException {
        Reply reply = first;
        for (int round = 0; round < Caps.ROUNDS && wantsInput(reply); round++) {
            JsonNode result = ((Reply.Ok) reply).result();
            asked(result.path("inputRequests"));
            question.set("inputResponses", client.manners().inputs(result.path("inputRequests")));
            question.remove("requestState");
            if (result.path("requestState").isString()) {
                question.set("requestState", result.path("requestState"));
            }
            reply = client.ask(method, question, headers, left(deadline));
        }
        return reply;
    }

    private Asked finished(Ready ready, Duration atMost) throws InterruptedException {
        long deadline = deadline(atMost);
        Asked asked = ready.send(atMost);
        return () -> finished(asked.reply(), deadline);
    }

    /** A result that is only a promise is waited for, as the task that it names. */
    private Reply finished(Reply reply, long deadline) throws InterruptedException {
        if (reply instanceof Reply.Ok(JsonNode result, long _)
                && result.path("task").path("taskId").isString()
                && !result.has("content")) {
            ObjectNode params = Json.object();
            params.set("taskId", result.path("task").path("taskId"));
            return client.ask("tasks/result", params, left(deadline));
        }
        return reply;
    }

    private static long deadline(Duration atMost) {
        return System.nanoTime() + atMost.toNanos();
    }

    private static Duration left(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    /**
     * Everything behind a paged method, page by page until the server, the budget or the time ends
     * it. {@code member} is where a page keeps its items.
     */
    public Listing list(String method, String member, Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        List<JsonNode> items = new ArrayList<>();
        var cursors = new HashSet<String>();
        ObjectNode params = Json.object();
        int pages = 0;
        while (true) {
            Reply reply = ask(method, params, left(deadline));
            pages++;
            if (!(reply instanceof Reply.Ok(JsonNode result, long _))) {
                return new Listing(items, pages, reply, "");
            }
            for (JsonNode item : result.path(member)) {
                if (items.size() < MOST_ITEMS) {
                    items.add(item);
                    traits.note(method, item);
                }
            }
            JsonNode cursor = result.path("nextCursor");
            if (!cursor.isString() || cursor.asString().isEmpty()) {
                return new Listing(items, pages, reply, "");
            }
            String cut = cut(pages, items.size(), cursors.add(cursor.asString()));
            if (!cut.isEmpty()) {
                return new Listing(items, pages, reply, cut);
            }
            params = Json.object();
            params.set("cursor", cursor);
        }
    }

    /** Questions inside a result are requests of the server all the same. */
    private void asked(JsonNode hostileRequests) {
        int heard = 0;
        for (var entry : hostileRequests.properties()) {
            if (++heard > Caps.INPUTS) {
                return;
            }
            JsonNode request = entry.getValue();
            client.overheard(
                    new Reading.Request(
                            StringNode.valueOf(entry.getKey()),
                            Json.text(request, "method"),
                            request.path("params")),
                    request);
        }
    }

    private String cut(int pages, int items, boolean fresh) {
        if (!fresh) {
            return "the same cursor came twice";
        }
        if (items >= MOST_ITEMS) {
            return "more than " + MOST_ITEMS + " items";
        }
        return pages >= client.budget().pages() ? "more than " + pages + " pages" : "";
    }

    private static boolean wantsInput(Reply reply) {
        return reply instanceof Reply.Ok(JsonNode result, long _)
                && Json.text(result, "resultType").equals("input_required");
    }
}
