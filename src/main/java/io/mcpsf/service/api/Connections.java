package io.mcpsf.service.api;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * All open connections. Until somebody has said who they are a connection is a stranger's: it has
 * so long for the head of its request and so long for the rest, and there are only so many of them
 * from one address and in all. One too many costs the stranger who waited longest the place, never
 * the one who comes: whoever says nothing can't keep others from speaking.
 */
final class Connections implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(Connections.class.getName());
    private static final long EVERY_MILLIS = 250;

    private final Bounds bounds;
    private final Map<SocketAddress, Line> lines = new HashMap<>();
    private final Map<Object, SequencedSet<Line>> strangersFrom = new HashMap<>();
    private final SequencedSet<Line> strangers = new LinkedHashSet<>();
    private final Map<String, Integer> ofKeys = new HashMap<>();
    private final Thread watch =
            Thread.ofPlatform().daemon().name("connections").unstarted(this::watch);

    /**
     * How many connections there may be, how many of them strangers' and how many of those from one
     * address; and how long a stranger may take for a head (or be idle), and for all of a request.
     */
    record Bounds(int all, int strangers, int fromOne, Duration head, Duration request) {

        /**
         * Behind a proxy everybody comes from one address: the bound is for many people, and still
         * a small part of what there is. No more than half of the files that a process may open.
         */
        static Bounds usual(long files) {
            int all = Math.clamp(files / 2, 200, 8_000);
            return new Bounds(
                    all, all / 2, all / 8, Duration.ofSeconds(15), Duration.ofSeconds(45));
        }

        /** Of those who said who they are, by key: nobody takes the places of all others. */
        int ofKey() {
            return Math.max(1, all / 4);
        }
    }

    /** One of them. */
    private static final class Line {
        private final SocketChannel channel;
        private final SocketAddress peer;
        private final Object from;
        private String key = "";
        private long deadline;

        Line(SocketChannel channel, SocketAddress peer, Object from) {
            this.channel = channel;
            this.peer = peer;
            this.from = from;
        }
    }

    Connections(Bounds bounds) {
        this.bounds = bounds;
    }

    Connections start() {
        watch.start();
        return this;
    }

    /** A new one, of which nothing is known yet. */
    void opened(SocketChannel channel) {
        SocketAddress peer;
        try {
            peer = channel.getRemoteAddress();
        } catch (IOException e) {
            // Gone before it was seen.
            hangUp(channel);
            return;
        }
        var line = new Line(channel, peer, origin(peer));
        synchronized (this) {
            Line old = lines.put(peer, line);
            if (old != null) {
                forgetStranger(old);
                release(old);
            }
            SequencedSet<Line> alike = beStranger(line, bounds.head());
            if (alike.size() > bounds.fromOne()) {
                drop(alike.getFirst());
            }
            if (strangers.size() > bounds.strangers() || lines.size() > bounds.all()) {
                // The one who came is a stranger too: there is always a first.
                drop(strangers.getFirst());
            }
        }
    }

    /** The head of a request is here. */
    synchronized void begins(SocketAddress peer) {
        Line line = lines.get(peer);
        if (line != null) {
            beStranger(line, bounds.request());
        }
    }

    /**
     * Whoever asks has said who they are: their own bounds hold from here on. False when there are
     * too many of that key already; the empty key is not counted.
     */
    synchronized boolean admitted(SocketAddress peer, String key) {
        Line line = lines.get(peer);
        if (line == null) {
            return true;
        }
        if (!key.isEmpty() && ofKeys.getOrDefault(key, 0) >= bounds.ofKey()) {
            return false;
        }
        forgetStranger(line);
        release(line);
        if (!key.isEmpty()) {
            line.key = key;
            ofKeys.merge(key, 1, Integer::sum);
        }
        return true;
    }

    private void release(Line line) {
        ofKeys.computeIfPresent(line.key, (_, count) -> count > 1 ? count - 1 : null);
        line.key = "";
    }

    /** It was answered; the next request may come. */
    synchronized void waits(SocketAddress peer) {
        Line line = lines.get(peer);
        if (line != null) {
            release(line);
            beStranger(line, bounds.head());
        }
    }

    synchronized int open() {
        return lines.size();
    }

    private SequencedSet<Line> beStranger(Line line, Duration patience) {
        forgetStranger(line);
        line.deadline = System.nanoTime() + patience.toNanos();
        strangers.add(line);
        SequencedSet<Line> alike =
                strangersFrom.computeIfAbsent(line.from, _ -> new LinkedHashSet<>());
        alike.add(line);
        return alike;
    }

    private void forgetStranger(Line line) {
        if (strangers.remove(line)) {
            strangersFrom.computeIfPresent(
                    line.from,
                    (_, alike) -> {
                        alike.remove(line);
                        return alike.isEmpty() ? null : alike;
                    });
        }
    }

    private void drop(Line line) {
        forgetStranger(line);
        lines.remove(line.peer, line);
        hangUp(line.channel);
    }

    /** Whoever reads from it or writes to it in another thread is woken by that. */
    private static void hangUp(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.log(Level.FINE, "a connection did not close", e);
        }
    }

    private synchronized void sweep(long now) {
        for (Iterator<Line> all = lines.values().iterator(); all.hasNext(); ) {
            Line line = all.next();
            if (!line.channel.isOpen()) {
                all.remove();
                forgetStranger(line);
                release(line);
            }
        }
        List<Line> late = strangers.stream().filter(line -> line.deadline - now < 0).toList();
        late.forEach(this::drop);
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(EVERY_MILLIS);
                sweep(System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whoever has one address of version 6 usually has the 2^64 beside it. */
    static Object origin(SocketAddress peer) {
        if (!(peer instanceof InetSocketAddress socket)) {
            return peer;
        }
        InetAddress address = socket.getAddress();
        return address instanceof Inet6Address
                ? Arrays.toString(Arrays.copyOf(address.getAddress(), 8))
                : address;
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
