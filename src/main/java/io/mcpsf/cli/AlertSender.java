package io.mcpsf.cli;

import io.mcpsf.run.request.GuardAlert;
import io.mcpsf.text.Counted;
import io.mcpsf.web.WebRoute;

import java.net.URI;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Sends alerts to a SIEM and a webhook on a thread of its own: a receiver that is slow or away
 * costs alerts, which are counted and told, and never slows the server down.
 */
final class AlertSender implements AutoCloseable {

    private static final int ROOM = 1_000;
    private static final int GLANCE_MILLIS = 200;

    private final List<URI> addresses;
    private final WebRoute web;
    private final Consumer<String> tell;
    private final BlockingQueue<GuardAlert> queue = new ArrayBlockingQueue<>(ROOM);
    private final AtomicLong lost = new AtomicLong();
    private final Thread thread;
    private volatile boolean ending;

    AlertSender(List<URI> addresses, WebRoute web, Consumer<String> tell) {
        this.web = web;
        this.addresses = List.copyOf(addresses);
        this.tell = tell;
        this.thread = Thread.ofVirtual().name("alerts").start(this::run);
    }

    void send(GuardAlert alert) {
        if (!addresses.isEmpty() && !queue.offer(alert)) {
            lost.incrementAndGet();
        }
    }

    /** Sends what is waiting, each receiver within its patience. */
    @Override
    public void close() {
        ending = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            // Who is in a hurry gets the rest from the evidence.
            Thread.currentThread().interrupt();
        }
        if (lost.get() > 0) {
            tell.accept("mcpsf: not sent, too many at once: " + Counted.of(lost.get(), "alert"));
        }
    }

    private void run() {
        try {
            while (true) {
                GuardAlert next = queue.poll(GLANCE_MILLIS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    addresses.forEach(
                            to ->
                                    Delivery.send(to, next, web)
                                            .ifPresent(why -> tell.accept("mcpsf: " + why)));
                } else if (ending) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
