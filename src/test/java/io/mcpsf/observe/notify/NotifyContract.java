package io.mcpsf.observe.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.bait.Found;
import io.mcpsf.model.Exit;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Health;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProcessObservation.Slept;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.SocketObservation.Sent;
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.SensorContract;
import io.mcpsf.observe.Trial;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the notification sensor sees, with every runtime. */
abstract class NotifyContract extends SensorContract {

    private static final String BAIT = "/home/dev/.ssh/id_rsa";
    private static final String CANARY = "canary-7f3a91";

    @Override
    protected Sensor sensor() {
        return new NotifySensor(
                Map.of(BAIT, new BaitMark("ssh-key", "ssh")),
                bytes ->
                        new String(bytes, StandardCharsets.ISO_8859_1).contains(CANARY)
                                ? List.of(new Found("ssh-key", "ssh", "plain"))
                                : List.of());
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

    Trial python(String script) throws Exception {
        Files.writeString(home.resolve("script.py"), script);
        try (var executor = executor()) {
            return Trial.run(executor, sensor(), home, "/usr/bin/python3", "-SE", "script.py");
        }
    }

    Trial shell(String script) throws Exception {
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
                        run(lambda: os.execve(held, ["deleted"], {}))
                        run(lambda: os.execve("/no/such/thing", ["missing"], {}))
                        """);

        assertThat(trial.of(ProcessStarted.class).skip(1))
                .extracting(p -> p.argv().getFirst() + " " + p.image())
                .containsExactly(
                        "memory MEMORY", "magic MEMORY", "deleted DELETED", "missing MISSING");
        assertThat(trial.of(CallNoted.class)).contains(new CallNoted("memfd_create", "hidden"));
        assertThat(trial.of(ProcessStarted.class).toList().get(3).path())
                .isEqualTo("/home/dev/gone");
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
                        open("/dev/fd/0").close()
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
                        new FileOpened("/etc/hostname", "/etc/hostname", Access.LOOK, true));
        assertThat(trial.of(FileOpened.class).filter(f -> f.asked().equals("/dev/fd/0")))
                .singleElement()
                .satisfies(f -> assertThat(f.found()).isTrue());
    }

    @Test
    void deedsOnPathsAreSeen() throws Exception {
        Trial trial =
                python(
                        """
                        import os
                        os.mkdir("d")
                        os.chdir("d")
                        open("f", "w").close()
                        os.chmod("f", 0o4755)
                        os.link("f", "g")
                        os.symlink("/etc/passwd", "s")
                        os.rename("g", "../h")
                        os.truncate("f", 0)
                        os.chown("f", 1000, -1)
                        os.mkfifo("p")
                        fd = os.open(".", os.O_RDONLY)
                        os.unlink("f", dir_fd=fd)
                        os.fchmod(fd, 0o700)
                        """);

        assertThat(trial.of(FileActed.class))
                .contains(
                        new FileActed(Act.MKDIR, "/home/dev/d", ""),
                        new FileActed(Act.CHMOD, "/home/dev/d/f", "4755"),
                        new FileActed(Act.LINK, "/home/dev/d/f", "/home/dev/d/g"),
                        new FileActed(Act.SYMLINK, "/home/dev/d/s", "/etc/passwd"),
                        new FileActed(Act.RENAME, "/home/dev/d/g", "/home/dev/h"),
                        new FileActed(Act.TRUNCATE, "/home/dev/d/f", ""),
                        new FileActed(Act.CHOWN, "/home/dev/d/f", "1000:-1"),
                        new FileActed(Act.MAKE_NODE, "/home/dev/d/p", ""),
                        new FileActed(Act.DELETE, "/home/dev/d/f", ""),
                        new FileActed(Act.CHMOD, "/home/dev/d", "0700"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "open('/home/dev/.ssh/id_rsa').read()",
                "open('.ssh/id_rsa').read()",
                "open('.ssh/../.ssh/./id_rsa').read()",
                "os.chdir('.ssh'); open('id_rsa').read()",
                "os.symlink('.ssh', 'a'); os.symlink('/home/dev/a/id_rsa', 'b'); open('b').read()",
                "os.link('.ssh/id_rsa', 'plain.txt'); open('plain.txt').read()",
                "open('/proc/self/root/home/dev/.ssh/id_rsa').read()",
                "open('/proc/%d/root/home/dev/.ssh/id_rsa' % os.getpid()).read()",
                "open('/proc/thread-self/cwd/.ssh/id_rsa').read()",
                "os.chdir('.ssh'); open('/proc/self/cwd/id_rsa').read()",
                "d = os.open('.ssh', os.O_PATH); os.open('id_rsa', os.O_RDONLY, dir_fd=d)",
                "d = os.open('.ssh', os.O_PATH); open('/proc/self/fd/%d/id_rsa' % d).read()",
                "d = os.open('.ssh/id_rsa', os.O_PATH); open('/dev/fd/%d' % d).read()",
                "os.symlink('/proc/self/root', 'r'); open('r/home/dev/.ssh/id_rsa').read()",
                "os.rename('.ssh', 'x'); open('x/id_rsa').read()",
                "[(os.mkdir('x' * 250), os.chdir('x' * 250)) for _ in range(20)];"
                        + " open('../' * 30 + 'home/dev/.ssh/id_rsa').read()",
            })
    void baitIsKnownHoweverItIsReached(String way) throws Exception {
        plantBait();

        Trial trial = python("import os\n" + way);

        assertThat(trial.stderr()).isEmpty();
        assertThat(trial.seen())
                .filteredOn(s -> s.what() instanceof BaitTouched b && b.touch() == Touch.READ)
                .singleElement()
                .satisfies(s -> assertThat(s.process()).isEqualTo(1));
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
    void baitInArgumentsAndOnSocketsHasLeft() throws Exception {
        plantBait();

        Trial trial =
                python(
                        """
                        import os, socket, subprocess
                        subprocess.run(["/bin/true", "%1$s"])
                        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                        def out(f):
                            try: f()
                            except OSError: pass
                        out(lambda: s.sendto(b"x=%1$s", ("127.0.0.1", 9)))
                        out(lambda: s.sendmsg([b"x=", b"%1$s"], [], 0, ("127.0.0.1", 10)))
                        s.connect(("127.0.0.1", 11))
                        out(lambda: s.send(b"%1$s"))
                        """
                                .formatted(CANARY));

        assertThat(trial.of(BaitLeft.class))
                .extracting(b -> b.where() + " " + b.destination())
                .containsExactly(
                        "argv /usr/bin/true",
                        "socket udp 127.0.0.1:9",
                        "socket udp 127.0.0.1:10",
                        "socket udp 127.0.0.1:11");
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
                        u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                        out(lambda: u.sendto(b"hello", ("192.0.2.2", 5000)))
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
        assertThat(trial.of(Sent.class))
                .containsExactly(new Sent("udp", "192.0.2.2", 5000, 5, "hello"));
    }

    @Test
    void namesThatAreAskedForAreSeen() throws Exception {
        Trial trial =
                python(
                        """
                        import socket
                        try: socket.getaddrinfo("evil.example.invalid", 443)
                        except OSError: pass
                        q = bytes.fromhex("1234010000010000000000000161076578616d706c6507696e76616c69640000100001")
                        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                        try: s.sendto(q, ("127.0.0.1", 53))
                        except OSError: pass
                        """);

        assertThat(trial.of(DnsAsked.class))
                .contains(
                        new DnsAsked("evil.example.invalid", "A", "127.0.0.53:53"),
                        new DnsAsked("evil.example.invalid", "AAAA", "127.0.0.53:53"),
                        new DnsAsked("a.example.invalid", "TXT", "127.0.0.1:53"));
    }

    @Test
    void callsThatAreRefusedAreSeen() throws Exception {
        Trial trial =
                python(
                        """
                        import ctypes, os, socket
                        libc = ctypes.CDLL(None, use_errno=True)
                        def call(n, *a):
                            return -ctypes.get_errno() if libc.syscall(n, *a) < 0 else 0
                        assert call(165, b"none", b"/tmp", b"tmpfs", 0, 0) == -1
                        assert call(272, 0x10000000) == -1
                        assert call(308, 0, 0) == -1
                        assert call(101, 16, 1, 0, 0) == -1
                        assert call(321, 0, 0, 0) == -1
                        assert call(425, 1, 0) == -38
                        assert call(250, 0, 0, 0) == -1
                        assert call(105, 0) == -1
                        assert call(133, b"/tmp/dev", 0o020666, 0x0101) == -1
                        assert call(56, 0x10000000 | 17, 0, 0, 0, 0) == -1
                        for f, t in ((2, 3), (17, 3), (40, 1), (38, 5), (16, 3)):
                            try: socket.socket(f, t, 15 if f == 16 else 0); assert False
                            except PermissionError: pass
                        """);

        assertThat(trial.stderr()).isEmpty();
        assertThat(trial.of(CallRefused.class))
                .extracting(c -> c.call() + ": " + c.detail())
                .containsExactly(
                        "mount: none on /tmp type tmpfs",
                        "unshare: flags 0x10000000",
                        "setns: type 0x0",
                        "ptrace: request 16 of process 1",
                        "bpf: argument 0x0",
                        "io_uring_setup: argument 0x1",
                        "keyctl: argument 0x0",
                        "setuid: to 0",
                        "mknod: /tmp/dev mode 20666",
                        "clone: flags 0x10000011",
                        "socket: inet type 3 protocol 0",
                        "socket: packet type 3 protocol 0",
                        "socket: vsock type 1 protocol 0",
                        "socket: alg type 5 protocol 0",
                        "socket: netlink type 3 protocol 15");
    }

    @Test
    void sleepsSignalsAndDisguisesAreNoted() throws Exception {
        Trial trial =
                python(
                        """
                        import ctypes, os, signal, time
                        time.sleep(0.25)
                        child = os.fork()
                        if child == 0:
                            signal.pause()
                        os.kill(child, 9)
                        os.wait()
                        libc = ctypes.CDLL(None)
                        libc.prctl(15, b"kworker/0:1", 0, 0, 0)
                        libc.prctl(4, 0, 0, 0, 0)
                        """);

        assertThat(trial.of(Slept.class))
                .singleElement()
                .satisfies(s -> assertThat(s.millis()).isBetween(200L, 250L));
        assertThat(trial.of(CallNoted.class))
                .contains(
                        new CallNoted("prctl", "PR_SET_NAME kworker/0:1"),
                        new CallNoted("prctl", "PR_SET_DUMPABLE 0"))
                .anySatisfy(
                        n -> {
                            assertThat(n.call()).isEqualTo("kill");
                            assertThat(n.detail()).startsWith("signal 9 to ");
                        });
    }

    @Test
    void hostileArgumentsHurtNobody() throws Exception {
        Trial trial =
                python(
                        """
                        import ctypes, os
                        libc = ctypes.CDLL(None, use_errno=True)
                        def call(n, *a):
                            return -ctypes.get_errno() if libc.syscall(n, *map(ctypes.c_long, a)) < 0 else 0
                        bad = (0, 1, 0x7fffffffffff, -1, 1 << 62)
                        for p in bad:
                            assert call(2, p, 0) == -14
                            assert call(59, p, p, p) == -14
                            assert call(42, 0, p, 16) in (-14, -88)
                            assert call(46, 0, p, 0) == -14
                            assert call(307, 0, p, 5000, 0) == -14
                            assert call(82, p, p) == -14
                            call(165, p, p, p, 0, 0)
                        try: open("a" * 5000)
                        except OSError: pass
                        try: open(b"/tmp/\\xff\\xfe\\x1b[31m")
                        except OSError: pass
                        big = ["/bin/true"] + ["x" * 100000] * 3 + ["y"] * 2000
                        os.spawnv(os.P_WAIT, "/bin/true", big)
                        print("alive")
                        """);

        assertThat(trial.stderr()).isEmpty();
        assertThat(trial.stdout()).isEqualTo("alive\n");
        assertThat(trial.health().values())
                .allSatisfy(h -> assertThat(h.health()).isEqualTo(Health.FULL));
        assertThat(trial.of(FileOpened.class))
                .anySatisfy(f -> assertThat(f.path()).isEqualTo("/tmp/\\xff\\xfe\u001b[31m"))
                .allSatisfy(f -> assertThat(f.path().length()).isLessThan(4200));
        assertThat(trial.of(ProcessStarted.class).toList().getLast().argv())
                .satisfies(
                        argv -> {
                            assertThat(String.join("", argv).length()).isLessThan(40_000);
                            assertThat(argv.get(1)).endsWith("…");
                            assertThat(argv.getLast()).startsWith("… ").endsWith(" more");
                        });
    }

    @Test
    void theRuntimesOwnCallsAreNotTheSamples() throws Exception {
        Trial trial = shell(":");

        Observation first = trial.seen().getFirst().what();
        assertThat(first).isInstanceOf(ProcessStarted.class);
        assertThat(trial.of(ProcessStarted.class)).hasSize(1);
        assertThat(trial.exit()).isEqualTo(new Exit.Code(0));
    }
}
