package io.mcpsf.mcp.http;

import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Fault;
import io.mcpsf.mcp.Inbox;
import io.mcpsf.mcp.Link;
import io.mcpsf.mcp.Outgoing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The older way: one event stream brings everything, and its first event names the endpoint that
 * takes our messages. An endpoint on another host is reported and not used.
 */
final class SseLink implements Link {

    private final HttpContext context;
    private final Inbox inbox;
    private final Budget budget;
    private final Answers answers;
    private final Dispatcher dispatcher;
    private final RequestExchange stream;
    private final CompletableFuture<Endpoint> endpoint = new CompletableFuture<>();

    private SseLink(HttpContext context, Inbox inbox, Budget budget) {
        this.context = context;
        this.inbox = inbox;
        this.budget = budget;
        this.answers = new Answers(inbox, budget.bytes());
        this.dispatcher = new Dispatcher(budget.queued(), context::exchange, this::post);
        this.stream = context.exchange();
    }

    static SseLink open(HttpContext context, Inbox inbox, Budget budget) {
        var link = new SseLink(context, inbox, budget);
        Thread.ofVirtual().name("mcp-sse").start(link::listen);
        link.dispatcher.start();
        return link;
    }

    @Override
    public boolean offer(Outgoing message, Duration patience) throws InterruptedException {
        return dispatcher.offer(message, patience);
    }

    @Override
    public void agreed(String revision) {
        // This way of carrying is older than the header that would tell.
    }

    @Override
    public void giveUp(long id) {
        dispatcher.giveUp(id);
    }

    @Override
    public Traffic traffic() {
        return dispatcher.traffic();
    }

    @Override
    public void end() {
        endpoint.cancel(false);
        stream.close();
        dispatcher.end();
        context.close();
    }

    private void listen() {
        var headers = context.headers(new Header("Accept", "text/event-stream"));
        try {
            Optional<RequestExchange.Response> response =
                    stream.send(new Request("GET", context.endpoint(), headers, new byte[0]));
            if (response.isEmpty()) {
                inbox.ended(Fault.REDIRECT.words());
                return;
            }
            read(response.get());
        } catch (IOException e) {
            context.broke(0, e, stream.closed());
            inbox.ended("the event stream broke: " + ShortLine.of(e));
        } finally {
            stream.close();
            endpoint.cancel(false);
            inbox.ended("the event stream failed");
        }
    }

    private void read(RequestExchange.Response response) throws IOException {
        Head head = response.head();
        if (head.status() != 200) {
            String challenge = head.value("www-authenticate");
            String asks = challenge.isEmpty() ? "" : "; it requires " + ShortLine.of(challenge);
            inbox.ended("HTTP " + head.words() + asks);
            return;
        }
        if (!head.type().equals("text/event-stream") || Answers.compressed(head)) {
            context.odd(Fault.WRONG_TYPE, ShortLine.of(head.type()), head.raw());
            inbox.ended("no event stream");
            return;
        }
        var events = new EventReader(response.body(), budget.bytes());
        Optional<EventReader.Event> event = events.next();
        while (event.isPresent()) {
            if (!took(event.get())) {
                return;
            }
            event = events.next();
        }
        inbox.ended("the server closed its event stream");
    }

    private boolean took(EventReader.Event event) {
        if (!event.type().equals("endpoint")) {
            return event.bytes() == 0 || inbox.received(event.data(), event.bytes(), event.whole());
        }
        String location = new String(event.data(), StandardCharsets.UTF_8);
        Optional<Endpoint> named = context.endpoint().resolve(location);
        if (named.isPresent() && named.get().sameOrigin(context.endpoint())) {
            if (!endpoint.complete(named.get()) && !endpoint.join().equals(named.get())) {
                context.odd(Fault.BAD_EVENT, "a second endpoint", event.data());
            }
            return true;
        }
        String where = named.map(Endpoint::origin).orElse("no address");
        boolean metadata = named.isPresent() && named.get().metadata();
        context.odd(metadata ? Fault.METADATA_REDIRECT : Fault.ELSEWHERE, where, event.data());
        inbox.ended(Fault.ELSEWHERE.words());
        return false;
    }

    private void post(Outgoing message, RequestExchange exchange) {
        Endpoint to;
        try {
            to = endpoint.join();
        } catch (CancellationException | CompletionException e) {
            return;
        }
        var headers = context.headers(new Header("Content-Type", "application/json"));
        context.sent(message);
        try {
            Optional<RequestExchange.Response> response =
                    exchange.send(new Request("POST", to, headers, message.bytes()));
            if (response.isEmpty()) {
                inbox.failed(message.id(), HttpContext.instead(0, Fault.REDIRECT.words()));
                return;
            }
            if (response.get().head().status() >= 300) {
                answers.take(message.id(), response.get());
            } else {
                // The receipt only says that it was taken; the answer comes on the stream.
                response.get().body().skip(HttpCaps.ERROR_PAGE);
            }
            exchange.finish(response.get());
        } catch (IOException e) {
            context.broke(message.id(), e, exchange.closed());
        } finally {
            exchange.close();
        }
    }
}
