package io.mcpsf.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mcpsf.model.Exit;
import io.mcpsf.os.Command;
import io.mcpsf.os.Trees;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What every executor promises, tried on real sandboxes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
public abstract class ExecutorContract {

    protected static final Persona ALICE = new Persona("thinkpad", "alice", "/home/alice");

    private final Footprint footprint = new Footprint();
    protected Trial trial;
    private Path seeds;

    /** The executor under test, made once; installed by our own code when it is missing. */
    protected abstract Executor executor();

    protected abstract void closeExecutor();

    /** The namespaces of the host that a sandbox's first process has for itself. */
    protected List<String> namespaces() {
        return List.of("pid", "mnt", "net", "ipc", "uts", "user", "cgroup");
    }

    /** Whether the host knows the sandbox's users and counts its processes. */
    protected boolean sharesTheKernel() {
        return true;
    }

    @BeforeAll
    void make() {
        trial = new Trial(executor());
    }

    @AfterAll
    void end() {
        closeExecutor();
    }

    @BeforeEach
    void before() {
        seeds = Trees.temporary("seeds");
        footprint.note();
    }

    @AfterEach
    void leavesNothingBehind() {
        Trees.delete(seeds);
        footprint.assertNothingNew();
    }

    @Test
    void isWhoThePersonaSays() {
        var said = trial.shell("id -u; id -g; id -un; hostname; echo ~alice; pwd");

        assertThat(said.out().lines())
                .containsExactly("1000", "1000", "alice", "thinkpad", "/home/alice", "/tmp");
    }

    @Test
    void hasNoPowerAndCannotGainAny() {
        var said = trial.shell("grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status");

        assertThat(said.out().lines().filter(line -> line.startsWith("Cap")))
                .hasSize(sharesTheKernel() ? 5 : 4)
                .allMatch(line -> line.endsWith("\t0000000000000000"));
        assertThat(said.out()).contains("Seccomp:\t2");
        if (sharesTheKernel()) {
            assertThat(said.out()).contains("NoNewPrivs:\t1"); // gVisor does not tell.
        }
    }

    @Test
    void cannotWriteOutsideItsScratchPlaces() {
        var said =
                trial.shell(
                        "for f in / /etc /usr /usr/bin /var /root /home /opt /proc/sys/kernel;"
                                + " do touch $f/x 2>/dev/null && echo wrote $f; done; echo done");

        assertThat(said.out()).isEqualTo("done\n");
    }

    @Test
    void seesNothingOfTheHost() throws IOException {
        var said =
                trial.shell(
                        "ls -A /root /home /run /opt /srv /mnt /sys /boot /work 2>/dev/null;"
                                + " ls -d /proc/[0-9]* | wc -l; cat /etc/passwd /etc/hostname");

        assertThat(said.out()).contains("alice").doesNotContain("mcpsf");
        assertThat(said.out()).doesNotContain(InetAddress.getLocalHost().getHostName());
        assertThat(said.out().lines().filter(line -> line.matches("\\d+")))
                .allMatch(count -> Integer.parseInt(count) < 6);
        assertThat(Files.readString(Path.of("/etc/passwd"))).isNotEqualTo(said.out());
    }

    @Test
    void seesNothingOfUs() {
        var said =
                trial.shell(
                        "cat /proc/self/mountinfo /proc/self/cgroup /proc/self/environ"
                                + " /proc/1/cmdline /proc/self/status; ls -la /proc/self/fd");

        assertThat(said.out()).doesNotContainIgnoringCase("mcpsf").doesNotContain("/run/");
        assertThat(said.out().lines().filter(line -> line.matches("\\d+:.*:/.*")))
                .allMatch(line -> line.endsWith(":/"));
    }

    @Test
    void hasNoNetworkButItself() {
        var said = trial.shell("tail -n +3 /proc/net/dev; cat /proc/net/route | tail -n +2");

        assertThat(said.out().lines()).hasSize(1).allMatch(line -> line.strip().startsWith("lo:"));
    }

    @Test
    void joinsANetworkMadeBeforehand() throws Exception {
        String name = "t" + System.nanoTime();
        Command.of("ip", "netns", "add", name).run();
        try {
            Command.of("ip", "-n", name, "link", "add", "eth0", "type", "veth").run();
            Command.of("ip", "-n", name, "address", "add", "192.0.2.2/24", "dev", "eth0").run();
            Command.of("ip", "-n", name, "link", "set", "eth0", "up").run();
            var network = new World.Network.Joined(Path.of("/run/netns", name), "100.64.0.1");

            var said =
                    trial.run(
                            trial.spec(
                                            List.of(
                                                    "sh",
                                                    "-c",
                                                    "tail -n +3 /proc/net/dev; ip link set eth0"
                                                            + " down"))
                                    .network(network));

            assertThat(said.out()).contains("eth0:");
            assertThat(said.err()).containsAnyOf("not permitted", "Permission denied");
        } finally {
            Command.of("ip", "netns", "delete", name).run();
        }
    }

    @Test
    void refusesToJoinTheHostsNetwork() {
        var network = new World.Network.Joined(Path.of("/proc/self/ns/net"), "100.64.0.1");
        var spec = trial.spec(List.of("true")).network(network);

        assertThatThrownBy(() -> trial.start(spec))
                .isInstanceOf(ExecutorException.class)
                .hasMessageContaining("network of the host");
    }

    @Test
    void getsExactlyTheGivenEnvironment() {
        Map<String, String> env =
                Map.of("PATH", "/usr/bin:/bin", "HOME", "/home/alice", "TOKEN", "a b=c");

        var said = trial.run(trial.spec(List.of("/usr/bin/env", "-0")).env(env));

        assertThat(said.out().split("\0"))
                .containsExactlyInAnyOrder("PATH=/usr/bin:/bin", "HOME=/home/alice", "TOKEN=a b=c");
    }

    @Test
    void tellsExitCodesAndSignals() throws Exception {
        assertThat(trial.shell("exit 0").exit()).isEqualTo(new Exit.Code(0));
        assertThat(trial.shell("exit 7").exit()).isEqualTo(new Exit.Code(7));
        assertThat(trial.python("import ctypes; ctypes.string_at(0)").exit())
                .isEqualTo(new Exit.Signal(11));
        try (Sandbox sandbox = trial.start(trial.spec(List.of("sleep", "60")))) {
            ProcessHandle.of(sandbox.pid()).orElseThrow().destroyForcibly();
            assertThat(sandbox.await(Duration.ofSeconds(10)))
                    .isEqualTo(Optional.of(new Exit.Signal(9)));
        }
    }

    @Test
    void tellsAMissingProgramByTheUsualCode() {
        assertThat(trial.run(trial.spec(List.of("/no/such/program"))).exit())
                .isEqualTo(new Exit.Code(127));
        assertThat(trial.run(trial.spec(List.of("nosuchprogram"))).exit())
                .isEqualTo(new Exit.Code(127));
    }

    @Test
    void passesThePipesThrough() throws Exception {
        try (Sandbox sandbox = trial.start(trial.spec(List.of("sh", "-c", "cat; echo end >&2")))) {
            var pipes = sandbox.pipes();
            pipes.stdin().write("hello\n".getBytes(UTF_8));
            pipes.stdin().flush();
            byte[] answer = pipes.stdout().readNBytes(6);
            pipes.stdin().close();

            assertThat(new String(answer, UTF_8)).isEqualTo("hello\n");
            assertThat(pipes.stdout().readAllBytes()).isEmpty();
            assertThat(new String(pipes.stderr().readAllBytes(), UTF_8)).isEqualTo("end\n");
            assertThat(sandbox.await(Duration.ofSeconds(10)))
                    .isEqualTo(Optional.of(new Exit.Code(0)));
        }
    }

    @Test
    void stopsAMemoryBomb() {
        var said =
                trial.run(
                        trial.pythonSpec("b=[]\nwhile True: b.append(bytearray(8<<20))")
                                .memory(96L << 20));

        assertThat(said.exit()).isEqualTo(new Exit.OutOfMemory());
        assertThat(said.usage().memoryKills()).isPositive();
        assertThat(said.usage().memoryPeakBytes()).isLessThanOrEqualTo(96L << 20);
    }

    @Test
    void stopsAForkBomb() {
        var said =
                trial.run(
                        trial.pythonSpec(
                                        """
                                        import os
                                        while True:
                                            try: os.fork()
                                            except OSError: pass
                                        """)
                                .processes(32));

        assertThat(said.exit()).isEqualTo(new Exit.TooManyProcesses());
        if (sharesTheKernel()) {
            assertThat(said.usage().forksRefused()).isPositive();
        }
        assertThat(said.usage().processesPeak()).isLessThanOrEqualTo(32);
    }

    @Test
    void aFewRefusedForksAreNoCrime() {
        var said =
                trial.run(
                        trial.pythonSpec(
                                        """
                                        import os, sys
                                        n = 0
                                        try:
                                            while True:
                                                if os.fork() == 0: os.pause() if hasattr(os, 'pause') else __import__('signal').pause()
                                                n += 1
                                        except OSError: print(n); sys.exit(3)
                                        """)
                                .processes(20));

        assertThat(said.exit()).isEqualTo(new Exit.Code(3));
        assertThat(said.out().strip()).isEqualTo("19");
    }

    @Test
    void stopsAFullDisk() {
        var said =
                trial.run(
                        trial.spec(
                                        List.of(
                                                "sh",
                                                "-c",
                                                "head -c 30M /dev/zero >/tmp/a; head -c 30M"
                                                        + " /dev/zero >/home/alice/b; head -c 30M"
                                                        + " /dev/zero >/dev/shm/c; cat /tmp/a"
                                                        + " /home/alice/b /dev/shm/c | wc -c"))
                                .disk(16L << 20));

        assertThat(said.err()).contains("No space left on device");
        assertThat(Long.parseLong(said.out().strip())).isBetween(8L << 20, 16L << 20);
    }

    @Test
    void stopsAnEndlessLoopThoughNobodyWaits() throws Exception {
        var spec = trial.spec(List.of("sh", "-c", "while :; do :; done"));
        try (Sandbox sandbox = trial.start(spec.wallClock(Duration.ofMillis(300)))) {
            byte[] nothing = sandbox.pipes().stdout().readAllBytes();

            assertThat(nothing).isEmpty();
            assertThat(sandbox.await(Duration.ofSeconds(5)))
                    .isEqualTo(Optional.of(new Exit.TimedOut()));
        }
    }

    @Test
    void limitsTheCpu() {
        var said =
                trial.run(
                        trial.spec(List.of("sh", "-c", "while :; do :; done"))
                                .cpus(0.2)
                                .wallClock(Duration.ofMillis(1500)));

        assertThat(said.usage().cpuMillis()).isBetween(50L, 700L);
    }

    @Test
    void twoAtOnceDoNotMeet() throws Exception {
        var spec =
                trial.spec(
                        List.of(
                                "sh",
                                "-c",
                                "echo mine >/tmp/mine; echo ready; read x; ls /tmp; ls -d"
                                        + " /proc/[0-9]* | wc -l"));
        try (Sandbox first = trial.start(spec);
                Sandbox second = trial.start(spec)) {
            first.pipes().stdout().readNBytes(6);
            second.pipes().stdout().readNBytes(6);
            Path stranger = second.outside("/tmp").resolve("stranger");
            Files.createFile(stranger);

            if (sharesTheKernel()) {
                assertThat(uid(first)).isNotEqualTo(uid(second)).isGreaterThan(65536);
            }
            for (String kind : namespaces()) {
                assertThat(namespace(first, kind)).isNotEqualTo(namespace(second, kind));
                assertThat(namespace(first, kind))
                        .isNotEqualTo(Files.readSymbolicLink(Path.of("/proc/self/ns", kind)));
            }
            first.pipes().stdin().close();
            assertThat(new String(first.pipes().stdout().readAllBytes(), UTF_8))
                    .startsWith("mine\n")
                    .doesNotContain("stranger");
        }
    }

    @Test
    void fillsScratchPlacesFromTheirSeeds() throws Exception {
        Path home = Files.createDirectories(seeds.resolve("home"));
        Files.createDirectories(home.resolve(".ssh"));
        Files.writeString(home.resolve(".ssh/key"), "secret");
        Files.createSymbolicLink(home.resolve("out"), Path.of("/etc/passwd"));
        Path work = Files.createDirectory(seeds.resolve("work"));
        Files.writeString(work.resolve("server.py"), "print('hi')");
        var spec =
                trial.spec(
                                List.of(
                                        "sh",
                                        "-c",
                                        "cat ~/.ssh/key; stat -c ' %U' ~/.ssh/key"
                                                + " /home/alice/work/server.py; echo more"
                                                + " >/home/alice/work/new; ls -A ~; echo ready;"
                                                + " read x"))
                        .place(new Place.Scratch(home, "/home/alice"))
                        .place(new Place.Scratch(work, "/home/alice/work"));
        try (Sandbox sandbox = trial.start(spec)) {
            String said = Trial.readUntil(sandbox, "ready\n");

            assertThat(said).startsWith("secret alice\n alice\n").contains(".ssh").contains("work");
            assertThat(said).doesNotContain("out");
            assertThat(sandbox.outside("/home/alice/work").resolve("new")).hasContent("more\n");
            assertThat(sandbox.outside("/home/alice").resolve(".ssh/key")).hasContent("secret");
        }
        assertThat(home.resolve(".ssh/key")).hasContent("secret");
        assertThat(work.resolve("new")).doesNotExist();
    }

    @Test
    void showsPlacesReadOnly() throws IOException {
        Path shown = Files.createDirectory(seeds.resolve("shown"));
        Files.writeString(shown.resolve("file"), "look");
        Path single = Files.writeString(seeds.resolve("single"), "one");

        var said =
                trial.run(
                        trial.spec(
                                        List.of(
                                                "sh",
                                                "-c",
                                                "cat /srv/shown/file /etc/single; touch"
                                                        + " /srv/shown/x || echo refused"))
                                .place(new Place.Shown(shown, "/srv/shown"))
                                .place(new Place.Shown(single, "/etc/single")));

        assertThat(said.out()).isEqualTo("lookonerefused\n");
        // gVisor asks whose it is before it asks how it is mounted.
        assertThat(said.err())
                .contains(sharesTheKernel() ? "Read-only file system" : "Permission denied");
    }

    @Test
    void aLinkInASeedIsNoWayOut() throws IOException {
        Path home = Files.createDirectory(seeds.resolve("home"));
        Files.createDirectory(home.resolve("sub"));
        Files.createSymbolicLink(home.resolve("inside"), Path.of("sub"));
        Path other = Files.createDirectory(seeds.resolve("other"));
        var spec =
                trial.spec(List.of("true"))
                        .place(new Place.Scratch(home, "/home/alice"))
                        .place(new Place.Scratch(other, "/home/alice/inside"));

        assertThatThrownBy(() -> trial.start(spec)).isInstanceOf(ExecutorException.class);
    }

    @Test
    void aFailedStartLeavesNothing() {
        var network = new World.Network.Joined(Path.of("/etc/hostname"), "100.64.0.1");
        var spec = trial.spec(List.of("true")).network(network);

        assertThatThrownBy(() -> trial.start(spec)).isInstanceOf(ExecutorException.class);
    }

    @Test
    void aMissingSeedIsNoStart() {
        var spec =
                trial.spec(List.of("true"))
                        .place(new Place.Scratch(seeds.resolve("missing"), "/home/alice/x"));

        assertThatThrownBy(() -> trial.start(spec)).isInstanceOf(ExecutorException.class);
    }

    @Test
    void closingKillsEverythingAndTwiceIsHarmless() throws Exception {
        var spec =
                trial.spec(
                        List.of("sh", "-c", "setsid sleep 100 & sleep 100 & echo ready; read x"));
        Sandbox sandbox = trial.start(spec);
        Trial.readUntil(sandbox, "ready\n");
        long before = System.nanoTime();

        sandbox.close();
        long millis = (System.nanoTime() - before) / 1_000_000;
        sandbox.close();

        assertThat(millis).isLessThan(1000);
        assertThat(ProcessHandle.of(sandbox.pid())).isEmpty();
        assertThat(sandbox.await(Duration.ZERO)).isEqualTo(Optional.of(new Exit.Signal(9)));
        assertThat(sandbox.usage().cpuMillis()).isNotNegative();
    }

    @Test
    void manyAtOnceAreStartedAndClosedFromManyThreads() throws Exception {
        try (var tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> runs = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                String number = Integer.toString(i);
                runs.add(tasks.submit(() -> trial.shell("echo " + number + "; cat /tmp/*").out()));
            }
            for (int i = 0; i < runs.size(); i++) {
                assertThat(runs.get(i).get()).isEqualTo(i + "\n");
            }
            Sandbox sandbox = trial.start(trial.spec(List.of("sleep", "60")));
            List<Future<?>> closings =
                    List.of(tasks.submit(sandbox::close), tasks.submit(sandbox::close));
            for (Future<?> closing : closings) {
                closing.get();
            }
            assertThat(ProcessHandle.of(sandbox.pid())).isEmpty();
        }
    }

    @Test
    void saysWhatItEnforces() {
        var capabilities = executor().capabilities();

        assertThat(capabilities.enforced()).anyMatch(line -> line.contains("memory limit"));
        assertThat(capabilities.version()).matches("\\d+\\..*");
        assertThat(capabilities.kernel()).startsWith("Linux ");
    }

    private static int uid(Sandbox sandbox) throws IOException {
        return (int) Files.getAttribute(Path.of("/proc", sandbox.pid() + ""), "unix:uid");
    }

    private static Path namespace(Sandbox sandbox, String kind) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc", sandbox.pid() + "", "ns", kind));
    }
}
