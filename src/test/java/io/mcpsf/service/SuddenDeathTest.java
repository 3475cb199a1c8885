package io.mcpsf.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.access.KeyLimits;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.job.JobState;
import io.mcpsf.service.job.Jobs;
import io.mcpsf.service.storage.DatabaseUrl;
import io.mcpsf.service.storage.Digests;
import io.mcpsf.service.storage.MasterKey;
import io.mcpsf.service.storage.StorageException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Workers and the database are killed in the middle of it, and every job still ends once. */
@Tag("peers")
final class SuddenDeathTest {

    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @TempDir Path folder;

    private final Random chance = new Random(20261115);
    private final List<Process> workers = new ArrayList<>();

    @Test
    @Timeout(300)
    void jobsInPostgresqlEndOnceWhoeverIsKilled() throws Exception {
        Path data = folder.resolve("pg");
        EmbeddedPostgres server = server(data, 0);
        int port = server.getPort();
        try {
            String url = "postgresql://postgres@127.0.0.1:" + port + "/postgres";
            try (Foundation foundation = foundation(url)) {
                List<String> jobs = submit(foundation, 300);
                work(url, 4);

                awaitDone(foundation, 60);
                killAWorker(url);
                kill(postmaster(data));
                server.close();
                server = server(data, port);
                awaitDone(foundation, 120);
                killAWorker(url);
                awaitDone(foundation, 180);
                killAWorker(url);
                killAWorker(url);

                awaitDone(foundation, 300);
                assertThatEachEndedOnce(foundation, jobs);
            }
        } finally {
            workers.forEach(Process::destroyForcibly);
            server.close();
        }
    }

    @Test
    @Timeout(200)
    void jobsInSqliteEndOnceThoughWorkersAreKilled() throws Exception {
        String url = "sqlite:" + folder.resolve("jobs.db");
        try (Foundation foundation = foundation(url)) {
            List<String> jobs = submit(foundation, 60);
            work(url, 2);

            awaitDone(foundation, 15);
            killAWorker(url);
            awaitDone(foundation, 30);
            killAWorker(url);

            awaitDone(foundation, 60);
            assertThatEachEndedOnce(foundation, jobs);
        } finally {
            workers.forEach(Process::destroyForcibly);
        }
    }

    private static EmbeddedPostgres server(Path data, int port) throws IOException {
        EmbeddedPostgres.Builder builder =
                EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false);
        return (port == 0 ? builder : builder.setPort(port)).start();
    }

    private Foundation foundation(String url) {
        return Foundation.open(
                new Foundation.Place(
                        DatabaseUrl.parse(url),
                        folder.resolve("data/files").toString(),
                        folder.resolve("data"),
                        MasterKey.none()),
                Map.of());
    }

    private List<String> submit(Foundation foundation, int count) {
        var limits = new KeyLimits(1_000, 1_000, 10_000);
        var ids = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            var who = new Principal("key" + i % 3, "x", Role.SUBMITTER, limits, false);
            var request =
                    new JobRequest(
                            "npm:x" + i,
                            "safe",
                            new JobRequest.Start("", List.of()),
                            new JobRequest.Reach(Map.of(), List.of(), List.of()),
                            new JobRequest.Manner(0, -1, "" + chance.nextInt(20, 120), 5));
            var submitted = foundation.jobs().submit(request, who, List.of(), "");
            ids.add(((Jobs.Submitted.New) submitted).job().id());
        }
        return ids;
    }

    private void work(String url, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            var words =
                    List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-Xmx128m",
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            StandInWorker.class.getName(),
                            url,
                            folder.resolve("data").toString());
            workers.add(
                    new ProcessBuilder(words)
                            .redirectErrorStream(true)
                            .redirectOutput(
                                    folder.resolve("worker-" + workers.size() + ".log").toFile())
                            .start());
        }
    }

    /** And has another one in its place. */
    private void killAWorker(String url) throws IOException, InterruptedException {
        Process victim = workers.remove(chance.nextInt(workers.size()));
        kill(victim.pid());
        victim.waitFor();
        work(url, 1);
    }

    private static void kill(long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-9", "" + pid).start().waitFor();
    }

    private static long postmaster(Path data) throws IOException {
        return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).getFirst());
    }

    private static void awaitDone(Foundation foundation, int count) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        long done = 0;
        while (done < count) {
            assertThat(System.nanoTime()).as("%d of %d are done", done, count).isLessThan(deadline);
            Thread.sleep(100);
            try {
                done =
                        foundation
                                .database()
                                .read(
                                        sql ->
                                                sql.number(
                                                        "SELECT count(*) FROM jobs WHERE finished"
                                                                + " > 0"));
            } catch (StorageException e) {
                assertThat(e.passing()).as(e.toString()).isTrue();
            }
        }
    }

    private void assertThatEachEndedOnce(Foundation foundation, List<String> ids)
            throws IOException {
        for (String id : ids) {
            Job job = foundation.jobs().find(id).orElseThrow();
            assertThat(job.state()).as(job.toString()).isEqualTo(JobState.DONE);
            long ends =
                    foundation
                            .database()
                            .read(
                                    sql ->
                                            sql.number(
                                                    "SELECT count(*) FROM events WHERE job = ? AND"
                                                            + " kind = 'end'",
                                                    id));
            assertThat(ends).isEqualTo(1);
            long events =
                    foundation
                            .database()
                            .read(
                                    sql ->
                                            sql.number(
                                                    "SELECT count(*) FROM events WHERE job = ?",
                                                    id));
            assertThat(events).as("no event is missing").isEqualTo(job.lastEvent());
            record Kept(String blob, String sha256) {}
            List<Kept> files =
                    foundation
                            .database()
                            .read(
                                    sql ->
                                            sql.all(
                                                    "SELECT blob, sha256 FROM files WHERE job = ?",
                                                    row ->
                                                            new Kept(
                                                                    row.text("blob"),
                                                                    row.text("sha256")),
                                                    id));
            assertThat(files).hasSize(3);
            for (Kept file : files) {
                try (var in = foundation.blobs().get(file.blob())) {
                    assertThat(Digests.sha256(in.readAllBytes())).isEqualTo(file.sha256());
                }
            }
        }
    }
}
