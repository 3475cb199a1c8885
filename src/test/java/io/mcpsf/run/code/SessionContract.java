package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.request.CodeEvent;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.SessionEndedException;
import io.mcpsf.run.request.SessionFile;
import io.mcpsf.run.request.SessionFileException;
import io.mcpsf.run.request.SessionHearers;
import io.mcpsf.run.request.SessionRequest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What a sandbox that stays does: state, streams, files, programs, pauses, and its end. */
abstract class SessionContract {

    /** Longer than an emulated processor takes for anything here. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir Path folder;

    /** Where sessions are opened. */
    abstract CodeRunner runner();

    /** The part of the policy that the runtime needs. */
    abstract String limits();

    @Test
    void variablesSurviveInEveryLanguageAndErrorsHaveNames() throws Exception {
        try (CodeSession session = session("")) {
            run(session, CodeLanguage.PYTHON, "x = 41");
            run(session, CodeLanguage.NODE, "const y = await Promise.resolve(6)");
            run(session, CodeLanguage.BASH, "z=seven; cd /tmp");

            var shown = new ArrayList<CodeEvent>();
            ExecutionLog python = run(session, CodeLanguage.PYTHON, "x + 1", shown::add);
            ExecutionLog node = run(session, CodeLanguage.NODE, "console.log(y * 7)");
            ExecutionLog bash = run(session, CodeLanguage.BASH, "echo $z $PWD; false");
            ExecutionLog failed = run(session, CodeLanguage.PYTHON, "print(x)\n1 / 0", shown::add);

            assertThat(python.ending().exitCode()).isZero();
            assertThat(shown.getFirst())
                    .isInstanceOfSatisfying(
                            CodeEvent.Result.class,
                            result -> {
                                assertThat(result.main()).isTrue();
                                assertThat(result.data().path("text/plain").asString())
                                        .isEqualTo("42");
                            });
            assertThat(node.output().stdout()).isEqualTo("42\n");
            assertThat(bash.output().stdout()).isEqualTo("seven /tmp\n");
            assertThat(bash.ending().exitCode()).isEqualTo(1);
            assertThat(failed.output().stdout()).isEqualTo("41\n");
            assertThat(failed.ending())
                    .isEqualTo(
                            new ExecutionLog.Ending(
                                    ExecutionLog.Status.DONE,
                                    1,
                                    List.of("ZeroDivisionError: division by zero")));
            assertThat(shown.getLast())
                    .isInstanceOfSatisfying(
                            CodeEvent.Failed.class,
                            why -> assertThat(why.traceback()).contains("line 2"));
        }
    }

    @Test
    void outputComesWhileTheCodeRuns() throws Exception {
        try (CodeSession session = session("")) {
            var events = new LinkedBlockingQueue<CodeEvent>();
            String waits =
                    """
                    import os, time
                    print("begun")
                    while not os.path.exists("/workspace/go"): time.sleep(0.01)
                    print("seen")
                    """;

            CompletableFuture<ExecutionLog> running =
                    beside(() -> run(session, CodeLanguage.PYTHON, waits, events::add));
            CodeEvent first = events.poll(300, TimeUnit.SECONDS);
            boolean over = running.isDone();
            session.files().write("/workspace/go", new ByteArrayInputStream(new byte[0]));
            ExecutionLog log = running.get(300, TimeUnit.SECONDS);

            assertThat(text(first)).startsWith("begun");
            assertThat(over).isFalse();
            assertThat(log.output().stdout()).isEqualTo("begun\nseen\n");
        }
    }

    @Test
    void eachExecutionHasItsOwnEvidenceAndOnlyItsOwnFiles() throws Exception {
        try (CodeSession session = session("")) {
            run(session, CodeLanguage.PYTHON, "open('/workspace/first', 'w').write('1')");
            ExecOutcome second =
                    session.execute(
                            code(
                                    CodeLanguage.PYTHON,
                                    "open('/workspace/second', 'w').write('2')"
                                            + ".bit_length(); import socket;"
                                            + " socket.socket().connect_ex(('192.0.2.1', 80))"),
                            _ -> {});

            assertThat(second.log().ending().status()).isEqualTo(ExecutionLog.Status.REFUSED);

            ExecOutcome third =
                    session.execute(
                            code(
                                    CodeLanguage.PYTHON,
                                    "n = open('/workspace/second', 'w').write('2')"),
                            _ -> {});

            assertThat(third.log().access().files())
                    .extracting(ExecutionLog.FileUse::path)
                    .contains("/workspace/second")
                    .doesNotContain("/workspace/first");
            assertThat(third.caseFolder().resolve("execution.json")).isRegularFile();
            try (var lines =
                    Files.newBufferedReader(third.caseFolder().resolve("evidence.jsonl"))) {
                assertThat(EvidenceFormat.read(lines).seen()).isNotEmpty();
            }
        }
    }

    @Test
    void codeThatTakesTooLongIsKilledWithWhatDetachedAndTheSessionGoesOn() throws Exception {
        try (CodeSession session = session("code: {allow: [process]}")) {
            String forever =
                    """
                    import subprocess
                    subprocess.Popen(["sleep", "1000"], start_new_session=True)
                    while True: pass
                    """;
            run(session, CodeLanguage.PYTHON, "warm = 1");
            ExecutionLog late =
                    session.execute(
                                    new CodeSession.Code(
                                            CodeLanguage.PYTHON,
                                            forever,
                                            "python",
                                            Map.of(),
                                            Duration.ofSeconds(2)),
                                    _ -> {})
                            .log();
            ExecutionLog after =
                    run(session, CodeLanguage.BASH, "cat /proc/[0-9]*/comm | grep -c sleep");

            assertThat(late.ending().status()).isEqualTo(ExecutionLog.Status.TIMED_OUT);
            assertThat(late.ending().exitCode()).isEqualTo(124);
            assertThat(late.violations())
                    .extracting(breach -> breach.violation().name())
                    .contains("TIME_EXCEEDED");
            assertThat(after.output().stdout()).isEqualTo("0\n");
        }
    }

    @Test
    void aSessionThatWantsTooMuchMemoryIsEndedAndSaysSo() throws Exception {
        try (CodeSession session = session("limits: {memory: 64m}")) {
            ExecutionLog log =
                    run(session, CodeLanguage.PYTHON, "x = bytearray(200 << 20)\nprint(len(x))");

            assertThat(log.ending().status()).isEqualTo(ExecutionLog.Status.KILLED);
            assertThat(log.violations())
                    .extracting(breach -> breach.violation().name())
                    .contains("MEMORY_EXCEEDED");
            assertThat(session.over()).hasValueSatisfying(w -> assertThat(w).contains("MEMORY"));
            assertThatThrownBy(() -> run(session, CodeLanguage.PYTHON, "1"))
                    .isInstanceOf(SessionEndedException.class);
        }
    }

    @Test
    void aPausedSessionStandsStillAndGoesOnWhereItWas() throws Exception {
        try (CodeSession session = session("")) {
            run(session, CodeLanguage.PYTHON, "kept = 'kept'");
            CodeSession.Program clock =
                    new CodeSession.Program(
                            List.of("bash", "-c", "while :; do echo tick; sleep 0.05; done"),
                            Map.of(),
                            "",
                            false,
                            0,
                            0);
            RunningProgram program = session.start(clock);
            try (RunningProgram.Reader reader = program.read()) {
                assertThat(reader.next(PATIENCE)).isPresent();

                assertThat(session.pause()).isTrue();
                while (reader.next(Duration.ofMillis(100)).isPresent()) {
                    // What was on its way when everything stopped.
                }
                assertThat(reader.next(Duration.ofMillis(400))).isEmpty();
                assertThatThrownBy(() -> session.files().list("/", 1))
                        .isInstanceOf(SessionEndedException.class);
                session.resume();

                assertThat(reader.next(PATIENCE)).isPresent();
            }
            assertThat(run(session, CodeLanguage.PYTHON, "print(kept)").output().stdout())
                    .isEqualTo("kept\n");
        }
    }

    @Test
    void aForkHasTheFilesOfItsOriginAndGoesItsOwnWay() throws Exception {
        Path copies = Files.createDirectory(folder.resolve("copies"));
        try (CodeSession origin = session("")) {
            run(origin, CodeLanguage.PYTHON, "open('/workspace/a', 'w').write('one')");
            run(origin, CodeLanguage.BASH, "echo home > ~/b; ln -s /etc/passwd ~/link");
            Map<String, Path> seeds = origin.snapshot(copies);
            try (CodeSession fork = session("", seeds)) {
                run(fork, CodeLanguage.BASH, "echo two > /workspace/a");

                assertThat(run(fork, CodeLanguage.BASH, "cat ~/b").output().stdout())
                        .isEqualTo("home\n");
                assertThat(run(origin, CodeLanguage.BASH, "cat /workspace/a").output().stdout())
                        .isEqualTo("one");
            }
        }
    }

    @Test
    void programsHaveInputSignalsAndTerminals() throws Exception {
        try (CodeSession session = session("")) {
            RunningProgram cat =
                    session.start(
                            new CodeSession.Program(List.of("cat"), Map.of(), "/tmp", true, 0, 0));
            try (RunningProgram.Reader reader = cat.read()) {
                cat.write("hello".getBytes(StandardCharsets.UTF_8));
                assertThat(text(reader.next(PATIENCE).orElseThrow())).isEqualTo("hello");
                cat.closeInput();
                assertThat(cat.ended().get(300, TimeUnit.SECONDS)).isZero();
            }
            RunningProgram shell =
                    session.start(
                            new CodeSession.Program(
                                    List.of("bash", "-c", "tty >/dev/null && stty size; sleep 99"),
                                    Map.of(),
                                    "",
                                    true,
                                    90,
                                    20));
            try (RunningProgram.Reader reader = shell.read()) {
                // A terminal may hand a line over in two pieces.
                String size = "";
                while (!size.endsWith("\n")) {
                    size += text(reader.next(PATIENCE).orElseThrow());
                }
                assertThat(size).isEqualTo("20 90\r\n");
                shell.signal(9);
                assertThat(shell.ended().get(300, TimeUnit.SECONDS)).isEqualTo(137);
            }
            assertThatThrownBy(
                            () ->
                                    session.start(
                                            new CodeSession.Program(
                                                    List.of("nothing-of-that-name"),
                                                    Map.of(),
                                                    "",
                                                    false,
                                                    0,
                                                    0)))
                    .isInstanceOf(SessionFileException.class);
        }
    }

    @Test
    void filesComeAndGoAndChangesAreTold() throws Exception {
        try (CodeSession session = session("")) {
            byte[] large = new byte[700_000];
            large[699_999] = 7;
            var changes = new LinkedBlockingQueue<String>();
            session.files().makeFolder("/home/user/in");
            try (SessionFiles.Watching _ =
                    session.files()
                            .watch("/home/user/in", true, (n, kind) -> changes.add(kind + n))) {
                session.files().write("/home/user/in/b.bin", new ByteArrayInputStream(large));
                assertThat(changes.poll(300, TimeUnit.SECONDS)).isEqualTo("createb.bin");
            }
            var back = new ByteArrayOutputStream();
            session.files().read("/home/user/in/b.bin", back, 1 << 20);
            session.files().move("/home/user/in/b.bin", "/workspace/deep/c.bin");
            List<SessionFile> listed = session.files().list("/workspace", 3);

            assertThat(back.toByteArray()).isEqualTo(large);
            assertThat(listed).extracting(SessionFile::path).contains("/workspace/deep/c.bin");
            session.files().remove("/workspace/deep");
            assertThatThrownBy(() -> session.files().stat("/workspace/deep"))
                    .isInstanceOfSatisfying(
                            SessionFileException.class,
                            why -> assertThat(why.error()).isEqualTo("ENOENT"));
            assertThatThrownBy(
                            () ->
                                    session.files()
                                            .read("/etc/shadow", new ByteArrayOutputStream(), 1))
                    .isInstanceOf(SessionFileException.class);
        }
    }

    private static String text(CodeEvent event) {
        return event instanceof CodeEvent.Written(_, byte[] bytes)
                ? new String(bytes, StandardCharsets.UTF_8)
                : String.valueOf(event);
    }

    interface Work<T> {
        T run() throws Exception;
    }

    static <T> CompletableFuture<T> beside(Work<T> work) {
        var done = new CompletableFuture<T>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                done.complete(work.run());
                            } catch (Exception e) {
                                done.completeExceptionally(e);
                            }
                        });
        return done;
    }

    private static CodeSession.Code code(CodeLanguage language, String code) {
        return new CodeSession.Code(language, code, language.word(), Map.of(), PATIENCE);
    }

    static ExecutionLog run(CodeSession session, CodeLanguage language, String code)
            throws InterruptedException {
        return run(session, language, code, _ -> {});
    }

    static ExecutionLog run(
            CodeSession session, CodeLanguage language, String code, Consumer<CodeEvent> events)
            throws InterruptedException {
        return session.execute(code(language, code), events).log();
    }

    final CodeSession session(String yaml) throws InterruptedException {
        return session(yaml, Map.of());
    }

    private CodeSession session(String yaml, Map<String, Path> seeds) throws InterruptedException {
        var layers = new ArrayList<>(List.of(PolicyLayer.execution()));
        for (String part : List.of(limits(), yaml)) {
            if (!part.isEmpty()) {
                layers.add(PolicyLayer.read("test", part.getBytes(StandardCharsets.UTF_8)));
            }
        }
        return runner().open(
                        new SessionRequest(
                                MergedPolicy.of(layers),
                                ExecRequest.Folders.none(),
                                seeds,
                                Map.of(),
                                folder.resolve("executions")),
                        SessionHearers.none());
    }
}
