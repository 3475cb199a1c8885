package io.mcpsf.run.code;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog.Ending;
import io.mcpsf.exec.ExecutionLog.Status;
import io.mcpsf.json.Json;
import io.mcpsf.run.request.SessionFileException;
import io.mcpsf.run.tools.CodeServices;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Starts programs in a session, beside its code, and logs each as an execution. */
final class SessionPrograms {

    private static final Duration START = Duration.ofSeconds(60);
    private static final int MOST_PROGRAMS = 64;

    private final SessionChamber chamber;
    private final SessionAgent agent;
    private final CodeServices services;
    private final Runnable check;
    private final Semaphore free = new Semaphore(MOST_PROGRAMS);

    SessionPrograms(
            SessionChamber chamber, SessionAgent agent, CodeServices services, Runnable check) {
        this.chamber = chamber;
        this.agent = agent;
        this.services = services;
        this.check = check;
    }

    /** Starts a program beside the code. It ends with the session, if not before. */
    RunningProgram start(CodeSession.Program ask) throws InterruptedException {
        check.run();
        if (!free.tryAcquire()) {
            throw new SessionFileException(
                    "EAGAIN", "more than " + MOST_PROGRAMS + " programs at once");
        }
        SessionExecution execution =
                chamber.log(CodeLanguage.BASH, String.join(" ", ask.argv()), List.of());
        SessionChamber.Meter meter = chamber.meter();
        chamber.begin(execution);
        var program =
                new RunningProgram(
                        agent,
                        ask.argv(),
                        services::chunks,
                        written -> execution.wrote(written.stream(), written.bytes()));
        var _ =
                program.ended()
                        .thenAcceptAsync(
                                code -> {
                                    free.release();
                                    chamber.leave(execution);
                                    boolean killed = chamber.over().isPresent();
                                    chamber.finish(
                                            execution,
                                            killed
                                                    ? Endings.killed(chamber.over())
                                                    : new Ending(
                                                            Status.DONE,
                                                            code,
                                                            code == 0
                                                                    ? List.of()
                                                                    : List.of("exit code " + code)),
                                            meter.read(execution.millis()));
                                },
                                task -> Thread.ofVirtual().start(task));
        agent.send(program.number(), "start", words(ask));
        program.awaitStart(START);
        return program;
    }

    private static ObjectNode words(CodeSession.Program ask) {
        ObjectNode words = Json.object().put("cwd", ask.folder()).put("stdin", ask.input());
        ask.argv().forEach(words.putArray("argv")::add);
        ObjectNode env = words.putObject("env");
        ask.env().forEach(env::put);
        if (ask.columns() > 0) {
            words.putObject("pty").put("cols", ask.columns()).put("rows", ask.rows());
        }
        return words;
    }
}
