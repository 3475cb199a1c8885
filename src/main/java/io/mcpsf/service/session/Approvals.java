package io.mcpsf.service.session;

import io.mcpsf.service.access.Principal;
import io.mcpsf.service.storage.Ids;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Questions of sessions that wait for a person: whoever asks waits, too, and what nobody answers in
 * time is a no. They live as long as the service, as the sessions do.
 */
public final class Approvals implements AutoCloseable {

    /** More than anybody reads; a flood of questions must not bury one. */
    private static final int MOST_OF_KEY = 20;

    private final Ids ids;
    private final Duration patience;
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();
    private volatile boolean over;

    /** A question; it may quote the code, made printable. */
    public record Question(
            String id, String session, Principal asker, String text, long asked, long ends) {}

    private record Waiting(Question question, CompletableFuture<Boolean> answer) {}

    /** Nobody is asked when {@code patience} is zero. */
    public Approvals(Ids ids, Duration patience) {
        this.ids = ids;
        this.patience = patience;
    }

    public Duration patience() {
        return patience;
    }

    /** Whether somebody said yes in time. */
    public boolean ask(Principal who, String session, String text) throws InterruptedException {
        long now = System.currentTimeMillis();
        var question = new Question(ids.next(), session, who, text, now, now + patience.toMillis());
        var one = new Waiting(question, new CompletableFuture<>());
        synchronized (this) {
            if (patience.isZero() || over || of(who) >= MOST_OF_KEY) {
                return false;
            }
            waiting.put(question.id(), one);
        }
        try {
            return one.answer().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } finally {
            waiting.remove(question.id());
        }
    }

    private long of(Principal who) {
        return waiting.values().stream()
                .filter(one -> one.question().asker().keyId().equals(who.keyId()))
                .count();
    }

    /** The oldest first. */
    public List<Question> list(Principal who) {
        return waiting.values().stream()
                .map(Waiting::question)
                .filter(question -> who.sees(question.asker().team()))
                .sorted(Comparator.comparing(Question::id))
                .toList();
    }

    /** What is another team's is not there. */
    public Optional<Question> find(String hostileId, Principal who) {
        return Optional.ofNullable(waiting.get(hostileId))
                .map(Waiting::question)
                .filter(question -> who.sees(question.asker().team()));
    }

    /** False when it is too late. */
    public boolean decide(Question question, boolean yes) {
        Waiting one = waiting.get(question.id());
        return one != null && one.answer().complete(yes);
    }

    /** Whoever waits hears a no. */
    @Override
    public void close() {
        synchronized (this) {
            over = true;
        }
        waiting.values().forEach(one -> one.answer().complete(false));
    }
}
