package io.mcpsf.observe.ebpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.mcpsf.bait.Found;
import io.mcpsf.linux.Processes;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Health;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProcessObservation.Slept;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.Trial;
import io.mcpsf.os.Child;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.SandboxSpec;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** What the program in the kernel tells of a process in a mount namespace of its own. */
@Tag("chamber")
@Timeout(120)
final class KernelSensorTest {

    private static final String CANARY = "canary-7f3a91";

    @TempDir Path home;

    private static SensorProgram program;
    private Strangers strangers = _ -> {};
    private final List<Trial.Seen> seen = Collections.synchronizedList(new ArrayList<>());
    private final KernelStory story =
            new KernelStory(
                    this::saw,
                    Map.of("/secret", new BaitMark("ssh-key", "ssh")),
                    bytes ->
                            new String(bytes, StandardCharsets.ISO_8859_1).contains(CANARY)
                                    ? List.of(new Found("ssh-key", "ssh", "plain"))
                                    : List.of(),
                    new AtomicInteger());

    @BeforeAll
    static void load() throws Exception {
        program = SensorProgram.load();
    }

    @AfterAll
    static void unload() {
        program.close();
    }

    /** Somebody else, while the program runs. */
    @FunctionalInterface
    private interface Strangers {
        void act(int pid) throws Exception;
    }

    private void saw(int process, Observation what) {
        seen.add(new Trial.Seen(process, what));
    }

    private <T extends Observation> Stream<T> of(Class<T> kind) {
        return seen.stream().map(Trial.Seen::what).filter(kind::isInstance).map(kind::cast);
    }

    /** Runs it in the home folder, and returns what it printed and the account of the senses. */
    private Ran python(String script) throws Exception {
        Files.writeString(home.resolve("program.py"), script);
        var watch =
                new KernelWatch(
                        program,
                        "because a test asks",
                        story,
                        Trial.spec(home, "/usr/bin/python3"));
        String printed;
        try (Child child =
                Command.of(
                                "unshare",
                                "--mount",
                                "sh",
                                "-c",
                                "read go; exec \"$@\"",
                                "sh",
                                "/usr/bin/python3",
                                "-SE",
                                "program.py")
                        .in(home)
                        .start()) {
            int pid = (int) child.pid();
            while (Processes.mountNamespace(pid)
                    == Processes.mountNamespace((int) ProcessHandle.current().pid())) {
                LockSupport.parkNanos(1_000_000);
            }
            ((SandboxSpec.Listener.Announced) watch.spec().listener()).first().accept(pid);
            child.stdin().write('\n');
            child.stdin().flush();
            strangers.act(pid);
            child.stdin().close();
            printed = new String(child.stdout().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(new String(child.stderr().readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
            assertThat(child.await()).isZero();
        } finally {
            watch.close();
        }
        return new Ran(printed, watch.health());
    }

    private record Ran(String printed, Map<Sense, SenseHealth> health) {}

    @Test
    void filesAreToldByThePathThatTheKernelHasAndFailuresByThatOfTheProgram() throws Exception {
        python(
                """
                import os
                os.mkdir("d")
                open("d/new", "w").close()
                os.symlink("d/new", "link")
                open("link").close()
                open("link", "a").close()
                for path in ("none", "/proc/self/none", "d/../d/missing"):
                    try: open(path)
                    except OSError: pass
                open("/proc/self/status").close()
                os.listdir("d")
                os.chdir("d")
                os.rename("new", "../moved")
                folder = os.open("..", os.O_RDONLY)
                os.unlink("moved", dir_fd=folder)
                """);

        assertThat(of(FileOpened.class))
                .contains(
                        new FileOpened(home + "/d/new", "d/new", Access.CREATE, false),
                        new FileOpened(home + "/d/new", "link", Access.READ, true),
                        new FileOpened(home + "/d/new", "link", Access.WRITE, true),
                        new FileOpened(home + "/none", "none", Access.READ, false),
                        new FileOpened(home + "/d/missing", "d/../d/missing", Access.READ, false),
                        new FileOpened("/proc/self/status", "/proc/self/status", Access.READ, true),
                        new FileOpened(home + "/d", "d", Access.LOOK, true));
        assertThat(of(FileActed.class))
                .containsExactly(
                        new FileActed(Act.MKDIR, home + "/d", ""),
                        new FileActed(Act.SYMLINK, home + "/link", "d/new"),
                        new FileActed(Act.RENAME, home + "/d/new", home + "/moved"),
                        new FileActed(Act.DELETE, home + "/moved", ""));
    }

    @Test
    void programsAreToldWithTheKernelsOwnCopyAndTheirAncestors() throws Exception {
        python(
                """
                import os, subprocess
                with open("script", "w") as f: f.write("#!/bin/sh\\ntrue\\n")
                os.chmod("script", 0o755)
                subprocess.run(["./script", "a"])
                subprocess.run(["/bin/sh", "-c", "cat /dev/null; true"], env={"LD_PRELOAD": ""})
                try: subprocess.run(["/no/such/thing"])
                except OSError: pass
                fd = os.memfd_create("hidden", 0)
                os.write(fd, open("/bin/true", "rb").read())
                if os.fork() == 0: os.execve(fd, ["memory", "%s"], {})
                os.wait()
                """
                        .formatted(CANARY));

        var started = of(ProcessStarted.class).toList();
        assertThat(started.getFirst().process()).isEqualTo(1);
        assertThat(started.getFirst().argv())
                .containsExactly("/usr/bin/python3", "-SE", "program.py");
        assertThat(started.get(1).path()).isEqualTo(home + "/script");
        assertThat(started.get(1).argv()).containsExactly("/bin/sh", "./script", "a");
        assertThat(started.get(1).parent()).isEqualTo(1);
        assertThat(started.get(2).notable()).containsExactly("LD_PRELOAD=");
        assertThat(started.get(3).path()).endsWith("/bin/cat");
        assertThat(started.get(3).parent()).isEqualTo(started.get(2).process());
        assertThat(started.get(4).path()).isEqualTo("/no/such/thing");
        assertThat(started.get(4).image()).isEqualTo(Image.MISSING);
        assertThat(started.get(5).image()).isEqualTo(Image.MEMORY);
        assertThat(of(BaitLeft.class))
                .containsExactly(
                        new BaitLeft("ssh-key", "ssh", "argv", started.get(5).path(), "plain"));
    }

    @Test
    void connectionsPortsSleepsAndRefusedCallsAreTold() throws Exception {
        String port =
                python(
                                """
                                import ctypes, os, socket, time
                                server = socket.socket()
                                server.bind(("127.0.0.1", 0))
                                server.listen()
                                port = server.getsockname()[1]
                                socket.socket().connect(("127.0.0.1", port))
                                six = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
                                six.connect(("::1", 4444))
                                time.sleep(0.05)
                                os.setgroups([])
                                os.setuid(65534)
                                libc = ctypes.CDLL(None)
                                libc.mount(b"none", b"/mnt", b"tmpfs", 0, None)
                                libc.unshare(0x20000)
                                print(port)
                                """)
                        .printed()
                        .strip();

        int bound = Integer.parseInt(port);
        assertThat(of(Bound.class)).containsExactly(new Bound("tcp", "127.0.0.1", bound));
        assertThat(of(Connected.class))
                .containsExactly(
                        new Connected("tcp", "127.0.0.1", bound),
                        new Connected("udp", "0:0:0:0:0:0:0:1", 4444));
        assertThat(of(Slept.class)).singleElement().matches(slept -> slept.millis() >= 10);
        assertThat(of(CallRefused.class))
                .extracting(CallRefused::call, CallRefused::detail)
                .contains(
                        tuple("mount", "none on /mnt type unreadable"),
                        tuple("unshare", "flags 0x20000"));
    }

    @Test
    void aDecoyIsKnownUnderAnotherName() throws Exception {
        Files.writeString(home.resolve("plain"), "x");
        var decoys = new DecoyIdentities(Map.of("/plain", new BaitMark("ssh-key", "ssh")));
        decoys.learn(home);
        var touched = new ArrayList<Observation>();
        int ourselves = (int) ProcessHandle.current().pid();
        int number =
                program.watch(
                        ourselves,
                        record -> {
                            if (record.node().path().endsWith("/other-name")) {
                                decoys.touched(pen(touched), record.node(), Touch.READ);
                            }
                        });
        Files.createLink(home.resolve("other-name"), home.resolve("plain"));

        Files.readString(home.resolve("other-name"));

        program.forget(number, ourselves);
        assertThat(touched)
                .contains(new BaitTouched("ssh-key", "ssh", home + "/other-name", Touch.READ));
    }

    private static Pen pen(List<Observation> all) {
        return new Pen() {
            @Override
            public void saw(Sense sense, Observation what) {
                all.add(what);
            }

            @Override
            public void missed(String why) {
                throw new AssertionError(why);
            }
        };
    }

    @Test
    void aPathThatAnotherThreadExchangesIsToldAsWhatWasOpened() throws Exception {
        Ran ran =
                python(
                        """
                        import ctypes, os, threading
                        libc = ctypes.CDLL(None)
                        for name in ("plain!", "secret"): open(name, "w").close()
                        buffer = ctypes.create_string_buffer(b"plain!", 16)
                        over = False
                        def exchange():
                            while not over:
                                buffer.value = b"secret"
                                buffer.value = b"plain!"
                        thread = threading.Thread(target=exchange)
                        thread.start()
                        for i in range(2000):
                            descriptor = libc.open(buffer, 0)
                            if descriptor >= 0:
                                print(os.readlink("/proc/self/fd/%d" % descriptor))
                                os.close(descriptor)
                        over = True
                        thread.join()
                        """);

        List<String> told =
                of(FileOpened.class)
                        .filter(file -> file.access() == Access.READ && file.found())
                        .map(FileOpened::path)
                        .filter(path -> path.endsWith("plain!") || path.endsWith("secret"))
                        .toList();
        assertThat(told).isEqualTo(ran.printed().lines().toList());
    }

    @Test
    void ofFiftyThousandOpensNoneIsLostAndTheSensesAreIncompleteAllTheSame() throws Exception {
        Ran ran =
                python(
                        """
                        import os
                        for i in range(50000):
                            os.close(os.open("program.py", os.O_RDONLY))
                        """);

        assertThat(
                        of(FileOpened.class)
                                .filter(file -> file.asked().equals("program.py"))
                                .map(FileOpened::path)
                                .filter((home + "/program.py")::equals)
                                .count())
                .isEqualTo(50_000);
        assertThat(ran.health().values())
                .allSatisfy(
                        sense -> {
                            assertThat(sense.health()).isEqualTo(Health.LOSSY);
                            assertThat(sense.lost()).isZero();
                            assertThat(sense.why()).startsWith("eBPF is the sensor, because");
                        });
    }

    /** Namespaces get the numbers of those that are gone: that one is the same proves nothing. */
    @Test
    void aStrangerInTheSameNamespaceIsNotToldOf() throws Exception {
        Files.writeString(home.resolve("strange"), "x");
        Files.writeString(home.resolve("own"), "x");
        strangers =
                pid -> {
                    String namespace = "--mount=/proc/" + pid + "/ns/mnt";
                    String file = home.resolve("strange").toString();
                    assertThat(Command.of("nsenter", namespace, "cat", file).run().stdout())
                            .isEqualTo("x");
                };
        python(
                """
                import os, sys
                open("own").close()
                sys.stdin.read()
                """);

        assertThat(of(FileOpened.class).map(FileOpened::path))
                .contains(home + "/own")
                .doesNotContain(home + "/strange");
        // The shell that waits for our word may be told as well, when it is late.
        assertThat(of(ProcessStarted.class))
                .isNotEmpty()
                .noneMatch(started -> started.argv().getFirst().equals("cat"));
    }

    @Test
    void processesThatHaveEndedTakeNoRoom() throws Exception {
        python(
                """
                import os
                for i in range(1000):
                    if os.fork() == 0: os._exit(0)
                    os.wait()
                """);

        assertThat(seen.stream().mapToInt(Trial.Seen::process).max()).hasValue(1001);
        assertThat(story.processes()).isLessThan(3);
    }

    @Test
    void whatNobodyStartedWasNotWatched() {
        var watch =
                new KernelWatch(
                        program, "because a test asks", story, Trial.spec(home, "/bin/true"));
        watch.close();

        assertThat(watch.health().values())
                .allSatisfy(sense -> assertThat(sense.health()).isEqualTo(Health.BLIND));
    }
}
