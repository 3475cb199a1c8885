package io.mcpsf.observe.seccheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Health;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProcessObservation.Slept;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.observe.Trial;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What gVisor tells of programs, sockets and calls. */
@Tag("release")
@Tag("chamber")
final class GvisorProgramsTest extends OnGvisor {

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
    void aProgramBesideARemovedFolderIsNamed() throws Exception {
        Trial trial =
                python(
                        """
                        import os, shutil
                        os.makedirs("/tmp/e/y")
                        shutil.copy("/bin/true", "/tmp/e/git")
                        os.makedirs("/tmp/honest/deep")
                        shutil.copy("/bin/true", "/tmp/honest/git")
                        os.chdir("/tmp/e/y")
                        os.rmdir("/tmp/e/y")
                        os.symlink("/tmp/honest/deep", "/tmp/e/y (deleted)")
                        os.execv("../git", ["git"])
                        """);

        assertThat(trial.stderr()).isEmpty();
        assertThat(trial.of(ProcessStarted.class).skip(1))
                .extracting(ProcessStarted::path)
                .containsExactly("/tmp/e/git");
    }

    @Test
    void aNameThatOnlyEndsLikeARemovedOneIsNotShortened() throws Exception {
        Trial trial =
                python(
                        """
                        import os, shutil
                        shutil.copy("/bin/true", "/home/dev/git (deleted)")
                        os.execv("/home/dev/git (deleted)", ["x"])
                        """);

        assertThat(trial.of(ProcessStarted.class).skip(1))
                .extracting(p -> p.path() + " " + p.image())
                .containsExactly("/home/dev/git (deleted) FILE");
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
                        time.sleep(0.5)
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
}
