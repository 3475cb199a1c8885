package io.mcpsf.service.session;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.run.code.CodeSession;
import io.mcpsf.run.code.RunningProgram;
import io.mcpsf.service.access.Principal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A session of a key: who it belongs to, when it ends, and what runs in it. */
public final class HeldSession {

    private static final int MOST_CONTEXTS = 16;

    private final Name name;
    private final Principal owner;
    private final CodeSession session;
    private final long started;
    private final Map<String, Context> contexts = new ConcurrentHashMap<>();
    private final Map<Long, RunningProgram> programs = new ConcurrentHashMap<>();
    private final AtomicInteger executions = new AtomicInteger();
    private final AtomicInteger users = new AtomicInteger();
    private volatile long used;
    private volatile long ends;

    /** Its id, the word that opens it without a key, and what its owner calls it. */
    public record Name(String id, String token, Map<String, String> metadata) {
        public Name {
            metadata = Map.copyOf(metadata);
        }
    }

    /** A kernel of its own. */
    public record Context(String id, CodeLanguage language, String folder) {}

    HeldSession(Name name, Principal owner, CodeSession session, long now, long ends) {
        this.name = name;
        this.owner = owner;
        this.session = session;
        this.started = now;
        this.used = now;
        this.ends = ends;
    }

    public String id() {
        return name.id();
    }

    public Name name() {
        return name;
    }

    public Principal owner() {
        return owner;
    }

    public CodeSession session() {
        return session;
    }

    public long started() {
        return started;
    }

    /** When it ends, however busy it is. */
    public long ends() {
        return ends;
    }

    public void endAt(long millis) {
        ends = millis;
    }

    public int executions() {
        return executions.get();
    }

    /** Whether that word opens it; how long that takes tells nothing. */
    public boolean opens(String hostileToken) {
        return MessageDigest.isEqual(
                name.token().getBytes(StandardCharsets.UTF_8),
                hostileToken.getBytes(StandardCharsets.UTF_8));
    }

    public String state() {
        return session.over().isPresent() ? "ended" : session.paused() ? "paused" : "running";
    }

    /** Somebody works with it until that is closed; it is not idle meanwhile. */
    public Busy work() {
        users.incrementAndGet();
        used = System.currentTimeMillis();
        return () -> {
            used = System.currentTimeMillis();
            users.decrementAndGet();
        };
    }

    /** Somebody at work. */
    public interface Busy extends AutoCloseable {
        @Override
        void close();
    }

    /** For how long nobody has worked with it. */
    long idleMillis(long now) {
        return users.get() > 0 || !programs.isEmpty() ? 0 : now - used;
    }

    void executed() {
        executions.incrementAndGet();
    }

    public Map<String, Context> contexts() {
        return Map.copyOf(contexts);
    }

    /** Empty when there are too many. */
    public Optional<Context> add(Context context) {
        if (contexts.size() >= MOST_CONTEXTS) {
            return Optional.empty();
        }
        contexts.put(context.id(), context);
        return Optional.of(context);
    }

    public void remove(Context context) {
        contexts.remove(context.id());
    }

    /** The programs that run, by their ids in the sandbox. */
    public Map<Long, RunningProgram> programs() {
        return Map.copyOf(programs);
    }

    public void add(RunningProgram program) {
        programs.put(program.pid(), program);
        var _ = program.ended().thenRun(() -> programs.remove(program.pid(), program));
    }
}
