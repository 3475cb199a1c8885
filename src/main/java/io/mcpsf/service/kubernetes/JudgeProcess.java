package io.mcpsf.service.kubernetes;

import io.mcpsf.os.Command;
import io.mcpsf.service.worker.ChildCommand;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.text.Printable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Runs {@code mcpsf judge} as a process of its own: evidence that takes too much memory or time
 * costs that process, not the dispatcher with all of its jobs.
 */
public final class JudgeProcess implements CaseReports {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int INCONCLUSIVE = 3;

    private final Map<String, String> env;
    private final Semaphore places;

    public JudgeProcess(Map<String, String> env, int atOnce) {
        this.env = Map.copyOf(env);
        this.places = new Semaphore(atOnce, true);
    }

    @Override
    public Optional<String> write(Path caseFolder) throws InterruptedException {
        Path empty;
        try {
            empty = Files.createDirectories(caseFolder.resolveSibling("empty"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Command command =
                ChildCommand.judge(env, caseFolder.resolve(CaseFolder.EVIDENCE), empty)
                        .within(LONGEST);
        places.acquire();
        Command.Result result;
        try {
            result = command.run();
        } finally {
            places.release();
        }
        return result.good() || (result.code() == INCONCLUSIVE && !result.timedOut())
                ? Optional.empty()
                : Optional.of(Printable.line(result.complaint(), 300));
    }
}
