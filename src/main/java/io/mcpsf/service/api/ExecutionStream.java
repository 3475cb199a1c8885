package io.mcpsf.service.api;

import io.mcpsf.run.code.CodeSession;
import io.mcpsf.run.request.CodeEvent;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.SessionEndedException;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Runs code and hands on what comes of it on the thread of who asked. What is queued is bounded by
 * the caps of an execution. Whoever goes away ends the code.
 */
final class ExecutionStream {

    private static final long BEAT_SECONDS = 5;

    private ExecutionStream() {}

    /** Takes something, and may find nobody there any more. */
    @FunctionalInterface
    interface Taker<T> {
        void take(T one) throws IOException;
    }

    /** Says that we are still here. */
    @FunctionalInterface
    interface Beat {
        void beat() throws IOException;
    }

    private sealed interface Step {
        record Event(CodeEvent event) implements Step {}

        record Done(ExecOutcome outcome) implements Step {}

        record Broken(RuntimeException why) implements Step {}
    }

    static void run(
            CodeSession session,
            CodeSession.Code code,
            Taker<CodeEvent> events,
            Beat beat,
            Taker<ExecOutcome> done)
            throws IOException, InterruptedException {
        BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
        Thread running =
                Thread.ofVirtual().name("execution").start(() -> run(session, code, steps));
        try {
            while (true) {
                Step step = steps.poll(BEAT_SECONDS, TimeUnit.SECONDS);
                switch (step) {
                    case null -> beat.beat();
                    case Step.Event(CodeEvent event) -> events.take(event);
                    case Step.Done(ExecOutcome outcome) -> {
                        done.take(outcome);
                        return;
                    }
                    case Step.Broken(RuntimeException why) -> {
                        events.take(
                                new CodeEvent.Failed(
                                        "SessionEnded", String.valueOf(why.getMessage()), ""));
                        return;
                    }
                }
            }
        } finally {
            running.interrupt();
        }
    }

    private static void run(CodeSession session, CodeSession.Code code, BlockingQueue<Step> steps) {
        try {
            steps.add(
                    new Step.Done(
                            session.execute(code, event -> steps.add(new Step.Event(event)))));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SessionEndedException e) {
            steps.add(new Step.Broken(e));
        }
    }
}
