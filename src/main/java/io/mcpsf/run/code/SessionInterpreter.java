package io.mcpsf.run.code;

import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.Ending;
import io.mcpsf.exec.ExecutionLog.Status;
import io.mcpsf.exec.ScanFinding;
import io.mcpsf.json.Json;
import io.mcpsf.policy.Policy;
import io.mcpsf.run.request.CodeEvent;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.SessionEndedException;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Scans and runs the code of a session, one piece at a time, and ends what takes too long. */
final class SessionInterpreter {

    /** The agent kills what ran too long and all that detached from it. */
    private static final Duration SWEEP = Duration.ofSeconds(10);

    private final SessionChamber chamber;
    private final SessionAgent agent;
    private final PreScan scanner;
    private final CodeSession.Edges edges;
    private final Runnable check;
    private final Semaphore turn = new Semaphore(1, true);

    SessionInterpreter(
            SessionChamber chamber,
            SessionAgent agent,
            PreScan scanner,
            CodeSession.Edges edges,
            Runnable check) {
        this.chamber = chamber;
        this.agent = agent;
        this.scanner = scanner;
        this.edges = edges;
        this.check = check;
    }

    /** Runs code to its end. What it writes and shows is told as it comes; that must be quick. */
    ExecOutcome execute(CodeSession.Code ask, Consumer<CodeEvent> events)
            throws InterruptedException {
        check.run();
        // A person may take long, and other code may run meanwhile.
        List<ScanFinding> scan =
                PreScan.approved(
                        scanner.look(ask.language(), ask.code(), chamber.policy()),
                        edges.approver());
        turn.acquire();
        try {
            check.run();
            SessionExecution execution = chamber.log(ask.language(), ask.code(), scan);
            if (PreScan.refuses(scan)) {
                String why = PreScan.refusal(scan);
                events.accept(new CodeEvent.Failed("Refused", why, ""));
                return chamber.finish(
                        execution,
                        new Ending(Status.REFUSED, Endings.REFUSED, List.of(why)),
                        ExecutionLog.Resources.none());
            }
            return run(ask, execution, events);
        } finally {
            turn.release();
        }
    }

    private ExecOutcome run(
            CodeSession.Code ask, SessionExecution execution, Consumer<CodeEvent> events)
            throws InterruptedException {
        SessionChamber.Meter meter = chamber.meter();
        chamber.begin(execution);
        InterpreterOutput output =
                InterpreterOutput.listen(agent, edges.services(), execution, events);
        long number = output.number();
        try {
            ObjectNode env = Json.object();
            ask.env().forEach(env::put);
            agent.send(
                    number,
                    "code",
                    Json.object()
                            .put("context", ask.context())
                            .put("language", ask.language().word())
                            .put("code", ask.code())
                            .set("env", env));
            Ending ending = ending(ask, output);
            return chamber.finish(execution, ending, meter.read(execution.millis()));
        } catch (SessionEndedException e) {
            return chamber.finish(
                    execution, Endings.killed(chamber.over()), meter.read(execution.millis()));
        } finally {
            agent.forget(number);
            chamber.leave(execution);
        }
    }

    private Ending ending(CodeSession.Code ask, InterpreterOutput output)
            throws InterruptedException {
        long seconds = chamber.policy().limits().seconds();
        long limit =
                seconds == Policy.ResourceLimits.NO_END
                        ? ask.atMost().toMillis()
                        : Math.min(ask.atMost().toMillis(), seconds * 1000);
        boolean interrupted = false;
        try {
            int code = output.end().get(limit, TimeUnit.MILLISECONDS);
            if (code == Endings.KILLED) {
                chamber.lookForMemory();
            }
            if (chamber.over().isPresent()) {
                return Endings.killed(chamber.over());
            }
            var errors = new ArrayList<String>(output.errors());
            if (code != 0 && errors.isEmpty()) {
                errors.add("exit code " + code);
            }
            return new Ending(Status.DONE, code, errors);
        } catch (TimeoutException e) {
            interrupted = false;
        } catch (InterruptedException e) {
            interrupted = true;
        } catch (ExecutionException e) {
            return Endings.killed(chamber.over());
        }
        stop(ask.context());
        if (interrupted) {
            Thread.currentThread().interrupt();
            return new Ending(Status.KILLED, Endings.KILLED, List.of("cancelled"));
        }
        chamber.tookTooLong();
        return new Ending(
                Status.TIMED_OUT, Endings.TIMED_OUT, List.of("timed out; its variables are gone"));
    }

    /** Ends the kernel and whatever detached from it; when even that fails, the whole session. */
    private void stop(String context) {
        boolean interrupted = Thread.interrupted();
        try {
            agent.ask(
                    "drop",
                    Json.object().put("context", context).put("sweep", true),
                    chamber.patience(SWEEP));
        } catch (SessionEndedException e) {
            chamber.end("it could not be stopped");
        } catch (InterruptedException e) {
            interrupted = true;
            chamber.end("it could not be stopped");
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Forgets a context: its kernel ends, and its variables are gone. */
    void drop(String context) throws InterruptedException {
        check.run();
        agent.ask("drop", Json.object().put("context", context), SWEEP);
    }
}
