package io.mcpsf.mcp.http;

import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Fault;
import io.mcpsf.mcp.Inbox;
import io.mcpsf.mcp.Link;
import io.mcpsf.mcp.Outgoing;
import io.mcpsf.mcp.Reply;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Streamable HTTP: each message is a POST of its own, its answer a message or a stream of them. A
 * stream that ends too early is taken up again where it stopped; a second one waits for what the
 * server says by itself; the session is given back at the end.
 */
final class StreamableLink implements Link {

    private final HttpContext context;
    private final Inbox inbox;
    private final Budget budget;
    private final Answers answers;
    private final Dispatcher dispatcher;
    private final EventStream stream;
    private volatile String session = "";
    private volatile String revision = "";

    private StreamableLink(HttpContext context, Inbox inbox, Budget budget) {
        this.context = context;
        this.inbox = inbox;
        this.budget = budget;
        this.answers = new Answers(inbox, budget.bytes());
        this.dispatcher = new Dispatcher(budget.queued(), context::exchange, this::post);
        this.stream =
                new EventStream(context, budget.resumptions(), this::getHeaders, this::stream);
    }

    static StreamableLink open(HttpContext context, Inbox inbox, Budget budget) {
        var link = new StreamableLink(context, inbox, budget);
        link.dispatcher.start();
        return link;
    }

    @Override
    public boolean offer(Outgoing message, Duration patience) throws InterruptedException {
        return dispatcher.offer(message, patience);
    }

    @Override
    public void agreed(String hostileRevision) {
        revision = hostileRevision.matches("[0-9A-Za-z.-]{1,64}") ? hostileRevision : "";
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
        stream.close();
        if (!session.isEmpty()) {
            takeLeave();
        }
        dispatcher.end();
        context.close();
    }

    private void post(Outgoing message, RequestExchange exchange) {
        var request =
                new Request("POST", context.endpoint(), postHeaders(message), message.bytes());
        context.sent(message);
        try {
            Optional<RequestExchange.Response> response = exchange.send(request);
            if (response.isPresent()) {
                answered(message, exchange, response.get());
            } else {
                inbox.failed(message.id(), HttpContext.instead(0, Fault.REDIRECT.words()));
            }
        } catch (IOException e) {
            context.broke(message.id(), e, exchange.closed());
        } finally {
            exchange.close();
        }
        if (message.method().equals("notifications/initialized")) {
            stream.listen();
        }
    }

    private void answered(
            Outgoing message, RequestExchange exchange, RequestExchange.Response response)
            throws IOException {
        Head head = response.head();
        if (message.method().equals("initialize")) {
            session(head);
        }
        long id = message.id();
        if (head.status() == 404 && !session.isEmpty() && !head.type().endsWith("/json")) {
            inbox.ended("the server ended the session");
        } else if (head.status() == 200 && head.type().equals("text/event-stream")) {
            events(id, exchange, response);
        } else {
            answers.take(id, response);
            exchange.finish(response);
        }
    }

    /** Reads the answer from a stream, and takes it up again while the answer is missing. */
    private void events(long id, RequestExchange exchange, RequestExchange.Response first)
            throws IOException {
        if (Answers.compressed(first.head())) {
            answers.take(id, first);
            return;
        }
        EventReader.Mark mark = stream(id, first);
        exchange.finish(first);
        for (int times = 0; missing(id, mark) && times < budget.resumptions(); times++) {
            if (!slept(mark.retry()) || exchange.closed()) {
                return;
            }
            var request =
                    new Request("GET", context.endpoint(), getHeaders(mark.id()), new byte[0]);
            Optional<RequestExchange.Response> next = exchange.send(request);
            if (next.isEmpty() || !next.get().head().type().equals("text/event-stream")) {
                break;
            }
            EventReader.Mark reached = stream(id, next.get());
            mark = reached.id().isEmpty() ? mark : reached;
        }
        inbox.failed(id, HttpContext.instead(200, "the event stream ended without the answer"));
    }

    private boolean missing(long id, EventReader.Mark mark) {
        return id != 0 && inbox.waiting(id) && !mark.id().isEmpty();
    }

    /** Reads a stream to its end, or until nobody waits for what it may still bring. */
    private EventReader.Mark stream(long id, RequestExchange.Response response) throws IOException {
        var events = new EventReader(response.body(), budget.bytes());
        try {
            Optional<EventReader.Event> event = events.next();
            while (event.isPresent()) {
                EventReader.Event got = event.get();
                if (got.bytes() > 0 && !inbox.received(got.data(), got.bytes(), got.whole())) {
                    return events.mark();
                }
                if (id != 0 && !inbox.waiting(id)) {
                    return events.mark();
                }
                event = events.next();
            }
        } catch (BadHttpException e) {
            context.odd(e.fault(), e.detail(), new byte[0]);
            if (e.fault() == Fault.BAD_EVENT) {
                inbox.ended(Reply.Closed.FLOODED);
            }
        }
        return events.mark();
    }

    private List<Header> postHeaders(Outgoing message) {
        var headers =
                new ArrayList<>(
                        context.headers(
                                new Header("Content-Type", "application/json"),
                                new Header("Accept", "application/json, text/event-stream")));
        headers.addAll(Stateless.headers(message));
        if (headers.stream().noneMatch(header -> header.name().equals(Stateless.REVISION))) {
            common(headers);
        }
        return headers;
    }

    private List<Header> getHeaders(String lastEventId) {
        var headers = new ArrayList<>(context.headers(new Header("Accept", "text/event-stream")));
        common(headers);
        if (!lastEventId.isEmpty()) {
            headers.add(new Header("Last-Event-ID", lastEventId));
        }
        return headers;
    }

    private void common(List<Header> headers) {
        if (!session.isEmpty()) {
            headers.add(new Header("Mcp-Session-Id", session));
        }
        if (!revision.isEmpty()) {
            headers.add(new Header(Stateless.REVISION, revision));
        }
    }

    private void session(Head head) {
        List<String> ids = head.values("mcp-session-id").stream().distinct().toList();
        if (ids.isEmpty()) {
            return;
        }
        String hostile = ids.getFirst();
        if (ids.size() > 1
                || hostile.length() > HttpCaps.SESSION
                || !hostile.matches("[\\x21-\\x7E]+")) {
            String why = ids.size() > 1 ? "several at once" : hostile.length() + " characters";
            context.odd(Fault.BAD_SESSION, why, head.raw());
            return;
        }
        session = hostile;
    }

    private void takeLeave() {
        var headers = context.headers();
        common(headers);
        RequestExchange exchange = context.exchange();
        try (var _ = Alarm.in(HttpCaps.SHUTDOWN_GRACE, exchange::close)) {
            exchange.send(new Request("DELETE", context.endpoint(), headers, new byte[0]));
        } catch (IOException e) {
            // Many servers do not know how to take leave; we go anyway.
            return;
        } finally {
            exchange.close();
        }
    }

    private static boolean slept(Duration time) {
        try {
            Thread.sleep(time);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
