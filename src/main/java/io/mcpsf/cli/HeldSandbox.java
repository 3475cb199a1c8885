package io.mcpsf.cli;

import io.mcpsf.run.request.CacheOptions;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;

/** {@code --no-cleanup}: a sandbox that stays until a person has seen enough of it. */
record HeldSandbox(PrintStream err, InputStream answers) implements CacheOptions.Hold {

    /** The sandbox lives as long as we answer its system calls, so we stay until told. */
    @Override
    public void until(List<String> how) throws InterruptedException {
        if (how.isEmpty()) {
            err.println("\nthe server has ended by itself, so there is no sandbox to keep");
            err.flush();
            return;
        }
        err.println("\nthe sandbox is kept and the server in it is still running");
        how.forEach(line -> err.println("  " + line));
        err.println("press Enter or Ctrl-C to remove it");
        err.flush();
        try {
            while (answers.available() == 0) {
                Thread.sleep(200);
            }
            // The whole line, which would answer the next question otherwise.
            int read = answers.read();
            while (read != '\n' && answers.available() > 0) {
                read = answers.read();
            }
        } catch (IOException closed) {
            throw new InterruptedException("standard input is closed");
        }
    }
}
