package io.mcpsf.service.kubernetes;

import io.mcpsf.service.worker.Runner.Outcome;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A NetworkPolicy is a wish until a network plugin enforces it. So each pod tries, before anything
 * of the sample is started, to reach a port of its dispatcher that the policy does not name. If it
 * gets an answer, so would the sample.
 */
final class NetworkCanary implements AutoCloseable {

    /** What listens there says this; whatever else accepts connections is not it. */
    static final byte[] WORD = "mcpsf canary\n".getBytes(StandardCharsets.US_ASCII);

    private static final int PATIENCE_MILLIS = 3_000;

    /** Some network plugins enforce a policy a moment after the pod was started. */
    private static final int TRIES = 5;

    private static final int PAUSE_MILLIS = 1_000;

    private final Optional<Trial> trial;

    private record Trial(CompletableFuture<Boolean> through, Thread thread) {}

    private NetworkCanary(Optional<Trial> trial) {
        this.trial = trial;
    }

    /** Begins at once; the address is that which {@link JobManifest} names. */
    static NetworkCanary of(Map<String, String> env) {
        String address = env.getOrDefault("MCPSF_CANARY", "");
        if (address.isEmpty()) {
            return new NetworkCanary(Optional.empty());
        }
        URI there = URI.create(address);
        var where =
                new InetSocketAddress(there.getHost().replaceAll("[\\[\\]]", ""), there.getPort());
        var through = new CompletableFuture<Boolean>();
        Thread thread = Thread.ofVirtual().start(() -> through.complete(stillOpen(where)));
        return new NetworkCanary(Optional.of(new Trial(through, thread)));
    }

    private static boolean stillOpen(InetSocketAddress where) {
        try {
            for (int i = 1; answered(where); i++) {
                if (i == TRIES) {
                    return true;
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private static boolean answered(InetSocketAddress where) {
        try (var socket = new Socket()) {
            socket.connect(where, PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            byte[] said = socket.getInputStream().readNBytes(WORD.length);
            return java.util.Arrays.equals(said, WORD);
        } catch (IOException e) {
            return false;
        }
    }

    /** Why nothing may be started here; nothing when the policy holds. */
    Optional<Outcome.Refused> refusal() throws InterruptedException {
        if (trial.isEmpty()) {
            return Optional.empty();
        }
        try {
            return trial.get().through().get()
                    ? Optional.of(
                            new Outcome.Refused(
                                    "the cluster does not enforce the NetworkPolicy of the pods, so"
                                            + " nothing was started",
                                    "the pod reached a port of its dispatcher that no policy names",
                                    "apply the policies of deploy/kubernetes and use a network"
                                            + " plugin that enforces them, or start the worker"
                                            + " with --allow-unenforced-network"))
                    : Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody completes it with a failure", e);
        }
    }

    @Override
    public void close() {
        trial.ifPresent(one -> one.thread().interrupt());
    }
}
