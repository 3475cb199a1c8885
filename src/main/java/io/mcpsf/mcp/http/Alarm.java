package io.mcpsf.mcp.http;

import java.time.Duration;

/** Does something when it is not closed in time. */
final class Alarm implements AutoCloseable {

    private final Thread thread;

    private Alarm(Thread thread) {
        this.thread = thread;
    }

    static Alarm in(Duration time, Runnable then) {
        return new Alarm(
                Thread.ofVirtual()
                        .name("alarm")
                        .start(
                                () -> {
                                    try {
                                        Thread.sleep(time);
                                        then.run();
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                }));
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
