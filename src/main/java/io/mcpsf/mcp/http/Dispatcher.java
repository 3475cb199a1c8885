package io.mcpsf.mcp.http;

import io.mcpsf.mcp.Link;
import io.mcpsf.mcp.Outgoing;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Hands messages out in order, behind a bounded queue. What wants no answer is waited for until it
 * was taken, because what follows may build on it; a question gets a thread of its own, because its
 * answer may be long in coming.
 */
final class Dispatcher {

    private final BlockingQueue<Outgoing> queue;
    private final Supplier<RequestExchange> exchanges;
    private final BiConsumer<Outgoing, RequestExchange> deliver;
    private final Map<Long, RequestExchange> asked = new ConcurrentHashMap<>();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong unsent = new AtomicLong();
    private final Thread thread;
    private volatile boolean ending;

    Dispatcher(
            int queued,
            Supplier<RequestExchange> exchanges,
            BiConsumer<Outgoing, RequestExchange> deliver) {
        this.queue = new ArrayBlockingQueue<>(queued);
        this.exchanges = exchanges;
        this.deliver = deliver;
        this.thread = Thread.ofVirtual().name("mcp-http-desk").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    boolean offer(Outgoing message, Duration patience) throws InterruptedException {
        boolean taken =
                !ending
                        && (patience.isZero()
                                ? queue.offer(message)
                                : queue.offer(message, patience.toMillis(), TimeUnit.MILLISECONDS));
        if (!taken) {
            unsent.incrementAndGet();
        }
        return taken;
    }

    void giveUp(long id) {
        RequestExchange exchange = asked.remove(id);
        if (exchange != null) {
            exchange.close();
        }
    }

    Link.Traffic traffic() {
        return new Link.Traffic(sent.get(), unsent.get());
    }

    void end() {
        ending = true;
        thread.interrupt();
        asked.values().forEach(RequestExchange::close);
    }

    private void run() {
        try {
            while (!ending) {
                Outgoing message = queue.take();
                RequestExchange exchange = exchanges.get();
                if (message.id() == 0) {
                    try (var _ = Alarm.in(HttpCaps.RECEIPT, exchange::close)) {
                        deliver(message, exchange);
                    }
                } else {
                    asked.put(message.id(), exchange);
                    Thread.ofVirtual()
                            .name("mcp-http-" + message.id())
                            .start(() -> deliver(message, exchange));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void deliver(Outgoing message, RequestExchange exchange) {
        sent.incrementAndGet();
        try {
            deliver.accept(message, exchange);
        } finally {
            asked.remove(message.id());
        }
    }
}
