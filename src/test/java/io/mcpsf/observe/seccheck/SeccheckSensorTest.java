package io.mcpsf.observe.seccheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.bait.Found;
import io.mcpsf.model.Exit;
import io.mcpsf.model.Health;
import io.mcpsf.model.Observation.Access;
import io.mcpsf.model.Observation.Act;
import io.mcpsf.model.Observation.BaitLeft;
import io.mcpsf.model.Observation.BaitTouched;
import io.mcpsf.model.Observation.Bound;
import io.mcpsf.model.Observation.CallNoted;
import io.mcpsf.model.Observation.CallRefused;
import io.mcpsf.model.Observation.Connected;
import io.mcpsf.model.Observation.FileActed;
import io.mcpsf.model.Observation.FileOpened;
import io.mcpsf.model.Observation.Image;
import io.mcpsf.model.Observation.ProcessStarted;
import io.mcpsf.model.Observation.Slept;
import io.mcpsf.model.Observation.Touch;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.SensorContract;
import io.mcpsf.observe.Trial;
import io.mcpsf.sandbox.oci.Installed;
import io.mcpsf.sandbox.oci.OciExecutor;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What gVisor's own kernel tells, on a real gVisor. */
@Tag("chamber")
final class SeccheckSensorTest extends SensorContract {

    private static final String BAIT = "/home/dev/.ssh/id_rsa";
    private static final String CANARY = "canary-7f3a91";

    @Override
    protected Sensor sensor() {
        return new SeccheckSensor(
                Map.of(BAIT, new BaitMark("ssh-key", "ssh")),
                bytes ->
                        new String(bytes, StandardCharsets.ISO_8859_1).contains(CANARY)
                                ? List.of(new Found("ssh-key", "ssh", "plain"))
                                : List.of(),
                new AtomicInteger());
    }

    @Override
    protected Set<Sense> senses() {
        return Set.of(Sense.PROCESSES, Sense.FILES, Sense.SOCKETS, Sense.SYSCALLS);
    }

    @Override
    protected String provocation() {
        return """
        cat /etc/hostname >/dev/null
        unshare -U true 2>/dev/null
        python3 -c 'import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).bind(("", 4000))'
        """;
    }

    @Override
    protected OciExecutor executor() {
        return Installed.gvisor();
    }

    private Trial python(String script) throws Exception {
        Files.writeString(home.resolve("script.py"), script);
        try (var executor = executor()) {
            return Trial.run(executor, sensor(), home, "/usr/bin/python3", "-SE", "script.py");
        }
    }

    private Trial shell(String script) throws Exception {
        try (var executor = executor()) {
            return Trial.run(executor, sensor(), home, "/bin/sh", "-c", script);
        }
    }

    private void plantBait() throws Exception {
        Path folder = Files.createDirectories(home.resolve(".ssh"));
        Files.writeString(folder.resolve("id_rsa"), CANARY);
    }

    @Test
    void programsAreSeenWithTheirArgumentsAndAncestors() throws Exception {
        Trial trial = shell("sh -c 'cat /dev/null; true'; LD_PRELOAD=/nothing.so /bin/true a b");

        var started = trial.of(ProcessStarted.class).toList();
        assertThat(started.getFirst().process()).isEqualTo(1);
        assertThat(started.getFirst().parent()).isZero();
        assertThat(started.getFirst().argv()).startsWith("/bin/sh", "-c");
        assertThat(started.get(1).argv()).containsExactly("sh", "-c", "cat /dev/null; true");
        assertThat(started.get(1).parent()).isEqualTo(1);
        assertThat(started.get(2).path()).isEqualTo("/usr/bin/cat");
        assertThat(started.get(2).parent()).isEqualTo(started.get(1).process());
        assertThat(started.getLast().argv()).containsExactly("/bin/true", "a", "b");
        assertThat(started.getLast().notable()).containsExactly("LD_PRELOAD=/nothing.so");
        assertThat(started).extracting(ProcessStarted::image).containsOnly(Image.FILE);
    }

    @Test
    void programsWithoutAFileAreToldApart() throws Exception {
        Trial trial =
                python(
                        """
                        import os, shutil
                        def run(how):
                            if os.fork() == 0:
                                try: how()
                                finally: os._exit(0)
                            os.wait()
                        fd = os.memfd_create("hidden", 0)
                        os.write(fd, open("/bin/true", "rb").read())
                        run(lambda: os.execve(fd, ["memory"], {}))
                        run(lambda: os.execve("/proc/self/fd/%d" % fd, ["magic"], {}))
                        shutil.copy("/bin/true", "gone")
                        held = os.open("gone", os.O_RDONLY)
                        os.set_inheritable(held, True)
                        os.unlink("gone")
                        run(lambda: os.execve("/proc/self/fd/%d" % held, ["deleted"], {}))
                        run(lambda: os.execve("/no/such/thing", ["missing"], {}))
                        """);

        assertThat(trial.of(ProcessStarted.class).skip(1))
                .extracting(p -> p.argv().getFirst() + " " + p.image())
                .containsExactly(
                        "memory MEMORY", "magic MEMORY", "deleted DELETED", "missing MISSING");
        assertThat(trial.of(CallNoted.class)).contains(new CallNoted("memfd_create", ""));
    }

    @Test
    void streamsOnTheNetworkAreNoted() throws Exception {
        Trial trial =
                python(
                        """
                        import os, socket
                        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                        s.connect(("127.0.0.1", 4444))
                        for fd in (0, 1, 2): os.dup2(s.fileno(), fd)
                        os.execv("/bin/true", ["sh", "-i"])
                        """);

        assertThat(trial.of(ProcessStarted.class).toList().getLast().notable())
                .containsExactly(
                        "stdin is a udp socket to 127.0.0.1:4444",
                        "stdout is a udp socket to 127.0.0.1:4444",
                        "stderr is a udp socket to 127.0.0.1:4444");
    }

    @Test
    void filesAreSeenWithWhatIsAskedOfThem() throws Exception {
        Trial trial =
                python(
                        """
                        import os
                        open("new", "w").close()
                        open("new", "a").close()
                        open("new").close()
                        os.listdir(".")
                        try: open("/etc/shadow")
                        except OSError: pass
                        open("/proc/self/status").close()
                        open("/proc/%d/status" % os.getpid()).close()
                        os.open("/etc/hostname", os.O_PATH)
                        """);

        assertThat(trial.of(FileOpened.class))
                .contains(
                        new FileOpened("/home/dev/new", "new", Access.CREATE, false),
                        new FileOpened("/home/dev/new", "new", Access.WRITE, true),
                        new FileOpened("/home/dev/new", "new", Access.READ, true),
                        new FileOpened("/home/dev", ".", Access.LOOK, true),
                        new FileOpened("/etc/shadow", "/etc/shadow", Access.READ, false),
                        new FileOpened("/proc/self/status", "/proc/self/status", Access.READ, true),
                        new FileOpened("/proc/self/status", "/proc/1/status", Access.READ, true),
                        new FileOpened("/etc/hostname", "/etc/hostname", Access.LOOK, true));
    }

    @Test
    void deedsOnPathsAreSeen() throws Exception {
        Trial trial =
                python(
                        """
                        import os, time
                        os.mkdir("d")
                        time.sleep(0.1)
                        os.chdir("d")
                        open("f", "w").close()
                        os.chmod("f", 0o755)
                        os.symlink("/etc/passwd", "s")
                        open("g", "w").close()
                        os.rename("g", "../h")
                        open("e", "w").close()
                        os.unlink("e")
                        """);

        assertThat(trial.stderr()).isEmpty();
        assertThat(trial.of(FileActed.class))
                .contains(
                        new FileActed(Act.MKDIR, "/home/dev/d", ""),
                        new FileActed(Act.CHMOD, "/home/dev/d/f", "0755"),
                        new FileActed(Act.SYMLINK, "/home/dev/d/s", "/etc/passwd"),
                        new FileActed(Act.RENAME, "/home/dev/d/g", "/home/dev/h"),
                        new FileActed(Act.DELETE, "/home/dev/d/e", ""));
        assertThat(trial.seen())
                .filteredOn(s -> s.what() instanceof FileActed)
                .allSatisfy(s -> assertThat(s.process()).isEqualTo(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "open('/home/dev/.ssh/id_rsa').read()",
                "open('.ssh/../.ssh/./id_rsa').read()",
                "os.chdir('.ssh'); open('id_rsa').read()",
                "os.symlink('.ssh', 'a'); os.symlink('/home/dev/a/id_rsa', 'b'); open('b').read()",
                "os.link('.ssh/id_rsa', 'plain.txt'); open('plain.txt').read()",
                "open('/proc/self/root/home/dev/.ssh/id_rsa').read()",
                "os.chdir('.ssh'); open('/proc/self/cwd/id_rsa').read()",
                "d = os.open('.ssh', os.O_PATH); os.open('id_rsa', os.O_RDONLY, dir_fd=d)",
                "d = os.open('.ssh', os.O_RDONLY); open('/proc/self/fd/%d/id_rsa' % d).read()",
                "os.symlink('/proc/self/root', 'r'); open('r/home/dev/.ssh/id_rsa').read()",
                "os.symlink(b'.ssh', b'\\xff'); open(b'\\xff/id_rsa').read()",
                "os.symlink('.ssh', 'a'); f = open('a/id_rsa'); os.unlink('a'); f.read()",
            })
    void baitIsKnownHoweverItIsReached(String way) throws Exception {
        plantBait();

        Trial trial = python("import os\n" + way);

        assertThat(trial.stderr()).isEmpty();
        assertThat(trial.of(BaitTouched.class)).filteredOn(b -> b.touch() == Touch.READ).hasSize(1);
    }

    @Test
    void whatIsDoneToBaitIsToldApart() throws Exception {
        plantBait();

        Trial trial =
                python(
                        """
                        import os
                        open(".ssh/id_rsa", "a").write("x")
                        os.rename(".ssh/id_rsa", "k")
                        os.unlink("k")
                        """);

        assertThat(trial.of(BaitTouched.class))
                .extracting(BaitTouched::touch)
                .containsExactly(Touch.WRITE, Touch.MOVE, Touch.DELETE);
    }

    @Test
    void lookingAtBaitIsNotTouchingIt() throws Exception {
        plantBait();

        Trial trial =
                python("import os\nos.stat('.ssh/id_rsa'); os.open('.ssh/id_rsa', os.O_PATH)");

        assertThat(trial.of(BaitTouched.class)).isEmpty();
    }

    @Test
    void baitInArgumentsHasLeft() throws Exception {
        Trial trial = shell("/bin/true x=" + CANARY);

        assertThat(trial.of(BaitLeft.class))
                .contains(new BaitLeft("ssh-key", "ssh", "argv", "/usr/bin/true", "plain"));
    }

    @Test
    void socketsAreSeenWithTheirPeers() throws Exception {
        Trial trial =
                python(
                        """
                        import socket
                        def out(f):
                            try: f()
                            except OSError: pass
                        t = socket.socket()
                        t.bind(("127.0.0.1", 8080)); t.listen()
                        out(lambda: socket.socket().connect(("192.0.2.1", 443)))
                        out(lambda: socket.socket(socket.AF_INET6).connect(("2001:db8::1", 80)))
                        out(lambda: socket.socket(socket.AF_UNIX).connect("/var/run/docker.sock"))
                        out(lambda: socket.socket(socket.AF_UNIX).connect("\\0hidden"))
                        """);

        assertThat(trial.of(Connected.class))
                .containsExactly(
                        new Connected("tcp", "192.0.2.1", 443),
                        new Connected("tcp", "2001:db8:0:0:0:0:0:1", 80),
                        new Connected("unix", "/var/run/docker.sock", 0),
                        new Connected("unix", "@hidden", 0));
        assertThat(trial.of(Bound.class)).containsExactly(new Bound("tcp", "127.0.0.1", 8080));
        assertThat(trial.of(CallNoted.class))
                .contains(new CallNoted("listen", "tcp 127.0.0.1:8080"));
    }

    @Test
    void callsThatReachForTheKernelAreSeen() throws Exception {
        Trial trial =
                python(
                        """
                        import ctypes, os, socket, time
                        libc = ctypes.CDLL(None, use_errno=True)
                        libc.mount(b"a", b"/tmp", b"tmpfs", 0, None)
                        libc.unshare(0x10000000)
                        libc.ptrace(16, 1, 0, 0)
                        try: socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
                        except OSError: pass
                        try: os.setuid(0)
                        except OSError: pass
                        time.sleep(0.2)
                        """);

        assertThat(trial.of(CallRefused.class))
                .contains(
                        new CallRefused("mount", "", "x86_64"),
                        new CallRefused("unshare", "flags 0x10000000", "x86_64"),
                        new CallRefused("ptrace", "request 16 of process 1", "x86_64"),
                        new CallRefused("socket", "packet type 3 protocol 0", "x86_64"),
                        new CallRefused("setuid", "to 0", "x86_64"));
        assertThat(trial.of(Slept.class))
                .singleElement()
                .satisfies(s -> assertThat(s.millis()).isBetween(150L, 5_000L));
    }

    @Test
    void anExecWithTooLongArgumentsIsSeenAndTheLossIsTold() throws Exception {
        Trial trial =
                python(
                        """
                        import os
                        os.spawnv(os.P_WAIT, "/bin/true", ["true"] + ["x" * 100000] * 3)
                        os.spawnv(os.P_WAIT, "/bin/true", ["true", "short"])
                        """);

        assertThat(trial.of(ProcessStarted.class).toList().get(1))
                .satisfies(
                        p -> {
                            assertThat(p.argv()).startsWith("true");
                            assertThat(p.notable()).anyMatch(n -> n.contains("longer"));
                        });
        assertThat(trial.of(ProcessStarted.class).toList().getLast().argv())
                .containsExactly("true", "short");
        assertThat(trial.health().get(Sense.PROCESSES))
                .satisfies(
                        h -> {
                            assertThat(h.health()).isEqualTo(Health.LOSSY);
                            assertThat(h.lost()).isPositive();
                        });
    }

    @Test
    void aFloodOfOneHundredThousandOpensIsAllSeen() throws Exception {
        var opened = new AtomicLong();
        Files.writeString(
                home.resolve("flood.py"),
                """
                import os
                for i in range(100000):
                    try: os.open("flood-%d" % i, os.O_RDONLY)
                    except OSError: pass
                """);
        try (var executor = executor()) {
            Trial trial =
                    Trial.run(
                            executor,
                            sensor(),
                            Trial.spec(home, "/usr/bin/python3", "-SE", "flood.py"),
                            (process, what) -> {
                                if (what instanceof FileOpened f
                                        && f.asked().startsWith("flood-")) {
                                    opened.incrementAndGet();
                                }
                            });

            assertThat(trial.exit()).isEqualTo(new Exit.Code(0));
            SenseHealth health = Objects.requireNonNull(trial.health().get(Sense.FILES));
            // None is lost, or as many as it says.
            assertThat(opened.get() + health.lost()).isGreaterThanOrEqualTo(100_000);
            assertThat(health.health())
                    .isEqualTo(opened.get() == 100_000 ? Health.FULL : Health.LOSSY);
        }
    }

    @Test
    void theSandboxDiesWithItsListener() throws Exception {
        var count = new AtomicLong();
        try (var executor = executor()) {
            Trial trial =
                    Trial.run(
                            executor,
                            sensor(),
                            Trial.spec(home, "/bin/sh", "-c", "while :; do cat /dev/null; done"),
                            (process, what) -> {
                                if (count.incrementAndGet() == 40) {
                                    throw new IllegalStateException("the recorder is full");
                                }
                            });

            assertThat(trial.exit()).isNotEqualTo(new Exit.Code(0));
            assertThat(trial.health().values())
                    .allSatisfy(
                            h -> {
                                assertThat(h.health()).isEqualTo(Health.BLIND);
                                assertThat(h.why()).contains("the recorder is full");
                            });
        }
    }
}
