package io.mcpsf.mcp.http;

import io.mcpsf.mcp.Fault;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The second stream of streamable HTTP, on which a server asks and tells by itself. A server need
 * not have one; one that ends is taken up again a few times.
 */
final class EventStream implements Closeable {

    private final HttpContext context;
    private final int resumptions;
    private final Function<String, List<Header>> headers;
    private final Stream stream;
    private final RequestExchange exchange;
    private final Thread thread;

    /** Reads a stream to its end and says how far it came. */
    @FunctionalInterface
    interface Stream {
        EventReader.Mark read(long id, RequestExchange.Response response) throws IOException;
    }

    EventStream(
            HttpContext context,
            int resumptions,
            Function<String, List<Header>> headers,
            Stream stream) {
        this.context = context;
        this.resumptions = resumptions;
        this.headers = headers;
        this.stream = stream;
        this.exchange = context.exchange();
        this.thread = Thread.ofVirtual().name("mcp-http-ear").unstarted(this::run);
    }

    synchronized void listen() {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    @Override
    public void close() {
        exchange.close();
        thread.interrupt();
    }

    private void run() {
        String from = "";
        try (exchange) {
            for (int times = 0; times < resumptions; times++) {
                var request =
                        new Request("GET", context.endpoint(), headers.apply(from), new byte[0]);
                Optional<RequestExchange.Response> response = exchange.send(request);
                if (response.isEmpty() || response.get().head().status() != 200) {
                    return;
                }
                Head head = response.get().head();
                if (!head.type().equals("text/event-stream") || Answers.compressed(head)) {
                    context.odd(Fault.WRONG_TYPE, ShortLine.of(head.type()), head.raw());
                    return;
                }
                EventReader.Mark mark = stream.read(0, response.get());
                exchange.finish(response.get());
                from = mark.id().isEmpty() ? from : mark.id();
                Thread.sleep(mark.retry());
            }
        } catch (IOException e) {
            if (e instanceof BadHttpException bad) {
                context.odd(bad.fault(), bad.detail(), new byte[0]);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
