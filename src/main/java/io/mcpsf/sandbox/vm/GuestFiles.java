package io.mcpsf.sandbox.vm;

import io.mcpsf.os.TreeCopy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Where the files of a guest go: those that were asked for to whoever asked, all others to where
 * they belong when the program has ended. One copy at a time.
 */
final class GuestFiles {

    private ReturnedFiles last = ReturnedFiles.none();
    private ReturnedFiles now = last;
    private CompletableFuture<Void> asked = CompletableFuture.completedFuture(null);
    private boolean over;

    /** Asks a guest for files. */
    @FunctionalInterface
    interface Order {
        void give() throws IOException;
    }

    /** What comes without having been asked for goes there. */
    synchronized GuestFiles endingWith(ReturnedFiles place) {
        last = place;
        now = place;
        return this;
    }

    /** By the one thread that listens to the guest. */
    synchronized void take(byte[] hostile) throws IOException {
        now.take(hostile);
        if (now != last && now.complete()) {
            now = last;
            asked.complete(null);
        }
    }

    /** Whether nothing is on its way: what was begun has been ended. */
    synchronized boolean whole() {
        return now == last && (last.complete() || !last.begun());
    }

    /** Has files copied to a place, and waits until they are there. */
    void ask(ReturnedFiles place, Order order, Duration atMost) throws IOException {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        synchronized (this) {
            if (over) {
                throw new IOException("the guest has ended");
            }
            if (now != last) {
                throw new IOException("its files are being copied already");
            }
            now = place;
            asked = mine;
        }
        try {
            order.give();
            mine.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new IOException("the guest does not give its files", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while files were copied", e);
        }
        if (place.leftOut() > 0) {
            throw new TreeCopy.RefusedException("there are more or larger files than allowed");
        }
    }

    /** Nothing comes any more. */
    synchronized void over() {
        over = true;
        asked.completeExceptionally(new IOException("the guest has ended"));
    }
}
