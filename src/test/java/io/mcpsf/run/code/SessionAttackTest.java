package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.Status;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.SessionHearers;
import io.mcpsf.run.request.SessionRequest;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The attacks on single executions again, in a session that stays: each is stopped, named and
 * logged, and neither a session beside it nor the next one sees anything of it.
 */
@Tag("chamber")
final class SessionAttackTest {

    private static final String MARK = "mark-7719";

    /** Looks for the mark in every writable place and in what processes show. */
    private static final String LOOK =
            """
            import os
            found = [os.path.join(r, f) for top in ('/tmp', '/workspace', '/home', '/dev', '/var', '/run')
                     for r, ds, fs in os.walk(top) for f in fs + ds if 'mark-7719' in f]
            for p in os.listdir('/proc'):
                if p.isdigit():
                    try: found += [p] if b'mark-7719' in open('/proc/%s/environ' % p, 'rb').read() else []
                    except OSError: pass
            print(found or 'held')
            """;

    @TempDir static Path folder;
    private static CodeRunner runner;

    @BeforeAll
    static void open() throws Exception {
        runner = CodeRunner.open("crun", _ -> {});
    }

    @AfterAll
    static void close() {
        runner.close();
        assertThat(ProcessHandle.current().descendants().map(p -> p.info().commandLine()))
                .as("processes of sessions that are left")
                .noneMatch(line -> line.orElse("").contains("/code/"));
    }

    @Test
    void attacksInASessionAreStoppedNamedAndLogged() throws Exception {
        for (Attack attack : Attack.QUICK) {
            stopped(attack);
        }
    }

    @TestFactory
    @Tag("release")
    Stream<DynamicTest> everyAttackInASessionIsStoppedNamedAndLogged() {
        return Attack.SLOW.stream()
                .map(
                        attack ->
                                DynamicTest.dynamicTest(
                                        attack.name() + " in " + attack.language().word(),
                                        () -> stopped(attack)));
    }

    @Test
    void sessionsSeeNothingOfEachOtherNorOfTheOneBefore() throws Exception {
        try (CodeSession first = session("");
                CodeSession beside = session("")) {
            first.execute(code(CodeLanguage.PYTHON, marks()), _ -> {});

            assertThat(run(first, LOOK)).as("the look finds what is there").contains(MARK);
            assertThat(run(beside, LOOK)).isEqualTo("held\n");
        }
        try (CodeSession next = session("")) {
            assertThat(run(next, LOOK)).isEqualTo("held\n");
        }
    }

    private static String marks() {
        return """
        import os
        for p in ('/tmp', '/workspace', '/home/user', '/dev/shm'):
            open(p + '/mark-7719', 'w').write('content')
        os.environ['MARK'] = 'mark-7719'
        """;
    }

    private static void stopped(Attack attack) throws Exception {
        stopped(attack, runner, folder, "");
    }

    /** Also elsewhere, with limits that an attack without its own is given. */
    static void stopped(Attack attack, CodeRunner runner, Path folder, String limits)
            throws Exception {
        String own = attack.limits().isEmpty() ? limits : attack.limits();
        try (CodeSession session = session(own, runner, folder)) {
            ExecOutcome outcome =
                    session.execute(code(attack.language(), awaited(attack)), _ -> {});

            ExecutionLog log = outcome.log();
            String what = attack.name() + " in " + attack.language() + ": " + log;
            assertThat(log.ending().status()).as(what).isEqualTo(attack.status());
            assertThat(log.violations())
                    .as(what)
                    .extracting("violation")
                    .contains(attack.violation());
            assertThat(log.alerts()).as(what).extracting("violation").contains(attack.violation());
            assertThat(log.output().stdout()).as(what).doesNotContain("LEAKED");
            if (attack.status() == Status.DONE) {
                assertThat(log.output().stdout()).as(what).isEqualTo(Attack.HELD + "\n");
            }
            assertThat(session.over().isPresent())
                    .as("only a violation that kills ends the session: " + what)
                    .isEqualTo(attack.status() == Status.KILLED);
            assertThat(Files.readString(outcome.caseFolder().resolve("evidence.jsonl")))
                    .contains(attack.violation().name());
        }
    }

    /** A kernel waits for a promise only where the code says so. */
    private static String awaited(Attack attack) {
        return attack.language() == CodeLanguage.NODE
                ? attack.code().replace("\n(async", "\nawait (async")
                : attack.code();
    }

    private static String run(CodeSession session, String python) throws InterruptedException {
        return session.execute(code(CodeLanguage.PYTHON, python), _ -> {}).log().output().stdout();
    }

    private static CodeSession.Code code(CodeLanguage language, String code) {
        return new CodeSession.Code(
                language, code, language.word(), Map.of(), Duration.ofMinutes(1));
    }

    private static CodeSession session(String limits) throws InterruptedException {
        return session(limits, runner, folder);
    }

    private static CodeSession session(String limits, CodeRunner runner, Path folder)
            throws InterruptedException {
        String yaml = Attack.UNSCANNED + limits + "\n";
        return runner.open(
                new SessionRequest(
                        MergedPolicy.of(
                                List.of(
                                        PolicyLayer.execution(),
                                        PolicyLayer.read(
                                                "test", yaml.getBytes(StandardCharsets.UTF_8)))),
                        ExecRequest.Folders.none(),
                        Map.of(),
                        Map.of(),
                        folder.resolve("executions")),
                SessionHearers.none());
    }
}
