package io.mcpsf.guard.http;

import io.mcpsf.guard.FrameSink;
import io.mcpsf.guard.FrameSource;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.LineReader;
import io.mcpsf.mcp.Reading;
import io.mcpsf.mcp.RelayedLine;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One session of a remote client, as an end of a relay. An answer goes to the request that asked
 * for it; what the server says by itself goes to a request that is open, to the client's event
 * stream, or waits until there is one.
 */
public final class ClientSession implements FrameSource, FrameSink {

    private static final int ROOM = 1_000;
    private static final int WAITING_BYTES = 4 << 20;
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int ENDED = -32_000;
    private static final String LISTEN = "subscriptions/listen";
    private static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

    private final String id;
    private final BlockingQueue<LineReader.Line> said = new ArrayBlockingQueue<>(ROOM);
    private final List<Post> posts = new ArrayList<>();
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private Optional<Outlet> stream = Optional.empty();
    private int waitingBytes;
    private long heard = System.nanoTime();
    private volatile boolean older;
    private volatile boolean left;
    private volatile boolean over;

    public ClientSession(String id) {
        this.id = id;
    }

    /** Questions of one request that are not answered yet, by their ids. */
    private record Post(
            Map<String, JsonNode> open, Set<String> tokens, boolean listens, Outlet outlet) {}

    String id() {
        return id;
    }

    /** The client said something that wants no answer here. False when the session is over. */
    boolean say(byte[] frame) throws InterruptedException {
        touch();
        var line = new LineReader.Line(frame, frame.length, true);
        while (!left && !over) {
            if (said.offer(line, LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                return true;
            }
        }
        return false;
    }

    /** The client asked something: where the answers will be. */
    Outlet ask(RelayedLine line, byte[] frame) throws InterruptedException {
        var open = new HashMap<String, JsonNode>();
        var tokens = new HashSet<String>();
        boolean listens = false;
        for (Reading message : line.messages()) {
            if (message
                    instanceof Reading.Request(JsonNode number, String method, JsonNode params)) {
                open.put(Json.text(number), number);
                listens |= method.equals(LISTEN);
                JsonNode token = params.path("_meta").path("progressToken");
                if (!token.isMissingNode()) {
                    tokens.add(Json.text(token));
                }
            }
        }
        var post = new Post(open, tokens, listens, new Outlet());
        boolean room;
        synchronized (this) {
            room = posts.size() < ROOM && posts.add(post);
        }
        if (!room || !say(frame)) {
            fail(post);
        }
        return post.outlet();
    }

    /** Whether one of these ids is waited for already. */
    synchronized boolean uses(Set<String> ids) {
        return posts.stream().anyMatch(post -> ids.stream().anyMatch(post.open()::containsKey));
    }

    /** A stream for everything that answers nothing; the one before it ends. */
    synchronized Outlet listen() {
        touch();
        stream.ifPresent(Outlet::end);
        var fresh = new Outlet();
        stream = Optional.of(fresh);
        // Room for all: fewer wait than an outlet holds.
        waiting.forEach(fresh::put);
        waiting.clear();
        waitingBytes = 0;
        return fresh;
    }

    /** The same for answers, too: the older way has no other place for them. */
    Outlet listenToAll() {
        older = true;
        return listen();
    }

    /** Nobody reads these answers any more; the ids of what is still asked. */
    synchronized List<JsonNode> abandon(Outlet outlet) {
        outlet.abandon();
        return posts.stream()
                .filter(post -> post.outlet().equals(outlet))
                .flatMap(post -> post.open().values().stream())
                .toList();
    }

    /** The client is gone for good. */
    public void leave() {
        left = true;
    }

    /** The server is gone: whoever still waits is told. */
    public void end() {
        over = true;
        List<Post> open;
        synchronized (this) {
            open = List.copyOf(posts);
            posts.clear();
            stream.ifPresent(Outlet::end);
        }
        open.forEach(ClientSession::fail);
    }

    /** Whether either side has left. */
    public boolean over() {
        return over || left;
    }

    /** For how long nobody has said or heard anything. */
    synchronized Duration idle() {
        boolean listening =
                stream.filter(Outlet::open).isPresent()
                        || posts.stream().anyMatch(post -> post.outlet().open());
        return listening ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - heard);
    }

    @Override
    public Optional<LineReader.Line> next() throws IOException {
        try {
            while (true) {
                boolean last = left || over;
                LineReader.Line line = said.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                if (line != null || last) {
                    return Optional.ofNullable(line);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the client");
        }
    }

    @Override
    public void write(byte[] frame, boolean broken) {
        RelayedLine line = RelayedLine.read(frame);
        Optional<Outlet> to = answered(line);
        if (to.isPresent()) {
            to.get().put(frame);
            finish();
            return;
        }
        if (older || line.messages().stream().noneMatch(Reading.Response.class::isInstance)) {
            aside(line, frame);
        }
    }

    @Override
    public void close() {
        end();
    }

    /** Takes the answered questions off; where their answers go. */
    private synchronized Optional<Outlet> answered(RelayedLine line) {
        Optional<Outlet> to = Optional.empty();
        for (Reading message : line.messages()) {
            if (message instanceof Reading.Response(JsonNode number, _)) {
                for (Post post : posts) {
                    if (post.open().remove(Json.text(number)) != null) {
                        to = Optional.of(post.outlet());
                    }
                }
            }
        }
        return to;
    }

    /** Ends what is answered in full, once the last answer is in it. */
    private synchronized void finish() {
        posts.stream().filter(post -> post.open().isEmpty()).forEach(post -> post.outlet().end());
        posts.removeIf(post -> post.open().isEmpty());
        touch();
    }

    /** What the server says or asks by itself. */
    private void aside(RelayedLine line, byte[] frame) {
        Optional<Outlet> to = outlet(line);
        if (to.isEmpty() || !to.get().put(frame)) {
            keep(frame);
        }
    }

    private synchronized Optional<Outlet> outlet(RelayedLine line) {
        Optional<Outlet> best = stream.filter(Outlet::open);
        for (Post post : posts) {
            if (!post.outlet().open()) {
                continue;
            }
            if (concerns(post, line)) {
                return Optional.of(post.outlet());
            }
            // The newest question is the likeliest reason for what the server says.
            if (!post.listens()) {
                best = Optional.of(post.outlet());
            }
        }
        return best;
    }

    private static boolean concerns(Post post, RelayedLine line) {
        for (Reading message : line.messages()) {
            if (message instanceof Reading.Notification(_, JsonNode params)) {
                JsonNode token = params.path("progressToken");
                JsonNode subscription = params.path("_meta").path(SUBSCRIPTION);
                if (post.tokens().contains(Json.text(token))
                        || post.open().containsKey(Json.text(subscription))) {
                    return true;
                }
            }
        }
        return false;
    }

    private synchronized void keep(byte[] frame) {
        if (waiting.size() < ROOM / 2 && waitingBytes + frame.length <= WAITING_BYTES) {
            waiting.add(frame);
            waitingBytes += frame.length;
        }
    }

    private synchronized void touch() {
        heard = System.nanoTime();
    }

    private static void fail(Post post) {
        for (JsonNode number : post.open().values()) {
            ObjectNode frame = Json.object().put("jsonrpc", "2.0");
            frame.set("id", number);
            frame.putObject("error")
                    .put("code", ENDED)
                    .put("message", "mcpsf: the server ended before it answered");
            post.outlet().put(Json.bytes(frame));
        }
        post.outlet().end();
    }
}
