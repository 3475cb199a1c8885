package io.mcpsf.service.worker;

import io.mcpsf.service.job.JobEvent;
import io.mcpsf.service.job.Queue;

import java.nio.file.Path;
import java.util.function.Consumer;

/** Runs one assessment. Interrupting the thread ends it, cleaned up. */
public interface Runner {

    /**
     * Runs it in a folder that is there for it alone. {@code source} is what the request's source
     * became, such as the folder of an upload.
     */
    Outcome run(Queue.Taken taken, String source, Path folder, Consumer<JobEvent> events)
            throws InterruptedException;

    /** How it came out. */
    sealed interface Outcome {
        /** There is a case with a report. */
        record Finished(Path caseFolder) implements Outcome {}

        /** It can't be done, now or later: a source that does not exist, for example. */
        record Refused(String what, String why, String next) implements Outcome {}

        /** Something of ours died; another attempt may do. */
        record Crashed(String why) implements Outcome {}
    }
}
