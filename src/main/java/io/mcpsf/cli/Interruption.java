package io.mcpsf.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C turned into an interrupt of the thread that works, so that its try blocks clean up before
 * the process is gone. The JVM then ends with 130 by itself.
 */
final class Interruption implements AutoCloseable {

    /**
     * The sandbox is gone within a second. What was seen until then is judged and written after
     * that, which took more than ten seconds on a busy machine.
     */
    private static final long PATIENCE_SECONDS = 40;

    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean asked;

    Interruption() {
        Thread worker = Thread.currentThread();
        this.hook = new Thread(() -> interrupt(worker), "interruption");
    }

    void listen() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Also ends the work when this stream ends: whoever started us holds the other end, and is gone
     * when it closes.
     */
    void hangOn(InputStream lifeline) {
        Thread worker = Thread.currentThread();
        Thread.ofPlatform()
                .daemon()
                .name("lifeline")
                .start(
                        () -> {
                            try {
                                lifeline.transferTo(OutputStream.nullOutputStream());
                            } catch (IOException e) {
                                // Broken or ended is the same to us.
                            }
                            if (over.getCount() > 0) {
                                asked = true;
                                worker.interrupt();
                            }
                        });
    }

    /** Whether somebody wanted it to end, even if all was done by then. */
    boolean asked() {
        return asked;
    }

    @Override
    public void close() {
        over.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyGoing) {
            // The hook is what brought us here.
            return;
        }
    }

    private void interrupt(Thread worker) {
        asked = true;
        worker.interrupt();
        try {
            over.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
