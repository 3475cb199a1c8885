package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.LoadClock;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Asked;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Ready;
import io.mcpsf.mcp.Reply;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.ProtocolObservation.Attacked;
import io.mcpsf.model.ProtocolObservation.ToolCalled;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Sends hostile values within a budget of calls and time, and writes each down before it leaves.
 * Safe for several threads, except {@link #alone} and {@link #nextBatch}, which belong to the one
 * that leads the attack.
 */
final class AttackSender {

    /** Of a plain call, which leaves no trace to be known again. */
    private static final Mark NONE = new Mark("", 0, 0, 0);

    private final Supplier<Optional<McpSession>> again;
    private final Notebook notebook;
    private final RandomGenerator random;
    private final LoadClock clock;
    private volatile long end;
    private final AtomicInteger left;
    private final ToolPatience tools = new ToolPatience();
    private final Queue<AttackResult> unanswered = new ConcurrentLinkedQueue<>();
    private final PlacesTried places = new PlacesTried();
    private volatile McpSession session;
    private int restarts;
    private volatile boolean closed;
    private volatile boolean silent;
    private volatile boolean flooded;
    private volatile int batch;

    AttackSender(
            McpSession session,
            Supplier<Optional<McpSession>> again,
            Notebook notebook,
            RandomGenerator random,
            int calls,
            Duration time,
            LoadClock clock) {
        this.session = session;
        this.again = again;
        this.notebook = notebook;
        this.random = random;
        this.left = new AtomicInteger(calls);
        this.clock = clock;
        this.end = clock.nanos() + time.toNanos();
    }

    /** What follows until the next batch is stamped as one call. */
    void nextBatch() {
        notebook.endCall();
        batch = notebook.beginCall();
    }

    void finish() {
        notebook.endCall();
        places.tell(notebook);
    }

    PlacesTried places() {
        return places;
    }

    synchronized Mark mark() {
        return Mark.draw(random);
    }

    /** For those who draw marks of their own, each time another. */
    synchronized long seed() {
        return random.nextLong();
    }

    boolean spent() {
        return closed || left.get() <= 0 || now() - end >= 0;
    }

    boolean closed() {
        return closed;
    }

    /** It answered with more than we read of anybody. */
    boolean flooded() {
        return flooded;
    }

    /** The server answers nothing any more: there is no use in sending. */
    void silence() {
        silent = true;
        left.set(0);
    }

    boolean silent() {
        return silent;
    }

    /** Hostile values that nothing came back from, each told once. */
    List<AttackResult> unanswered() {
        var all = new ArrayList<AttackResult>();
        for (AttackResult one = unanswered.poll(); one != null; one = unanswered.poll()) {
            all.add(one);
        }
        return all;
    }

    /** Whether there are any of those. */
    boolean missing() {
        return !unanswered.isEmpty();
    }

    /** The time that counts: less of it passes on a loaded machine. */
    long now() {
        return clock.nanos();
    }

    /** How long something may take here and now that takes so long on an idle machine. */
    Duration stretched(Duration idle) {
        return clock.stretched(idle);
    }

    /** Nothing is sent any more after this, if the budget of time allows for it at all. */
    void until(long nanos) {
        end = nanos - end < 0 ? nanos : end;
    }

    int left() {
        return left.get();
    }

    ToolPatience tools() {
        return tools;
    }

    Optional<AttackResult> sendAndAwait(AttackTarget target, String family, String value, Mark mark)
            throws InterruptedException {
        return sendAndAwait(target, family, StringNode.valueOf(value), mark);
    }

    /** Sends one; empty when there is nothing left to send with or nobody to send it to. */
    Optional<AttackResult> sendAndAwait(
            AttackTarget target, String family, JsonNode value, Mark mark)
            throws InterruptedException {
        Optional<InFlight> inFlight = send(prepare(target, family, value, mark));
        return inFlight.isEmpty() ? Optional.empty() : Optional.of(await(inFlight.get()).result());
    }

    /** A hostile value that is ready to be sent, once. */
    record Prepared(
            AttackTarget target,
            String family,
            JsonNode value,
            Mark mark,
            Attacked evidence,
            McpSession session,
            Ready question) {}

    /** One that was sent and that nobody has waited for yet. */
    record InFlight(Prepared prepared, Asked asked, long start) {}

    /** One that is back, and what came with it. */
    record Completed(InFlight inFlight, Reply reply, long millis) {
        AttackResult result() {
            Prepared prepared = inFlight.prepared();
            return AttackResult.of(
                    prepared.target(),
                    prepared.family(),
                    prepared.value(),
                    prepared.mark(),
                    reply,
                    millis);
        }
    }

    /** Makes one ready, which takes longer than to send it. */
    Prepared prepare(AttackTarget target, String family, JsonNode value, Mark mark) {
        McpSession used = session;
        Ready question =
                used.ready(target.door().method(), target.params(value), patience(target.tool()));
        Attacked evidence = target.evidence(batch, family, value, mark);
        return new Prepared(target, family, value, mark, evidence, used, question);
    }

    /** Sends one that is ready, and does not wait for its answer. */
    Optional<InFlight> send(Prepared prepared) throws InterruptedException {
        if (spent() || left.getAndDecrement() <= 0) {
            return Optional.empty();
        }
        Attacked evidence = prepared.evidence();
        places.sent(prepared.target(), prepared.family());
        notebook.saw(evidence.call() == batch ? evidence : evidence.in(batch));
        return Optional.of(transmit(prepared));
    }

    /** Sends one as a call of its own, with its answer written down: for proofs. */
    Optional<AttackResult> alone(AttackTarget target, String family, JsonNode value, Mark mark)
            throws InterruptedException {
        if (spent() || left.getAndDecrement() <= 0) {
            return Optional.empty();
        }
        notebook.endCall();
        int call = notebook.beginCall();
        batch = call;
        if (target.door() instanceof Door.Tool) {
            String arguments = Json.text(target.with(value));
            notebook.saw(
                    new ToolCalled(
                            call,
                            AttackLimits.cut(target.tool(), AttackLimits.NAME),
                            AttackLimits.cut(arguments, AttackLimits.REQUEST)));
        }
        Prepared prepared = prepare(target, family, value, mark);
        notebook.saw(prepared.evidence());
        AttackResult result = await(transmit(prepared)).result();
        notebook.saw(result.evidence(call));
        return Optional.of(result);
    }

    /** A plain call of a tool, to learn from it. */
    Optional<AttackResult> plain(AttackTarget target) throws InterruptedException {
        Optional<InFlight> inFlight = sendPlain(target);
        return inFlight.isEmpty() ? Optional.empty() : Optional.of(await(inFlight.get()).result());
    }

    /** The same without waiting for its answer. */
    Optional<InFlight> sendPlain(AttackTarget target) throws InterruptedException {
        if (spent() || left.getAndDecrement() <= 0) {
            return Optional.empty();
        }
        return Optional.of(transmit(prepare(target, "", target.plain(), NONE)));
    }

    /** A plain call in another session; the answer is written down if it tells of this mark. */
    Optional<AttackResult> overheard(McpSession other, AttackTarget asked, Mark mark)
            throws InterruptedException {
        if (spent() || left.getAndDecrement() <= 0) {
            return Optional.empty();
        }
        long start = System.nanoTime();
        Reply reply =
                other.ask(
                        asked.door().method(),
                        asked.params(asked.plain()),
                        stretched(AttackLimits.QUICKEST));
        long millis = (System.nanoTime() - start) / 1_000_000;
        var result = AttackResult.of(asked, "session-leak", asked.plain(), mark, reply, millis);
        if (result.text().contains(mark.nonce())) {
            notebook.saw(result.evidence(batch));
        }
        return Optional.of(result);
    }

    private InFlight transmit(Prepared prepared) throws InterruptedException {
        long start = System.nanoTime();
        Prepared latest = prepared;
        if (prepared.session() != session) {
            // It was meant for a server that has ended since.
            latest =
                    prepare(
                            prepared.target(),
                            prepared.family(),
                            prepared.value(),
                            prepared.mark());
        }
        Asked asked = latest.question().send(patience(prepared.target().tool()));
        return new InFlight(latest, asked, start);
    }

    private Duration patience(String tool) {
        return stretched(tools.of(tool));
    }

    /** Waits for the answer to one that was sent. */
    Completed await(InFlight inFlight) throws InterruptedException {
        Reply reply = inFlight.asked().reply();
        var completed =
                new Completed(inFlight, reply, (System.nanoTime() - inFlight.start()) / 1_000_000);
        if (reply instanceof Reply.Closed over && over.flooded()) {
            // It is we who hung up: the server did not end.
            flooded = true;
            closed = true;
        } else if (reply instanceof Reply.Closed || reply instanceof Reply.TimedOut) {
            missed(completed.result());
            if (reply instanceof Reply.Closed) {
                restarted(inFlight.prepared().session());
            } else {
                tools.hung(inFlight.prepared().target().tool());
            }
        }
        return completed;
    }

    private void missed(AttackResult result) {
        // That a plain call takes long is no doing of ours.
        if (!result.family().isEmpty() && unanswered.size() < AttackLimits.UNANSWERED) {
            unanswered.add(result);
        }
    }

    /** Whether a question that every server knows is answered in time. */
    boolean alive(Duration patience) throws InterruptedException {
        return !(session.ask("ping", Json.object(), stretched(patience)) instanceof Reply.TimedOut);
    }

    McpSession session() {
        return session;
    }

    /** Goes on with a new start of the server that ended, a few times, if there is one to have. */
    synchronized boolean restarted(McpSession ended) {
        if (ended == session && !closed) {
            Optional<McpSession> fresh =
                    restarts++ < AttackLimits.RESTARTS ? again.get() : Optional.empty();
            fresh.ifPresentOrElse(next -> session = next, () -> closed = true);
        }
        return !closed;
    }
}
