package io.mcpsf.service.kubernetes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts processes that the kernel kills when this one ends, also by {@code kill -9}. It kills them
 * with the thread that started them, so one thread starts them all and lives as long as this.
 */
final class TiedProcesses implements AutoCloseable {

    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("tied-processes").factory());

    /** Starts it as it is described; it keeps its process id. */
    Process start(ProcessBuilder described) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL", "--"));
        words.addAll(described.command());
        described.command(words);
        try {
            return thread.submit(described::start).get();
        } catch (ExecutionException e) {
            throw new IOException("not started: " + words, e.getCause());
        }
    }

    /** Whatever still runs ends. */
    @Override
    public void close() {
        thread.close();
    }
}
