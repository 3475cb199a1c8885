package io.mcpsf.mcp;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Our questions that wait for an answer, and the ids of those that no longer do, so that an answer
 * can be told to be right, late, repeated or invented.
 */
final class Questions {

    private enum Old {
        ANSWERED,
        GIVEN_UP
    }

    /** What an answer turned out to be. */
    enum Match {
        RIGHT,
        LATE,
        REPEATED,
        INVENTED
    }

    private final Map<Long, CompletableFuture<Reply>> open = new LinkedHashMap<>();
    private final Map<Long, Old> old =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Long, Old> eldest) {
                    return size() > Caps.OLD_IDS;
                }
            };
    private long last;
    private Optional<Reply.Closed> closed = Optional.empty();

    record Question(long id, CompletableFuture<Reply> reply) {}

    /** The number of a question that is still to be asked. */
    synchronized long number() {
        return ++last;
    }

    synchronized Question open(long id) {
        var reply = new CompletableFuture<Reply>();
        closed.ifPresentOrElse(reply::complete, () -> open.put(id, reply));
        return new Question(id, reply);
    }

    /** Nobody waits any more; the reply when it came at the last moment. */
    synchronized Reply giveUp(Question question) {
        if (open.remove(question.id()) != null) {
            old.put(question.id(), Old.GIVEN_UP);
        }
        return question.reply().getNow(new Reply.TimedOut());
    }

    synchronized Match answer(JsonNode hostileId, Reply reply) {
        Optional<Long> id = number(hostileId);
        if (id.isEmpty()) {
            return Match.INVENTED;
        }
        CompletableFuture<Reply> waiting = open.remove(id.get());
        if (waiting != null) {
            old.put(id.get(), Old.ANSWERED);
            waiting.complete(reply);
            return Match.RIGHT;
        }
        Old before = old.put(id.get(), Old.ANSWERED);
        if (before == null) {
            old.remove(id.get());
            return Match.INVENTED;
        }
        return before == Old.GIVEN_UP ? Match.LATE : Match.REPEATED;
    }

    /** Whether somebody waits for the answer to this question. */
    synchronized boolean waiting(long id) {
        return open.containsKey(id);
    }

    /** There will be no answer, but this. */
    synchronized void failed(long id, Reply instead) {
        CompletableFuture<Reply> waiting = open.remove(id);
        if (waiting != null) {
            old.put(id, Old.ANSWERED);
            waiting.complete(instead);
        }
    }

    /** Ends all questions, open and future; only the first reason counts. */
    synchronized void close(String why) {
        if (closed.isEmpty()) {
            var reply = new Reply.Closed(why);
            closed = Optional.of(reply);
            open.forEach((id, waiting) -> abandon(id, waiting, reply));
            open.clear();
        }
    }

    /** The peer may have answered at that very moment: late then, and not invented. */
    private void abandon(long id, CompletableFuture<Reply> waiting, Reply.Closed reply) {
        old.put(id, Old.GIVEN_UP);
        waiting.complete(reply);
    }

    synchronized Optional<String> closed() {
        return closed.map(Reply.Closed::why);
    }

    /** Our ids are numbers; one sent back as text is matched too, as common clients do. */
    private static Optional<Long> number(JsonNode hostileId) {
        if (hostileId.isNumber() && hostileId.canConvertToLong()) {
            double value = hostileId.asDouble();
            return value == Math.rint(value) ? Optional.of(hostileId.asLong()) : Optional.empty();
        }
        String text = hostileId.isString() ? hostileId.asString() : "";
        return text.matches("[0-9]{1,18}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }
}
