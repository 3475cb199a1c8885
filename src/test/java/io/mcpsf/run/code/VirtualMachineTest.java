package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.Breached;
import io.mcpsf.exec.ExecutionLog.Status;
import io.mcpsf.model.Violation;
import io.mcpsf.run.request.ExecStreams;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.sandbox.vm.VmParts;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Code in an emulated virtual machine of its own. A start takes seconds of a processor. */
@Tag("chamber")
@Tag("release")
final class VirtualMachineTest {

    /** What is emulated on a busy machine takes its time. */
    private static final String PATIENT = "limits: {time: 10m, cpus: 1%s}\n";

    @TempDir Path folder;
    private CodeTrial trial;

    @BeforeEach
    void open() throws Exception {
        VmParts.here().install(_ -> {});
        trial =
                new CodeTrial(folder.resolve("executions"), CodeRunner.open("vm", _ -> {}))
                        .under(PATIENT.formatted(""));
    }

    @AfterEach
    void close() {
        trial.close();
        assertThat(ProcessHandle.current().descendants().map(p -> p.info().command().orElse("")))
                .as("machines that are left")
                .noneMatch(command -> command.contains("qemu"));
    }

    @Test
    void codeInEveryLanguageWorksOnItsWorkspaceAsInTheSandbox() throws Exception {
        Path mine = Files.createDirectory(folder.resolve("mine"));
        Files.writeString(mine.resolve("in.txt"), "hello");
        Files.writeString(mine.resolve("same.txt"), "unchanged");
        String python =
                """
                import os, sys
                open('results/python.txt', 'w').write(open('in.txt').read().upper())
                os.symlink('/etc/passwd', 'results/link')
                os.truncate(os.open('results/huge', os.O_CREAT | os.O_WRONLY), 5 << 20)
                os.truncate(os.open('results/huger', os.O_CREAT | os.O_WRONLY), 5 << 20)
                print(os.getcwd(), os.environ['HOME'], os.getuid() > 0)
                sys.stderr.write('done\\n')
                sys.exit(3)
                """;
        String node =
                """
                const fs = require('fs');
                fs.writeFileSync('results/node.txt', fs.readFileSync('in.txt', 'utf8') + '!');
                console.log(process.cwd(), [1, 2, 3].map((x) => x * 2).join());
                """;
        trial.under(Attack.UNSCANNED + PATIENT.formatted(", disk: 8m"));
        var logs = new ArrayList<Set<ExecutionLog.FileUse>>();
        try (var sandbox =
                new CodeTrial(folder.resolve("sandboxed"))
                        .under(Attack.UNSCANNED + PATIENT.formatted(", disk: 8m"))) {
            for (CodeTrial one : List.of(sandbox, trial)) {
                ExecutionLog first = one.in(mine).python(python);
                ExecutionLog second = one.in(mine).node(node);
                ExecutionLog third =
                        one.in(mine)
                                .run(
                                        CodeLanguage.BASH,
                                        "cat results/*.txt | sort | tee results/all; exit 5",
                                        ExecStreams.none())
                                .log();

                logs.add(touched(first));
                logs.add(touched(second));
                assertThat(first.output().stdout()).isEqualTo("/workspace /home/user True\n");
                assertThat(first.output().stderr()).isEqualTo("done\n");
                assertThat(first.ending().status()).isEqualTo(Status.DONE);
                assertThat(first.ending().exitCode()).isEqualTo(3);
                assertThat(first.access().written()).contains("results/python.txt").hasSize(2);
                assertThat(first.access().refused())
                        .hasSize(2)
                        .contains(new ExecutionLog.RefusedFile("results/link", "a link"))
                        .anyMatch(file -> file.why().equals("beyond the limit of the disk"));
                assertThat(second.output().stdout()).isEqualTo("/workspace 2,4,6\n");
                assertThat(second.ending().exitCode()).isZero();
                assertThat(mine.resolve("results/node.txt")).hasContent("hello!");
                assertThat(third.output().stdout()).isEqualTo("hello!HELLO\n");
                assertThat(third.ending().exitCode()).isEqualTo(5);
                for (String made : List.of("python.txt", "node.txt", "all", "huge", "huger")) {
                    Files.deleteIfExists(mine.resolve("results").resolve(made));
                }
            }
        }
        assertThat(logs.get(2)).as("accesses of Python").isEqualTo(logs.get(0));
        assertThat(logs.get(3)).as("accesses of Node.js").isEqualTo(logs.get(1));
    }

    /** Of its own files; which of the system's an interpreter looks at depends on the image. */
    private static Set<ExecutionLog.FileUse> touched(ExecutionLog log) {
        return log.access().files().stream()
                .filter(use -> use.path().startsWith("/workspace/") && !use.act().equals("look"))
                .collect(Collectors.toSet());
    }

    @Test
    void limitsHold() throws Exception {
        held(
                PATIENT.formatted(", memory: 64m"),
                "x = []\nwhile True: x.append('y' * 1000000)",
                Status.KILLED,
                Violation.MEMORY_EXCEEDED);
        held("limits: {time: 5s}", "while True: pass", Status.TIMED_OUT, Violation.TIME_EXCEEDED);
        held(
                PATIENT.formatted(", disk: 4m"),
                """
                import time
                try:
                    open('/tmp/full', 'wb').write(b'x' * (64 << 20))
                except OSError: pass
                time.sleep(500)
                """,
                Status.KILLED,
                Violation.DISK_EXCEEDED);
        held(
                PATIENT.formatted(", processes: 20"),
                """
                import os, time
                while True:
                    try:
                        if os.fork() == 0: time.sleep(60)
                    except OSError: pass
                """,
                Status.KILLED,
                Violation.PROCESS_LIMIT);
    }

    @Test
    void whatWasMadeBeforeTheTimeWasOverComesBack() throws Exception {
        Path mine = Files.createDirectory(folder.resolve("mine"));

        ExecutionLog log =
                trial.in(mine)
                        .under("limits: {time: 40s, cpus: 1}")
                        .python("open('results/early', 'w').write('x')\nwhile True: pass");

        assertThat(log.ending().status()).isEqualTo(Status.TIMED_OUT);
        assertThat(mine.resolve("results/early")).hasContent("x");
    }

    @Test
    void aFileWhoseNameIsNoTextStaysInTheMachineAndTheOthersComeBack() throws Exception {
        Path mine = Files.createDirectory(folder.resolve("mine"));

        ExecutionLog log =
                trial.in(mine)
                        .under(Attack.UNSCANNED + PATIENT.formatted(""))
                        .python(
                                """
                                import os
                                os.makedirs(b'results/\\xff')
                                open(b'results/\\xff/below', 'w').write('x')
                                open('results/text', 'w').write('x')
                                """);

        assertThat(log.ending().status()).as(log.toString()).isEqualTo(Status.DONE);
        assertThat(log.ending().exitCode()).as(log.toString()).isZero();
        assertThat(mine.resolve("results/text")).hasContent("x");
    }

    @Test
    void twoGuestsOfOneSnapshotDifferInRandomNumbersIdentityAndTime() throws Exception {
        String code =
                """
                import os, random, time, uuid
                print(os.urandom(16).hex())
                print(random.getrandbits(64))
                print(open('/etc/machine-id').read().strip())
                print(open('/proc/sys/kernel/random/boot_id').read().strip())
                print(hash('x'))
                print(time.time())
                """;
        long before = System.currentTimeMillis();
        List<String> first =
                trial.under(Attack.UNSCANNED + PATIENT.formatted(""))
                        .python(code)
                        .output()
                        .stdout()
                        .lines()
                        .toList();
        List<String> second = trial.python(code).output().stdout().lines().toList();
        long after = System.currentTimeMillis();

        assertThat(first).hasSize(6);
        assertThat(second).hasSize(6);
        for (int i = 0; i < first.size(); i++) {
            assertThat(first.get(i)).isNotEqualTo(second.get(i));
        }
        for (List<String> one : List.of(first, second)) {
            assertThat((long) (Double.parseDouble(one.getLast()) * 1000))
                    .isBetween(before - 1_000, after + 1_000);
        }
    }

    @Test
    void anEscapeStaysInTheGuest() throws Exception {
        ExecutionLog log =
                trial.under(Attack.UNSCANNED + PATIENT.formatted(""))
                        .python(
                                """
                                import os
                                got = []
                                for path in ('/dev/vda', '/dev/vport0p1', '/dev/vport1p1', '/dev/mem', '/dev/kmsg', '/proc/1/mem',
                                             '/proc/kcore', '/sys/fs/cgroup/code/memory.max', '/proc/sysrq-trigger', '/usr/bin/x', '/init.py'):
                                    try:
                                        os.close(os.open(path, os.O_RDWR if not path.endswith('x') else os.O_CREAT | os.O_RDWR))
                                        if path != '/proc/1/mem': got.append(path)
                                    except OSError: pass
                                for name in os.listdir('/sys/class/net'):
                                    if name != 'lo': got.append(name)
                                for path in ('/root/.bashrc', '/etc/shadow', '/var/lib/mcpsf', '/home/user/.ssh'):
                                    if os.path.exists(path): got.append(path)
                                others = [p for p in os.listdir('/proc') if p.isdigit() and p != str(os.getpid())]
                                print(got or 'held', others or 'alone')
                                """);

        assertThat(log.output().stdout()).isEqualTo("held alone\n");
    }

    @Test
    void attacksAreStoppedNamedAndLoggedAsInTheSandbox() throws Exception {
        for (Attack attack : Attack.QUICK) {
            ExecutionLog log =
                    trial.under(Attack.UNSCANNED + PATIENT.formatted(""))
                            .run(attack.language(), attack.code(), ExecStreams.none())
                            .log();

            assertThat(log.ending().status()).as(attack.name()).isEqualTo(attack.status());
            assertThat(log.output().stdout()).as(attack.name()).doesNotContain("LEAKED");
            assertThat(log.violations())
                    .as(attack.name())
                    .extracting(Breached::violation)
                    .contains(attack.violation());
        }
    }

    @Test
    void aGuestThatDiesIsToldAsFailed() throws Exception {
        var killer =
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        killMachines();
                    }
                };
        var streams =
                new ExecStreams(
                        killer, OutputStream.nullOutputStream(), _ -> {}, _ -> {}, _ -> false);

        ExecutionLog log =
                trial.run(
                                CodeLanguage.PYTHON,
                                "import time\nprint('here')\ntime.sleep(500)",
                                streams)
                        .log();

        assertThat(log.ending().status()).isEqualTo(Status.KILLED);
        assertThat(log.ending().exitCode()).isEqualTo(137);
        assertThat(log.ending().errors())
                .containsExactly(
                        "its virtual machine failed: it ended without saying how the code ended");
    }

    /** All that this process has started. */
    static void killMachines() {
        ProcessHandle.allProcesses()
                .filter(p -> p.info().command().orElse("").contains("qemu"))
                .filter(VirtualMachineTest::descends)
                .forEach(ProcessHandle::destroyForcibly);
    }

    private static boolean descends(ProcessHandle process) {
        return process.parent()
                .map(p -> p.equals(ProcessHandle.current()) || descends(p))
                .orElse(false);
    }

    @Test
    void whatAMachineDoesNotOfferIsRefusedByName() {
        assertThatThrownBy(() -> trial.under("files: {read: [" + folder + "]}").python("print(1)"))
                .isInstanceOf(RefusedStartException.class)
                .hasMessage("this policy cannot be enforced in a virtual machine");
    }

    private void held(String limits, String code, Status status, Violation violation)
            throws Exception {
        ExecutionLog log = trial.under(Attack.UNSCANNED + limits).python(code);

        assertThat(log.ending().status()).as(violation.name()).isEqualTo(status);
        assertThat(log.violations()).extracting(Breached::violation).contains(violation);
    }
}
