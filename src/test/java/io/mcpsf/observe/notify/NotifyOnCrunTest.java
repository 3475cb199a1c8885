package io.mcpsf.observe.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.model.Exit;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Health;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Observation.Lost;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SocketObservation.Sent;
import io.mcpsf.observe.Trial;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** What only our own filter can show, and what the sensor must bear. */
@Tag("chamber")
final class NotifyOnCrunTest extends NotifyContract {

    @Test
    void callsOfOtherArchitecturesAndUnknownOnesAreSeen() throws Exception {
        Trial trial =
                python(
                        """
                        import ctypes, mmap
                        libc = ctypes.CDLL(None, use_errno=True)
                        code = mmap.mmap(-1, 4096, prot=7)
                        code.write(bytes.fromhex("b814000000cd80c3"))  # getpid by int 0x80
                        call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
                        assert call() == -38
                        assert libc.syscall(0x40000000 | 39) == -1 and ctypes.get_errno() == 38
                        assert libc.syscall(999) == -1 and ctypes.get_errno() == 38
                        args = (ctypes.c_ulong * 11)(0x10000000)
                        assert libc.syscall(435, args, 88) == -1 and ctypes.get_errno() == 38
                        """);

        assertThat(trial.stderr()).isEmpty();
        assertThat(trial.of(CallRefused.class))
                .containsExactly(
                        new CallRefused("foreign call", "i386 call 20", "i386"),
                        new CallRefused("foreign call", "x32 call 39", "x32"),
                        new CallRefused("call 999", "", "x86_64"),
                        new CallRefused("clone3", "flags 0x10000000", "x86_64"));
    }

    @Test
    void twoHundredThousandOpensAreAllSeen() throws Exception {
        var opened = new AtomicLong();
        var rest = new AtomicLong();
        Files.writeString(
                home.resolve("flood.py"),
                """
                import os
                for i in range(200000):
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
                                boolean flood =
                                        what instanceof FileOpened f
                                                && f.asked().startsWith("flood-");
                                (flood ? opened : rest).incrementAndGet();
                            });

            assertThat(trial.exit()).isEqualTo(new Exit.Code(0));
            assertThat(opened).hasValue(200_000);
            assertThat(rest.get()).isLessThan(1000);
            assertThat(trial.health().values())
                    .allSatisfy(h -> assertThat(h.health()).isEqualTo(Health.FULL));
        }
    }

    @Test
    void twoThousandExecsAreAllSeen() throws Exception {
        Trial trial =
                python(
                        """
                        import os
                        for batch in range(40):
                            for i in range(50):
                                os.posix_spawn("/bin/true", ["true", "run-%d" % (batch * 50 + i)], {})
                            for i in range(50): os.wait()
                        """);

        List<String> runs =
                trial.of(ProcessStarted.class)
                        .map(p -> p.argv().getLast())
                        .filter(a -> a.startsWith("run-"))
                        .toList();
        assertThat(runs).hasSize(2000).doesNotHaveDuplicates();
        assertThat(trial.of(ProcessStarted.class).map(ProcessStarted::process))
                .doesNotHaveDuplicates();
        assertThat(trial.of(ProcessStarted.class).skip(1))
                .allSatisfy(p -> assertThat(p.parent()).isEqualTo(1));
    }

    @Test
    void theSandboxDiesWithItsSupervisor() throws Exception {
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

            assertThat(trial.exit()).isEqualTo(new Exit.Signal(9));
            assertThat(trial.health().values())
                    .allSatisfy(
                            h -> {
                                assertThat(h.health()).isEqualTo(Health.BLIND);
                                assertThat(h.why()).contains("the recorder is full");
                            });
        }
    }

    @Test
    void oneCallIsSearchedAFewTimesHoweverManyMessagesItHas() throws Exception {
        var searches = new AtomicLong();
        var sensor =
                new NotifySensor(
                        Map.of(),
                        bytes -> {
                            searches.incrementAndGet();
                            return List.of();
                        });
        Files.writeString(
                home.resolve("batch.py"),
                """
                import ctypes, socket, struct
                libc = ctypes.CDLL(None)
                data = ctypes.create_string_buffer(b"bomb" * 100)
                s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                keep, headers = [], b""
                for i in range(1000):
                    to = ctypes.create_string_buffer(struct.pack("=H", 2) + struct.pack("!H", 4000 + i) + bytes((127, 0, 0, 1)) + bytes(8))
                    iov = ctypes.create_string_buffer(struct.pack("=QQ", ctypes.addressof(data), 400))
                    keep += [to, iov]
                    headers += struct.pack("=QQQQQQQQ", ctypes.addressof(to), 16, ctypes.addressof(iov), 1, 0, 0, 0, 0)
                libc.syscall(307, s.fileno(), headers, 1000, 0)
                """);
        List<Observation> seen = Collections.synchronizedList(new ArrayList<>());
        try (var executor = executor()) {
            Trial.run(
                    executor,
                    sensor,
                    Trial.spec(home, "/usr/bin/python3", "-SE", "batch.py"),
                    (process, what) -> seen.add(what));
        }

        assertThat(seen).filteredOn(Sent.class::isInstance).hasSize(1000);
        // One for the arguments of the program itself.
        assertThat(searches.get()).isLessThanOrEqualTo(5);
        assertThat(seen)
                .filteredOn(Lost.class::isInstance)
                .containsExactly(
                        new Lost(
                                Sense.SOCKETS,
                                996,
                                "more messages in one call than can be searched"));
    }

    @Test
    void everyAttemptToEscapeIsSeen() throws Exception {
        try (var probe =
                Objects.requireNonNull(
                        getClass().getResourceAsStream("/escape/probe.py"), "the probe")) {
            Files.copy(probe, home.resolve("probe.py"));
        }
        Trial names = shell("python3 -SE probe.py");
        List<String> attempts =
                names.stdout().lines().map(line -> Json.text(Json.read(line), "attempt")).toList();
        assertThat(attempts).hasSizeGreaterThan(60);

        Trial trial =
                shell(
                        "for a in nothing nothing %s; do python3 -SE probe.py $a; done"
                                .formatted(String.join(" ", attempts)));

        Map<String, List<String>> byAttempt = byAttempt(trial);
        Set<String> usual = new HashSet<>(byAttempt.getOrDefault("nothing", List.of()));
        assertThat(usual).isNotEmpty();
        // It only asks what its own descriptors are, which no sensor needs to see.
        assertThat(attempts)
                .filteredOn(a -> !a.equals("inherited-descriptor"))
                .filteredOn(a -> usual.containsAll(byAttempt.getOrDefault(a, List.of())))
                .as("attempts that left no trace")
                .isEmpty();
    }

    private static Map<String, List<String>> byAttempt(Trial trial) {
        Map<String, List<String>> all = new HashMap<>();
        String now = "";
        for (var seen : trial.seen()) {
            if (seen.what() instanceof ProcessStarted p && p.argv().contains("probe.py")) {
                now = p.argv().getLast();
            } else {
                // Process numbers differ from run to run and are no trace.
                String trace = seen.what().toString().replaceAll("\\d+", "#");
                all.computeIfAbsent(now, _ -> new ArrayList<>()).add(trace);
            }
        }
        return all;
    }
}
