package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.Status;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecStreams;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Hostile code in both languages, with the scan out of its way: each attack is stopped, named and
 * logged, and leaves nothing behind.
 */
@Tag("chamber")
final class AttackTest {

    @TempDir Path folder;
    private CodeTrial trial;

    @BeforeEach
    void open() throws Exception {
        trial = new CodeTrial(folder.resolve("executions"));
    }

    @AfterEach
    void close() {
        trial.close();
        assertThat(ProcessHandle.current().descendants().map(p -> p.info().commandLine()))
                .as("processes of code that are left")
                .noneMatch(line -> line.orElse("").contains("/code/main"));
    }

    @Test
    void attacksAreStoppedNamedAndLogged() throws Exception {
        for (Attack attack : Attack.QUICK) {
            stopped(attack);
        }
    }

    @TestFactory
    @Tag("release")
    Stream<DynamicTest> everyAttackIsStoppedNamedAndLogged() {
        return Attack.SLOW.stream()
                .map(
                        attack ->
                                DynamicTest.dynamicTest(
                                        attack.name() + " in " + attack.language().word(),
                                        () -> stopped(attack)));
    }

    @Test
    void theScanStopsWhatWasTalkedIntoSendingTheWorkspaceAway() throws Exception {
        ExecutionLog log = trial.python(Attack.sends());

        assertThat(log.ending().status()).isEqualTo(Status.REFUSED);
        assertThat(log.ending().errors().getFirst())
                .startsWith("refused: line 5: urllib.request.urlopen uses the network");
    }

    @Test
    @Tag("release")
    void executionsSeeNothingOfEachOther() throws Exception {
        trial.under(Attack.UNSCANNED);
        var first =
                CompletableFuture.supplyAsync(
                        () ->
                                quietly(
                                        """
                                        import os, time
                                        for p in ('/tmp/mark-7719', '/workspace/mark-7719', '/home/user/mark-7719', '/dev/shm/mark-7719'):
                                            open(p, 'w').write('mark-7719-content')
                                        time.sleep(4)
                                        print('held')
                                        """));
        ExecutionLog second =
                trial.python(
                        """
                        import os, time
                        time.sleep(2)
                        found = [os.path.join(r, f) for top in ('/tmp', '/workspace', '/home', '/dev', '/var', '/run', '/etc')
                                 for r, _, fs in os.walk(top) for f in fs if 'mark-7719' in f]
                        print(found or 'held')
                        """);

        assertThat(first.join().output().stdout()).isEqualTo("held\n");
        assertThat(second.output().stdout()).isEqualTo("held\n");
        assertThat(
                        trial.python("import os; print(os.listdir('/tmp'), os.listdir('.'))")
                                .output()
                                .stdout())
                .isEqualTo("[] ['data', 'results']\n");
    }

    private ExecutionLog quietly(String code) {
        try {
            return trial.python(code);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void stopped(Attack attack) throws InterruptedException, IOException {
        trial.under(Attack.UNSCANNED + attack.limits() + "\n");

        ExecOutcome outcome = trial.run(attack.language(), attack.code(), ExecStreams.none());

        ExecutionLog log = outcome.log();
        String what = attack.name() + " in " + attack.language() + ": " + log.output();
        assertThat(log.ending().status()).as(what).isEqualTo(attack.status());
        assertThat(log.violations()).as(what).extracting("violation").contains(attack.violation());
        assertThat(log.alerts()).as(what).extracting("violation").contains(attack.violation());
        assertThat(log.output().stdout()).as(what).doesNotContain("LEAKED");
        switch (attack.status()) {
            case DONE -> assertThat(log.output().stdout()).as(what).isEqualTo(Attack.HELD + "\n");
            case TIMED_OUT -> assertThat(log.ending().exitCode()).isEqualTo(124);
            case KILLED -> assertThat(log.ending().exitCode()).isEqualTo(137);
            case REFUSED -> throw new AssertionError(what);
        }
        assertThat(Files.readString(outcome.caseFolder().resolve("evidence.jsonl")))
                .contains(attack.violation().name());
    }
}
