package io.mcpsf.mcp;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** A conversation in whichever of the two protocols the server turned out to speak. */
public final class McpSession {

    /** Items of one listing: more tools than any honest server has, less than fills a memory. */
    private static final int MOST_ITEMS = 5_000;

    private final McpClient client;
    private final Identity identity;
    private Optional<Greeting.Welcome> welcome = Optional.empty();

    public McpSession(McpClient client, Identity identity) {
        this.client = client;
        this.identity = identity;
    }

    /** Says hello, with that much time for each of at most three attempts. */
    public Greeting greet(Duration atMost) throws InterruptedException {
        Greeting greeting = new Handshake(client, identity).greet(atMost);
        if (greeting instanceof Greeting.Welcome found) {
            welcome = Optional.of(found);
        }
        return greeting;
    }

    /** Asks within that time, including what a stateless server wants to know in between. */
    public Reply ask(String method, ObjectNode params, Duration atMost)
            throws InterruptedException {
        if (welcome.isEmpty() || welcome.get().era() == Era.HANDSHAKE) {
            return client.ask(method, params, atMost);
        }
        long deadline = System.nanoTime() + atMost.toNanos();
        ObjectNode question = Handshake.stamped(params, identity, welcome.get().protocol());
        Reply reply = client.ask(method, question, atMost);
        for (int round = 0; round < Caps.ROUNDS && wantsInput(reply); round++) {
            JsonNode result = ((Reply.Ok) reply).result();
            asked(result.path("inputRequests"));
            question.set("inputResponses", client.manners().inputs(result.path("inputRequests")));
            if (result.path("requestState").isString()) {
                question.set("requestState", result.path("requestState"));
            }
            Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            reply = client.ask(method, question, left);
        }
        return reply;
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
            Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            Reply reply = ask(method, params, left);
            pages++;
            if (!(reply instanceof Reply.Ok(JsonNode result, long _))) {
                return new Listing(items, pages, reply, "");
            }
            for (JsonNode item : result.path(member)) {
                if (items.size() < MOST_ITEMS) {
                    items.add(item);
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
