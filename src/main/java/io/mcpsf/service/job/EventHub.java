package io.mcpsf.service.job;

import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.StorageException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Live events for any number of listeners. One thread asks the database about all jobs that
 * somebody listens to, so that a thousand listeners of a job cost as much as one.
 */
public final class EventHub implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(EventHub.class.getName());
    private static final long EVERY_MILLIS = 200;
    private static final int REMEMBERED = 2_000;
    private static final int AT_ONCE = 500;

    private final Database database;
    private final EventLog log;
    private final Map<String, Topic> topics = new HashMap<>();
    private final Thread poller;
    private volatile boolean closing;

    public EventHub(Database database, EventLog log) {
        this.database = database;
        this.log = log;
        this.poller = Thread.ofPlatform().daemon().name("events").unstarted(this::poll);
    }

    public EventHub start() {
        poller.start();
        return this;
    }

    public boolean closing() {
        return closing;
    }

    /** Somebody who listens to one job from some event on. */
    public final class Listener implements AutoCloseable {

        private final Topic topic;
        private long at;

        private Listener(Topic topic, long after) {
            this.topic = topic;
            this.at = after;
        }

        /** The next events; waits so long for one, and then gives none. */
        public List<EventLog.Kept> next(long millis) throws InterruptedException {
            List<EventLog.Kept> events = topic.behind(at, millis);
            if (events.isEmpty() && topic.last() > at) {
                // Older than what is remembered.
                events = log.after(topic.job, at, AT_ONCE);
            }
            if (!events.isEmpty()) {
                at = events.getLast().n();
            }
            return events;
        }

        @Override
        public void close() {
            synchronized (topics) {
                if (--topic.listeners == 0) {
                    topics.remove(topic.job);
                }
            }
        }
    }

    /** Listens to a job whose last event is known. */
    public Listener listen(Job job, long after) {
        synchronized (topics) {
            Topic topic = topics.computeIfAbsent(job.id(), id -> new Topic(id, job.lastEvent()));
            topic.listeners++;
            return new Listener(topic, after);
        }
    }

    private void poll() {
        try {
            while (!closing) {
                try {
                    round();
                } catch (StorageException e) {
                    LOG.log(Level.WARNING, "live events pause: {0}", e.getMessage());
                }
                Thread.sleep(EVERY_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void round() {
        List<Topic> watched;
        synchronized (topics) {
            watched = List.copyOf(topics.values());
        }
        for (int from = 0; from < watched.size(); from += AT_ONCE) {
            List<Topic> some = watched.subList(from, Math.min(from + AT_ONCE, watched.size()));
            Map<String, Long> last = last(some);
            for (Topic topic : some) {
                long there = last.getOrDefault(topic.job, topic.last());
                while (topic.last() < there) {
                    List<EventLog.Kept> events = log.after(topic.job, topic.last(), AT_ONCE);
                    if (events.isEmpty()) {
                        break;
                    }
                    topic.add(events);
                }
            }
        }
    }

    private Map<String, Long> last(List<Topic> some) {
        if (some.isEmpty()) {
            return Map.of();
        }
        String marks = "?, ".repeat(some.size() - 1) + "?";
        var last = new HashMap<String, Long>();
        database.read(
                sql ->
                        sql.all(
                                "SELECT id, last_event FROM jobs WHERE id IN (" + marks + ")",
                                row -> last.put(row.text("id"), row.number("last_event")) == null,
                                some.stream().map(t -> t.job).toArray()));
        return last;
    }

    @Override
    public void close() {
        closing = true;
        poller.interrupt();
        synchronized (topics) {
            topics.values().forEach(Topic::wake);
        }
        try {
            poller.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The newest events of a job, and those who wait for the next. */
    private static final class Topic {

        private final String job;
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition more = lock.newCondition();
        private final Deque<EventLog.Kept> recent = new ArrayDeque<>();
        private long last;
        private int listeners;
        private boolean woken;

        Topic(String job, long last) {
            this.job = job;
            this.last = last;
        }

        long last() {
            lock.lock();
            try {
                return last;
            } finally {
                lock.unlock();
            }
        }

        void add(List<EventLog.Kept> events) {
            lock.lock();
            try {
                recent.addAll(events);
                while (recent.size() > REMEMBERED) {
                    recent.removeFirst();
                }
                last = events.getLast().n();
                more.signalAll();
            } finally {
                lock.unlock();
            }
        }

        /** From now on nobody waits. */
        void wake() {
            lock.lock();
            try {
                woken = true;
                more.signalAll();
            } finally {
                lock.unlock();
            }
        }

        /** What is remembered behind a number, if nothing is missing between. */
        List<EventLog.Kept> behind(long n, long millis) throws InterruptedException {
            lock.lock();
            try {
                long left = TimeUnit.MILLISECONDS.toNanos(millis);
                while (last <= n && left > 0 && !woken) {
                    left = more.awaitNanos(left);
                }
                EventLog.Kept oldest = recent.peekFirst();
                if (last <= n || oldest == null || oldest.n() > n + 1) {
                    return List.of();
                }
                var events = new ArrayList<EventLog.Kept>();
                for (EventLog.Kept event : recent) {
                    if (event.n() > n && events.size() < AT_ONCE) {
                        events.add(event);
                    }
                }
                return events;
            } finally {
                lock.unlock();
            }
        }
    }
}
