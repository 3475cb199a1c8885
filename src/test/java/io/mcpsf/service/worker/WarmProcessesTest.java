package io.mcpsf.service.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.job.SourcePolicy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A shell script stands where the command line does; the processes and the pipes are real. */
@Timeout(60)
final class WarmProcessesTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    /** Waits for one line and tells it, or tells how it was started otherwise. */
    private static final String PROGRAM =
            """
            if [ "$1" = stand-by ]; then
                echo $$ >>"$PIDS"
                echo '{"kind":"ready"}' >&2
                read -r line || exit 0
                echo "mcpsf: warm $$ $(ls) $line" >&2
            else
                echo "mcpsf: cold $$ $(ls) $*" >&2
            fi
            exit 2
            """;

    @TempDir Path folder;
    private Path work = Path.of("");
    private Optional<WarmProcesses> pool = Optional.empty();

    @BeforeEach
    void makeFolders() throws IOException {
        work = Files.createDirectory(folder.resolve("work"));
        Files.createFile(folder.resolve("pids"));
    }

    @AfterEach
    void close() {
        pool.ifPresent(WarmProcesses::close);
    }

    @Test
    void aProcessThatWaitsMakesTheJob() throws Exception {
        WarmProcesses warm = warm(1, LONG, LONG);
        await(() -> warm.ready() == 1);

        String said = assess(warm, "npm:x", "safe", folder.resolve("job"));

        assertThat(said)
                .startsWith("warm " + pids().getFirst())
                .contains("[\"assess\",", "\"--profile\",\"safe\"", ",\"npm:x\"]");
        assertThat(warm.ready()).isZero();
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void whatWasUploadedIsWhatItStandsIn() throws Exception {
        WarmProcesses warm = warm(1, LONG, LONG);
        await(() -> warm.ready() == 1);
        Path job = folder.resolve("job");
        Files.writeString(Files.createDirectories(job.resolve("upload")).resolve("server"), "x");

        String said = assess(warm, "./server", "safe", job);

        assertThat(said).startsWith("warm " + pids().getFirst() + " server [");
    }

    @Test
    void noProcessMakesTwoJobs() throws Exception {
        WarmProcesses warm = warm(1, LONG, Duration.ZERO);
        await(() -> warm.ready() == 1);
        String first = assess(warm, "npm:one", "safe", folder.resolve("one"));
        await(() -> warm.ready() == 1);

        String second = assess(warm, "npm:two", "safe", folder.resolve("two"));

        assertThat(first).startsWith("warm " + pids().get(0)).doesNotContain("npm:two");
        assertThat(second).startsWith("warm " + pids().get(1)).doesNotContain("npm:one");
    }

    @Test
    void whileNoneWaitsAJobHasAProcessOfItsOwn() throws Exception {
        WarmProcesses warm = warm(1, LONG, LONG);
        await(() -> warm.ready() == 1);
        assess(warm, "npm:one", "safe", folder.resolve("one"));

        String second = assess(warm, "npm:two", "safe", folder.resolve("two"));

        assertThat(second).startsWith("cold ").contains("assess", "npm:two");
        assertThat(pids()).hasSize(1);
    }

    @Test
    void aLongAttackIsMadeByAProcessWithBothCompilers() throws Exception {
        WarmProcesses warm = warm(1, LONG, LONG);
        await(() -> warm.ready() == 1);

        String said = assess(warm, "npm:x", "aggressive", folder.resolve("job"));

        assertThat(said).startsWith("cold ");
        assertThat(warm.ready()).isEqualTo(1);
    }

    @Test
    void thereAreNoMoreThanWereAskedFor() throws Exception {
        WarmProcesses warm = warm(2, LONG, Duration.ZERO);
        await(() -> warm.ready() == 2);
        assess(warm, "npm:x", "safe", folder.resolve("job"));
        await(() -> warm.ready() == 2);

        assertThat(pids()).hasSize(3);
        assertThat(alive()).hasSize(2);
    }

    @Test
    void oneThatNobodyNeedsEndsAndTheNextJobBringsAnother() throws Exception {
        WarmProcesses warm = warm(1, Duration.ofSeconds(2), Duration.ZERO);
        await(() -> warm.ready() == 1);
        await(() -> alive().isEmpty());
        assertThat(pids()).hasSize(1);
        // It is gone a moment before what it had is removed.
        await(() -> empty(work));

        String said = assess(warm, "npm:x", "safe", folder.resolve("job"));

        assertThat(said).startsWith("cold ");
        await(() -> warm.ready() == 1);
        assertThat(pids()).hasSize(2);
    }

    @Test
    void oneThatDiedIsGivenNoJob() throws Exception {
        WarmProcesses warm = warm(1, LONG, LONG);
        await(() -> warm.ready() == 1);
        ProcessHandle.of(pids().getFirst()).ifPresent(ProcessHandle::destroyForcibly);
        await(() -> warm.ready() == 0);

        String said = assess(warm, "npm:x", "safe", folder.resolve("job"));

        assertThat(said).startsWith("cold ");
    }

    @Test
    void oneThatNeverSaysThatItIsReadyIsNotUsed() throws Exception {
        String otherwise = "echo $$ >>\"$PIDS\"; echo '{\"kind\":\"other\"}' >&2; read -r line";
        Path program = Files.writeString(folder.resolve("otherwise"), otherwise);
        WarmProcesses warm =
                WarmProcesses.in(work, command(program), new WarmProcesses.Bounds(1, LONG, LONG));
        pool = Optional.of(warm.start());

        await(() -> pids().size() == 1 && alive().isEmpty());

        assertThat(warm.ready()).isZero();
        await(() -> folders() == 0);
    }

    @Test
    void closingEndsThoseThatWaitAndLeavesNothing() throws Exception {
        WarmProcesses warm = warm(2, LONG, Duration.ZERO);
        await(() -> warm.ready() == 2);

        warm.close();

        await(() -> alive().isEmpty());
        assertThat(work).isEmptyDirectory();
    }

    private long folders() {
        try (Stream<Path> all = Files.list(work)) {
            return all.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private WarmProcesses warm(int most, Duration longestWait, Duration putOff) throws IOException {
        WarmProcesses made =
                WarmProcesses.in(
                        work, command(), new WarmProcesses.Bounds(most, longestWait, putOff));
        pool = Optional.of(made);
        return made.start();
    }

    private String assess(WarmProcesses warm, String source, String profile, Path job)
            throws Exception {
        var request =
                new JobRequest(
                        source,
                        profile,
                        new JobRequest.Start("", List.of()),
                        new JobRequest.Reach(Map.of(), List.of(), List.of()),
                        new JobRequest.Manner(0, -1, "", 0));
        Runner.Outcome outcome =
                new ChildRunner(command(), Duration.ofMinutes(1), warm)
                        .assess(request, source, Files.createDirectories(job), _ -> {});
        assertThat(outcome).isInstanceOf(Runner.Outcome.Refused.class);
        return ((Runner.Outcome.Refused) outcome).what();
    }

    private ChildCommand command() throws IOException {
        return command(Files.writeString(folder.resolve("program"), PROGRAM));
    }

    private ChildCommand command(Path program) {
        return new ChildCommand(
                List.of("/bin/sh", program.toString()),
                Map.of("PATH", Command.PATH, "PIDS", folder.resolve("pids").toString()),
                new SourcePolicy(SourcePolicy.Allowed.nothing(), InetAddress::getAllByName));
    }

    private List<Long> pids() {
        try {
            return Files.readAllLines(folder.resolve("pids")).stream().map(Long::valueOf).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Long> alive() {
        return pids().stream()
                .filter(pid -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent())
                .toList();
    }

    private static void await(BooleanSupplier there) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!there.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(20);
        }
    }

    private static boolean empty(Path folder) {
        String[] names = folder.toFile().list();
        return names != null && names.length == 0;
    }
}
