package io.mcpsf.sandbox.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mcpsf.linux.Processes;
import io.mcpsf.model.Exit;
import io.mcpsf.os.Child;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.Announcing;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.Footprint;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.Trial;
import io.mcpsf.sandbox.host.Leftovers;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Between the moment when a container stands and the one when its program runs. */
@Tag("chamber")
@Timeout(120)
final class StartHookTest {

    /** A runtime that does not wait for us has become the program by then. */
    private static final long LONG_ENOUGH_NANOS = 700_000_000;

    @ParameterizedTest
    @ValueSource(strings = {"crun", "runc"})
    void theProgramRunsAsTheAnnouncedProcessAndOnlyAfterOurWord(String runtime) throws Exception {
        var announced = new AtomicInteger();
        var then = new AtomicLong(Long.MAX_VALUE);
        try (OciExecutor executor = executor(runtime);
                Sandbox sandbox =
                        new Trial(
                                        new Announcing(
                                                executor,
                                                process -> {
                                                    announced.set(process);
                                                    LockSupport.parkNanos(LONG_ENOUGH_NANOS);
                                                    then.set(System.currentTimeMillis());
                                                }))
                                .start(new Trial(executor).spec(List.of("date", "+%s%3N")))) {
            // Its uptime is another's, its date is ours.
            String ran = new String(sandbox.pipes().stdout().readAllBytes(), UTF_8).strip();

            assertThat(sandbox.pid()).isEqualTo(announced.get()).isPositive();
            assertThat(Long.parseLong(ran)).isGreaterThanOrEqualTo(then.get());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"crun", "runc"})
    void nothingIsStartedWhenWhoeverHearsOfItFails(String runtime) {
        var footprint = new Footprint();
        var announced = new AtomicInteger();
        try (OciExecutor executor = executor(runtime)) {
            footprint.note();
            Executor failing =
                    new Announcing(
                            executor,
                            process -> {
                                announced.set(process);
                                throw new IllegalStateException("no room for it");
                            });

            assertThatThrownBy(() -> new Trial(failing).shell("true"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no room for it");
            assertThat(announced.get()).isPositive();
            assertSoonGone(List.of((long) announced.get()));
            footprint.assertNothingNew();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"crun", "runc"})
    void theSandboxIsTheSameAsWithout(String runtime) {
        String look =
                "ls -A / /dev /tmp; echo /proc/[0-9]*; ls /proc/self/fd;"
                        + " cut -d' ' -f5 /proc/self/mountinfo; grep -c . /proc/self/environ;"
                        + " grep -E 'Seccomp|Cap|NoNewPrivs|PPid' /proc/1/status; cat";
        try (OciExecutor executor = executor(runtime)) {
            Trial.Said without = new Trial(executor).shell(look);
            Trial.Said with = new Trial(new Announcing(executor, process -> {})).shell(look);

            assertThat(with.out()).isEqualTo(without.out()).contains("Seccomp:\t2");
            assertThat(with.err()).isEqualTo(without.err());
            assertThat(with.exit()).isEqualTo(new Exit.Code(0));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"crun", "runc"})
    void killedInThatMomentWeLeaveNobodyWaiting(String runtime) throws Exception {
        List<Long> waiting = new ArrayList<>();
        try (Child child = hesitant(runtime)) {
            var said = new BufferedReader(new InputStreamReader(child.stdout(), UTF_8));
            for (String line = said.readLine(); !line.equals("all"); line = said.readLine()) {
                waiting.add(Long.parseLong(line));
            }
            assertThat(waiting).hasSizeGreaterThan(2).allMatch(StartHookTest::lives);

            Processes.signal(child.pid(), Processes.SIGKILL);
            assertThat(child.await(Duration.ofSeconds(20))).isTrue();

            assertSoonGone(waiting);
            Leftovers.sweep();
            assertThat(Footprint.of(child.pid())).isEmpty();
        }
    }

    /** Whose parent is dead, too, is put away by the system's first process when it gets to it. */
    private static void assertSoonGone(List<Long> processes) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (processes.stream().anyMatch(StartHookTest::lives) && System.nanoTime() < end) {
            LockSupport.parkNanos(5_000_000);
        }
        assertThat(processes).noneMatch(StartHookTest::lives);
    }

    private static boolean lives(long process) {
        return Processes.startedAt(process) != -1;
    }

    /** A program of its own that stops in the moment, and is killed there. */
    static final class Hesitant {

        public static void main(String[] arguments) {
            OciExecutor executor = executor(arguments[0]);
            var stopping =
                    new Announcing(
                            executor,
                            process -> {
                                ProcessHandle.current()
                                        .descendants()
                                        .map(ProcessHandle::pid)
                                        .forEach(System.out::println);
                                System.out.println("all");
                                System.out.flush();
                                LockSupport.park();
                            });
            new Trial(stopping).shell("true");
        }
    }

    private static Child hesitant(String runtime) {
        List<String> argv = new ArrayList<>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
        argv.addAll(List.of("-cp", System.getProperty("java.class.path")));
        argv.addAll(List.of(Hesitant.class.getName(), runtime));
        return Command.of(argv).start();
    }

    private static OciExecutor executor(String runtime) {
        return OciRuntimes.choose(OciRuntimes.Preference.parse(runtime), line -> {});
    }
}
