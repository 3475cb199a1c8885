package io.mcpsf.sandbox.host;

import io.mcpsf.linux.HandoverSocket;
import io.mcpsf.linux.Poll;
import io.mcpsf.linux.SeccompListener;
import io.mcpsf.os.Scratch;
import io.mcpsf.sandbox.SandboxSpec;

import java.nio.file.Path;
import java.time.Duration;

/** Lets every call of a trial run go on: what is tried is whether anybody can be asked at all. */
final class TrialListener implements AutoCloseable {

    private static final Duration HANDOVER = Duration.ofSeconds(10);
    private static final int GLANCE_MILLIS = 50;

    // For our user alone; nobody else may hand us anything.
    private final Scratch scratch = Scratch.make();
    private final Path path = scratch.path().resolve("socket");
    private final HandoverSocket socket = new HandoverSocket(path);
    private final Thread thread =
            Thread.ofPlatform().name("mcpsf-trial").daemon().unstarted(this::answer);
    private volatile boolean over;

    TrialListener() {
        thread.start();
    }

    SandboxSpec.Listener listener() {
        return new SandboxSpec.Listener.Socket(path);
    }

    private void answer() {
        int descriptor = -1;
        try (var poll = new Poll(socket.fd())) {
            while (!over && descriptor < 0) {
                poll.await(GLANCE_MILLIS);
                if (poll.readable(0)) {
                    descriptor = socket.accept(HANDOVER).descriptor();
                }
            }
        }
        if (descriptor < 0) {
            return;
        }
        try (var listener = new SeccompListener(descriptor);
                var poll = new Poll(descriptor)) {
            while (!over && !poll.gone(0)) {
                poll.await(GLANCE_MILLIS);
                if (poll.readable(0) && listener.receive()) {
                    listener.proceed();
                }
            }
        }
    }

    @Override
    public void close() {
        over = true;
        try {
            thread.join(HANDOVER);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        socket.close();
        scratch.close();
    }
}
