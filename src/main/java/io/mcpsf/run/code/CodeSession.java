package io.mcpsf.run.code;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.policy.Policy;
import io.mcpsf.run.request.Approver;
import io.mcpsf.run.request.CodeEvent;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.SessionEndedException;
import io.mcpsf.run.tools.CodeServices;
import io.mcpsf.run.tools.PrivacyGate;
import io.mcpsf.sandbox.Sandbox;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A sandbox that stays: code after code runs in it with its state kept, programs beside them, and
 * files come and go, until it is closed or ends for a violation. Code runs one piece at a time.
 */
public final class CodeSession implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);

    private final SessionChamber chamber;
    private final SessionFiles files;
    private final SessionInterpreter interpreter;
    private final SessionPrograms programs;
    private final SessionPause pause;

    /** What is to be run, and where: a context keeps its variables apart from those of others. */
    public record Code(
            CodeLanguage language,
            String code,
            String context,
            Map<String, String> env,
            Duration atMost) {
        public Code {
            env = Map.copyOf(env);
        }
    }

    /** A program to start. No columns means no terminal. */
    public record Program(
            List<String> argv,
            Map<String, String> env,
            String folder,
            boolean input,
            int columns,
            int rows) {
        public Program {
            argv = List.copyOf(argv);
            env = Map.copyOf(env);
        }
    }

    /** Resources at this moment; -1 for what this host cannot count. */
    public record Use(
            long cpuMillis,
            long memoryBytes,
            long memoryPeakBytes,
            long diskBytes,
            Policy.ResourceLimits limits) {}

    /** What stands between it and the rest of the world. */
    record Edges(Approver approver, CodeServices services, PrivacyGate privacy) {}

    CodeSession(SessionChamber chamber, PreScan scanner, Edges edges) throws InterruptedException {
        this.chamber = chamber;
        Sandbox.Pipes pipes = chamber.sandbox().pipes();
        SessionAgent agent = SessionAgent.start(pipes.stdin(), pipes.stdout(), chamber::lost);
        this.files = new SessionFiles(agent, edges.privacy(), this::check);
        this.interpreter = new SessionInterpreter(chamber, agent, scanner, edges, this::check);
        this.programs = new SessionPrograms(chamber, agent, edges.services(), this::check);
        this.pause = new SessionPause(chamber, this::check);
        agent.awaitReady(START);
    }

    public String id() {
        return chamber.id();
    }

    /** Why it is over; empty while it lives. */
    public Optional<String> over() {
        return chamber.over();
    }

    public SessionFiles files() {
        return files;
    }

    /** Runs code to its end. What it writes and shows is told as it comes; that must be quick. */
    public ExecOutcome execute(Code ask, Consumer<CodeEvent> events) throws InterruptedException {
        return interpreter.execute(ask, events);
    }

    /** Forgets a context: its kernel ends, and its variables are gone. */
    public void drop(String context) throws InterruptedException {
        interpreter.drop(context);
    }

    /** Starts a program beside the code. It ends with the session, if not before. */
    public RunningProgram start(Program ask) throws InterruptedException {
        return programs.start(ask);
    }

    public boolean paused() {
        return pause.paused();
    }

    /** Lets nothing in it run until it is resumed; false when this host cannot do that. */
    public boolean pause() {
        return pause.pause();
    }

    public void resume() {
        pause.resume();
    }

    /**
     * Copies its files to this folder, one folder for each place by the name in the map. Nothing
     * runs meanwhile, where that can be had. Memory is not in it.
     */
    public Map<String, Path> snapshot(Path to) throws IOException {
        return pause.snapshot(to);
    }

    /** Where each place of a session is found in a folder that one was copied to. */
    public static Map<String, Path> places(Path copied) {
        return SessionPause.places(copied);
    }

    public Use use() {
        return chamber.use();
    }

    /** Ends everything in it; what it left in logs stays. */
    @Override
    public void close() {
        chamber.close();
    }

    /** Completed when it is over and nothing of it is left. */
    public CompletableFuture<String> closed() {
        return chamber.closed();
    }

    private void check() {
        if (chamber.over().isPresent()) {
            throw new SessionEndedException("the session has ended: " + chamber.over().get());
        }
        if (pause.paused()) {
            throw new SessionEndedException("the session is paused");
        }
    }
}
