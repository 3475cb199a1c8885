package io.mcpsf.run.guarded;

import io.mcpsf.guard.Relay;
import io.mcpsf.guard.http.ClientAdmission;
import io.mcpsf.guard.http.ClientSession;
import io.mcpsf.guard.http.HttpFront;
import io.mcpsf.os.Last;
import io.mcpsf.run.request.GuardOutcome;
import io.mcpsf.run.request.GuardRequest;
import io.mcpsf.run.request.HttpListener;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.UsageException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/**
 * Serves remote clients until it is interrupted. Each session gets a sandbox of its own, so that no
 * client meets what another left behind; the first is started at once, to fail early.
 */
public final class GuardedHttp {

    private final GuardRequest request;
    private final Progress progress;
    private final HttpListener listener;
    private final SecureRandom chance = new SecureRandom();
    private final Set<Thread> runs = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> failed = new CompletableFuture<>();
    private Optional<ClientSession> spare = Optional.empty();

    public GuardedHttp(GuardRequest request, Progress progress, HttpListener listener) {
        this.request = request;
        this.progress = progress;
        this.listener = listener;
    }

    /** Never returns by itself: throws what kept the first server from starting, if anything. */
    public void serve() throws InterruptedException {
        var admission = new ClientAdmission(listener.key(), loopback(listener.host()));
        try (var front =
                new HttpFront(listener.host(), listener.port(), admission, this::session)) {
            spare = Optional.of(started(true));
            front.start();
            listener.listening().accept(front.port());
            failed.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException ours
                    ? ours
                    : new IllegalStateException("the first session failed", e.getCause());
        } finally {
            runs.forEach(Thread::interrupt);
            runs.forEach(Last::of);
        }
    }

    private static boolean loopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new UsageException(
                    "cannot listen on " + host, "it has no address", "use an address of yours");
        }
    }

    /** The one that waits, if it still does, or another. */
    private synchronized ClientSession session() {
        ClientSession session =
                spare.filter(ready -> !ready.over()).orElseGet(() -> started(false));
        spare = Optional.empty();
        return session;
    }

    private ClientSession started(boolean first) {
        byte[] id = new byte[16];
        chance.nextBytes(id);
        var session = new ClientSession(HexFormat.of().formatHex(id));
        runs.add(Thread.ofPlatform().name("guarded session").start(() -> run(session, first)));
        return session;
    }

    private void run(ClientSession session, boolean first) {
        try {
            GuardOutcome outcome =
                    new GuardedRun(request, progress)
                            .serve(
                                    new GuardedClient(
                                            new Relay.End(session, session),
                                            listener.tell(),
                                            listener.alert()));
            listener.ended().accept(outcome);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // The edge of a session: whatever is broken in us ends it, and no other.
            ended(e, first);
        } finally {
            session.end();
            runs.remove(Thread.currentThread());
        }
    }

    private void ended(RuntimeException e, boolean first) {
        if (first) {
            failed.completeExceptionally(e);
        } else {
            listener.tell().accept("mcpsf: a session failed: " + e.getMessage());
        }
    }
}
