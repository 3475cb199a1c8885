package io.mcpsf.service.session;

import io.mcpsf.os.Scratch;
import io.mcpsf.os.Trees;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.NetworkAccess;
import io.mcpsf.run.code.CodeRunner;
import io.mcpsf.run.code.CodeSession;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.GuardAlert;
import io.mcpsf.run.request.SessionHearers;
import io.mcpsf.run.request.SessionRequest;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.storage.Ids;
import io.mcpsf.service.storage.StorageException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * All sessions of this service: opened within limits for all and for each key, ended when they are
 * idle or their time is over, and all of them when the service ends. The runtime is raised with the
 * first of them.
 */
public final class SessionDesk implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(SessionDesk.class.getName());
    private static final long LOOK_MILLIS = 500;

    /** Keys are looked at every other second. */
    private static final int ROUNDS = 4;

    /** A paused session costs memory and no processor: it may wait longer. */
    private static final int PAUSED_LONGER = 6;

    private final Means means;
    private final Bounds bounds;
    private final Map<String, HeldSession> held = new ConcurrentHashMap<>();
    private final Thread watch =
            Thread.ofPlatform().daemon().name("idle sessions").unstarted(this::watch);
    private Optional<CodeRunner> runner = Optional.empty();
    private Optional<Scratch> scratch = Optional.empty();
    private final List<String> opening = new ArrayList<>();
    private boolean over;

    /** Raises the runtime that sessions run on. */
    @FunctionalInterface
    public interface Rooms {
        CodeRunner open() throws InterruptedException;

        /** For a service without sessions. */
        static Rooms none() {
            return () -> {
                throw new UsageException("This service offers no sessions.", "", "");
            };
        }
    }

    /**
     * What it works with; {@code admitted} tells whether somebody's key still opens, {@code work}
     * is a folder for what is on its way to the archive.
     */
    public record Means(
            Rooms rooms,
            Setup setup,
            ExecutionArchive archive,
            SnapshotStore snapshots,
            Approvals approvals,
            Restored restored,
            Predicate<Principal> admitted,
            Path work,
            Ids ids) {}

    /**
     * What all sessions have in common: their policy, the folder of added servers whose tools they
     * may call (empty for none), who hears of violations at once, and for how long an approver is
     * waited for.
     */
    public record Setup(
            MergedPolicy policy, Path servers, Consumer<GuardAlert> alert, Duration approval) {

        public static Setup of(MergedPolicy policy) {
            return new Setup(policy, ExecRequest.Folders.NONE, _ -> {}, Duration.ZERO);
        }
    }

    /** Writes down that personal data was put back; {@code line} says where and what for. */
    @FunctionalInterface
    public interface Restored {
        void note(Principal who, String session, String line);
    }

    /** How many there may be, and for how long nobody may use one. */
    public record Bounds(int all, int ofKey, Duration idle, Duration longest) {

        public static Bounds usual() {
            return new Bounds(20, 10, Duration.ofMinutes(10), Duration.ofHours(24));
        }
    }

    /** No session can be opened now; the message says why. */
    public static final class FullException extends RuntimeException {
        FullException(String message) {
            super(message);
        }
    }

    public SessionDesk(Means means, Bounds bounds) {
        this.means = means;
        this.bounds = bounds;
    }

    public SessionDesk start() {
        Scratch.sweep(means.work());
        watch.start();
        return this;
    }

    public Bounds bounds() {
        return bounds;
    }

    /**
     * What somebody wants of a new session. No time means until it is idle; hosts are those that it
     * wants to reach, whether the policy names them or not.
     */
    public record Wish(
            Map<String, String> env,
            Map<String, String> metadata,
            Duration time,
            List<String> hosts) {
        public Wish {
            env = Map.copyOf(env);
            metadata = Map.copyOf(metadata);
            hosts = List.copyOf(hosts);
        }

        public Wish(Map<String, String> env, Map<String, String> metadata, Duration time) {
            this(env, metadata, time, List.of());
        }
    }

    /** Nobody approved what was asked for. */
    public static final class NotApprovedException extends RuntimeException {
        NotApprovedException(String message) {
            super(message);
        }
    }

    public Approvals approvals() {
        return means.approvals();
    }

    public SnapshotStore snapshots() {
        return means.snapshots();
    }

    public HeldSession open(Principal who, Wish wish) throws InterruptedException {
        return open(who, wish, Map.of());
    }

    /** A new session with the files of a snapshot. */
    public HeldSession open(Principal who, Wish wish, SnapshotStore.Snapshot from)
            throws InterruptedException, IOException {
        Path copy = Files.createTempDirectory(work(), "snapshot-");
        try {
            return open(who, wish, means.snapshots().unpacked(from, copy));
        } finally {
            Trees.delete(copy);
        }
    }

    /** Keeps its files for later. */
    public SnapshotStore.Snapshot snapshot(HeldSession one, Principal who) throws IOException {
        Path copy = Files.createTempDirectory(work(), "snapshot-");
        try {
            return means.snapshots().keep(one, who, copy);
        } finally {
            Trees.delete(copy);
        }
    }

    /** The policy with hosts that it does not name, if a person says yes to them. */
    private MergedPolicy policy(Principal who, Wish wish) throws InterruptedException {
        MergedPolicy policy = means.setup().policy();
        List<String> fresh =
                wish.hosts().stream().filter(host -> !reaches(policy, host)).distinct().toList();
        if (fresh.isEmpty()) {
            return policy;
        }
        String hosts = String.join(", ", fresh);
        if (!means.approvals()
                .ask(who, "", "A session of %s wants to reach %s".formatted(who.name(), hosts))) {
            throw new NotApprovedException(
                    "The policy does not allow these hosts, and nobody approved them: "
                            + hosts
                            + ".");
        }
        return policy.reaching(fresh, "approval");
    }

    private static boolean reaches(MergedPolicy policy, String host) {
        return policy.policy().network().allow().stream()
                .anyMatch(
                        place ->
                                place instanceof NetworkAccess.Destination.Host named
                                        && named.covers(host));
    }

    /** A new session with the files of another. */
    public HeldSession fork(HeldSession origin, Principal who, Wish wish)
            throws InterruptedException, IOException {
        Path copy = Files.createTempDirectory(work(), "fork-");
        try {
            return open(who, wish, origin.session().snapshot(copy));
        } finally {
            Trees.delete(copy);
        }
    }

    private HeldSession open(Principal who, Wish wish, Map<String, Path> seeds)
            throws InterruptedException {
        MergedPolicy policy = policy(who, wish);
        reserve(who);
        try {
            String id = means.ids().next();
            Path output = Files.createDirectory(work().resolve(id));
            var name = new HeldSession.Name(id, means.ids().chance(40), wish.metadata());
            CodeSession session =
                    runner().open(
                                    new SessionRequest(
                                            policy,
                                            new ExecRequest.Folders(
                                                    ExecRequest.Folders.NONE,
                                                    means.setup().servers(),
                                                    ExecRequest.Folders.NONE),
                                            seeds,
                                            wish.env(),
                                            output),
                                    hearers(who, id));
            long now = InstantSource.system().millis();
            var one =
                    new HeldSession(name, who, session, now, now + limited(wish.time()).toMillis());
            held.put(id, one);
            var _ = session.closed().thenRun(() -> forget(id, output));
            return one;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("the session has no folder", e);
        } finally {
            release(who);
        }
    }

    private SessionHearers hearers(Principal who, String id) {
        return new SessionHearers(
                who.name(),
                means.setup().alert(),
                outcome -> {
                    Optional.ofNullable(held.get(id)).ifPresent(HeldSession::executed);
                    means.archive().keep(outcome, id, who);
                },
                line -> means.restored().note(who, id, line),
                question -> means.approvals().ask(who, id, question));
    }

    private Duration limited(Duration asked) {
        return asked.isZero() || asked.compareTo(bounds.longest()) > 0 ? bounds.longest() : asked;
    }

    /** Ends it at that time; never later than any session may. */
    public void endAfter(HeldSession one, Duration time) {
        one.endAt(System.currentTimeMillis() + limited(time).toMillis());
    }

    private void forget(String id, Path output) {
        held.remove(id);
        try {
            Trees.delete(output);
        } catch (java.io.UncheckedIOException e) {
            LOG.log(Level.WARNING, "the folder of a session was not removed: {0}", e.getMessage());
        }
    }

    private synchronized void reserve(Principal who) {
        if (over) {
            throw new FullException("The service is shutting down.");
        }
        if (held.size() + opening.size() >= bounds.all()) {
            throw new FullException(
                    "There are already %d sessions; try again later.".formatted(bounds.all()));
        }
        long own =
                Stream.concat(
                                opening.stream(),
                                held.values().stream().map(one -> one.owner().keyId()))
                        .filter(who.keyId()::equals)
                        .count();
        // While there are no keys there is nobody else.
        if (!who.isLocal() && own >= bounds.ofKey()) {
            throw new FullException(
                    "The key is limited to %d sessions at a time.".formatted(bounds.ofKey()));
        }
        opening.add(who.keyId());
    }

    private synchronized void release(Principal who) {
        opening.remove(who.keyId());
    }

    private synchronized Path work() throws IOException {
        if (scratch.isEmpty()) {
            scratch = Optional.of(Scratch.in(Files.createDirectories(means.work())));
        }
        return scratch.get().path();
    }

    private synchronized CodeRunner runner() throws InterruptedException {
        if (runner.isEmpty()) {
            runner = Optional.of(means.rooms().open());
        }
        return runner.get();
    }

    public Optional<HeldSession> find(String hostileId) {
        return Optional.ofNullable(held.get(hostileId))
                .filter(one -> one.session().over().isEmpty());
    }

    /** What is another team's is not there. */
    public Optional<HeldSession> find(String hostileId, Principal who) {
        return find(hostileId).filter(one -> who.sees(one.owner().team()));
    }

    /** Newest first. */
    public List<HeldSession> list(Principal who) {
        return held.values().stream()
                .filter(one -> who.sees(one.owner().team()))
                .filter(one -> one.session().over().isEmpty())
                .sorted(Comparator.comparingLong(HeldSession::started).reversed())
                .toList();
    }

    private void watch() {
        try {
            for (int round = 0; ; round++) {
                Thread.sleep(LOOK_MILLIS);
                long now = System.currentTimeMillis();
                for (HeldSession one : held.values()) {
                    long idle =
                            bounds.idle().toMillis() * (one.session().paused() ? PAUSED_LONGER : 1);
                    if (one.ends() <= now || one.idleMillis(now) > idle || revoked(one, round)) {
                        Thread.ofVirtual().start(() -> close(one));
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A key that was revoked or has expired must not go on working; looked at now and then. */
    private boolean revoked(HeldSession one, int round) {
        try {
            return round % ROUNDS == 0 && !means.admitted().test(one.owner());
        } catch (StorageException e) {
            return false; // Nobody can be asked now.
        }
    }

    /** Ends all of a key; what ran in them is written down when this returns. */
    public void closeAll(String keyId) {
        try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
            held.values().stream()
                    .filter(one -> one.owner().keyId().equals(keyId))
                    .forEach(one -> all.execute(() -> close(one)));
        }
    }

    /** Ends it; nothing of it runs afterwards. */
    public void close(HeldSession one) {
        try {
            one.session().close();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a session did not end cleanly", e);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            over = true;
        }
        watch.interrupt();
        means.approvals().close();
        try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
            held.values().forEach(one -> all.execute(() -> close(one)));
        }
        synchronized (this) {
            runner.ifPresent(CodeRunner::close);
            scratch.ifPresent(Scratch::close);
        }
    }
}
