package io.mcpsf.observe.ebpf;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.model.FileObservation.Deed;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.WitnessesDiffer;
import io.mcpsf.model.Health;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.observe.SecondWitness;
import io.mcpsf.observe.Trial;
import io.mcpsf.observe.notify.NotifySensor;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Two witnesses of one sandbox: the calls as they were asked, and what the kernel made of them. */
@Tag("chamber")
final class KernelWitnessTest {

    @TempDir Path home;

    private KernelWitness witness;

    @BeforeEach
    void load() throws Exception {
        witness = KernelWitness.load();
    }

    @AfterEach
    void unload() {
        witness.close();
    }

    private NotifySensor sensor() {
        return sensor(witness);
    }

    private static NotifySensor sensor(SecondWitness second) {
        return new NotifySensor(
                Map.of(), CanaryFinder.none(), new AtomicInteger(), Path.of("/tmp"), second);
    }

    private static OciExecutor executor() {
        return OciRuntimes.choose(OciRuntimes.Preference.CRUN, word -> {});
    }

    private Trial python(String program) throws Exception {
        Files.writeString(home.resolve("program.py"), program);
        try (var executor = executor()) {
            return Trial.run(executor, sensor(), home, "/usr/bin/python3", "-SE", "program.py");
        }
    }

    @Test
    void aPathThatAnotherThreadExchangesIsToldAsWhatWasOpened() throws Exception {
        Trial trial =
                python(
                        """
                        import ctypes, os, random, threading, time
                        libc = ctypes.CDLL(None)
                        TRIES = 200
                        for i in range(TRIES):
                            open("plain-%03d!" % i, "w").close()
                        # Put there by a rename, so that no call has ever opened it by this name.
                        for i in range(TRIES):
                            os.rename("plain-%03d!" % i, "secret-%03d" % i)
                            open("plain-%03d!" % i, "w").close()
                        buffer = ctypes.create_string_buffer(32)
                        current = -1
                        def exchange():
                            last = -1
                            while last < TRIES - 1:
                                if current == last:
                                    continue
                                last = current
                                until = time.perf_counter() + random.random() * 0.0004
                                while time.perf_counter() < until: pass
                                buffer.value = b"secret-%03d" % last
                        thread = threading.Thread(target=exchange)
                        thread.start()
                        for i in range(TRIES):
                            buffer.value = b"plain-%03d!" % i
                            current = i
                            descriptor = libc.open(buffer, 0)
                            print(os.readlink("/proc/self/fd/%d" % descriptor))
                            os.close(descriptor)
                            while buffer.value[:1] != b"s": time.sleep(0)
                        thread.join()
                        """);

        assertThat(trial.stderr()).isEmpty();
        List<String> told = trial.of(FileOpened.class).map(FileOpened::path).toList();
        List<String> opened = trial.stdout().lines().toList();
        assertThat(opened).as("the race is won now and then").anyMatch(p -> p.contains("secret"));
        assertThat(told).containsAll(opened);
        assertThat(trial.of(WitnessesDiffer.class))
                .isNotEmpty()
                .allMatch(differ -> differ.act() == Deed.OPENED)
                .allMatch(differ -> differ.path().startsWith("/home/dev/secret-"));
    }

    @Test
    void whenACallIsToldTheKernelsWordOnAllOpensBeforeItHasBeenHeard() throws Exception {
        var asked = new AtomicLong();
        var behind = new AtomicLong();
        var folders = new AtomicLong();
        var statement = new AtomicReference<TwoWitnesses>();
        SecondWitness kept =
                sink -> {
                    statement.set((TwoWitnesses) witness.beside(sink));
                    return statement.get();
                };
        Files.writeString(
                home.resolve("program.py"),
                """
                import os
                for i in range(2000):
                    os.close(os.open("program.py", os.O_RDONLY)); os.mkdir("folder-%d" % i)
                """);
        try (var executor = executor()) {
            Trial trial =
                    Trial.run(
                            executor,
                            sensor(kept),
                            Trial.spec(home, "/usr/bin/python3", "-SE", "program.py"),
                            (process, what) -> {
                                if (what instanceof FileOpened file && file.found()) {
                                    asked.incrementAndGet();
                                } else if (what instanceof FileActed) {
                                    folders.incrementAndGet();
                                    if (statement.get().opened() < asked.get()) {
                                        behind.incrementAndGet();
                                    }
                                }
                            });
            assertThat(trial.stderr()).isEmpty();
        }
        assertThat(folders).hasValue(2000);
        assertThat(behind).hasValue(0);
    }

    @Test
    void anOrdinaryProgramIsToldOfInTheSameWordsByBoth() throws Exception {
        Trial trial =
                python(
                        """
                        import json, os, socket, sqlite3, ssl, subprocess, tempfile, urllib.request
                        os.symlink("program.py", "link")
                        os.chdir("/usr")
                        for path in ("/home/dev/link", "../etc/hosts", "/proc/self/cwd/../etc/passwd"):
                            open(path).close()
                        with tempfile.TemporaryFile() as f: f.write(b"x")
                        with tempfile.NamedTemporaryFile(dir="/home/dev") as f:
                            open(f.name).close()
                            os.rename(f.name, "/home/dev/moved")
                            open("/home/dev/moved").close()
                            os.link("/home/dev/moved", f.name)
                        folder = os.open("/home/dev", os.O_RDONLY)
                        os.close(os.open("program.py", os.O_RDONLY, dir_fd=folder))
                        os.close(os.open("ünï", os.O_RDWR | os.O_CREAT, dir_fd=folder))
                        db = sqlite3.connect("/home/dev/x.db")
                        db.execute("create table t (a)")
                        db.commit()
                        subprocess.run(["/bin/sh", "-c", "cat /etc/hosts > /dev/null; ls /home > /tmp/out"])
                        """);

        assertThat(trial.stderr()).isEmpty();
        assertThat(trial.of(WitnessesDiffer.class)).isEmpty();
        assertThat(trial.health().get(Sense.FILES))
                .extracting(SenseHealth::health)
                .isEqualTo(Health.FULL);
    }

    @Test
    void aWitnessWhoseProcessesAreNotOursIsNotCountedAsOne() throws Exception {
        Files.writeString(home.resolve("program.py"), "open('program.py').close()");
        try (var executor = executor()) {
            Trial trial =
                    Trial.run(
                            executor,
                            sensor(sink -> new OtherIds(witness.beside(sink))),
                            home,
                            "/usr/bin/python3",
                            "-SE",
                            "program.py");

            assertThat(trial.stderr()).isEmpty();
            assertThat(trial.health().get(Sense.FILES))
                    .extracting(SenseHealth::why)
                    .isEqualTo("one witness, no eBPF: it told nothing of this sandbox");
        }
    }

    /** As in a container with process ids of its own: no id of the kernel is one that we know. */
    private record OtherIds(SecondWitness.Statement statement) implements SecondWitness.Statement {

        @Override
        public void knows(int hostProcess, int number) {
            statement.knows(-hostProcess, number);
        }

        @Override
        public void begins(int thread) {
            statement.begins(thread);
        }

        @Override
        public void catchUp() {
            statement.catchUp();
        }

        @Override
        public void saw(int process, Observation what) {
            statement.saw(process, what);
        }

        @Override
        public void close() {
            statement.close();
        }

        @Override
        public Optional<SenseHealth> health(Sense sense) {
            return statement.health(sense);
        }
    }

    @Test
    void afterAFloodBothHaveCountedTheSame() throws Exception {
        var asked = new AtomicLong();
        Files.writeString(
                home.resolve("flood.py"),
                """
                import os
                for i in range(50000):
                    os.close(os.open("flood.py", os.O_RDONLY))
                """);
        try (var executor = executor()) {
            Trial trial =
                    Trial.run(
                            executor,
                            sensor(),
                            Trial.spec(home, "/usr/bin/python3", "-SE", "flood.py"),
                            (process, what) -> {
                                if (what instanceof FileOpened file && file.found()) {
                                    asked.incrementAndGet();
                                }
                            });

            assertThat(trial.stderr()).isEmpty();
            assertThat(trial.health().get(Sense.FILES)).extracting(SenseHealth::lost).isEqualTo(0L);
        }
        assertThat(asked.get()).isGreaterThan(50_000);
        assertThat(witness.lost()).isZero();
        // Besides opened files the kernel tells of executed programs: here one.
        assertThat(witness.told() - asked.get()).isBetween(0L, 1L);
    }
}
