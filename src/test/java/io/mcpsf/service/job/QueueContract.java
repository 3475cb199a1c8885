package io.mcpsf.service.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.Foundation;
import io.mcpsf.service.access.KeyLimits;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.storage.DatabaseUrl;
import io.mcpsf.service.storage.MasterKey;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;

/** What the queue promises, on either database. */
abstract class QueueContract {

    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir Path folder;
    private Foundation foundation;
    private Queue queue;

    protected abstract DatabaseUrl database() throws Exception;

    @BeforeEach
    void open() throws Exception {
        foundation =
                Foundation.open(
                        new Foundation.Place(
                                database(), folder.toString(), folder, MasterKey.none()),
                        Map.of());
        foundation
                .database()
                .write(
                        sql -> {
                            for (String table : List.of("jobs", "events", "files", "repeats")) {
                                sql.change("DELETE FROM " + table);
                            }
                            return 0;
                        });
        queue = foundation.queue(LONG);
    }

    @AfterEach
    void close() {
        foundation.close();
    }

    @Test
    void aJobIsTakenOnceHoweverManyTry() {
        submit("a", 40, 5);
        Set<String> taken = Collections.synchronizedSet(new TreeSet<>());
        List<String> twice = Collections.synchronizedList(new ArrayList<>());
        try (var tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 6; i++) {
                tasks.execute(
                        () -> {
                            for (var t = queue.take("w"); t.isPresent(); t = queue.take("w")) {
                                if (!taken.add(t.get().job().id())) {
                                    twice.add(t.get().job().id());
                                }
                            }
                        });
            }
        }

        assertThat(twice).isEmpty();
        assertThat(taken).hasSize(40);
    }

    @Test
    void keysAreServedInTurns() {
        submit("greedy", 10, 9);
        submit("modest", 2, 0);

        var order = new ArrayList<String>();
        for (int i = 0; i < 4; i++) {
            Queue.Taken taken = queue.take("w").orElseThrow();
            order.add(taken.job().keyId());
        }

        assertThat(order).containsExactlyInAnyOrder("greedy", "modest", "greedy", "modest");
        assertThat(order.subList(0, 2)).containsExactlyInAnyOrder("greedy", "modest");
    }

    @Test
    void whoeverLostTheLeaseCanWriteNoMore() {
        submit("a", 1, 5);
        Queue hasty = foundation.queue(Duration.ofMillis(-1));
        Job first = hasty.take("slow").orElseThrow().job();
        assertThat(queue.takeBack()).isEqualTo(1);
        await(first.id());
        Job second = queue.take("quick").orElseThrow().job();

        assertThat(queue.renew(first)).isEqualTo(Queue.Word.LOST);
        assertThat(queue.tell(first, List.of(JobEvent.note("late")))).isFalse();
        assertThat(queue.end(first, done())).isFalse();
        assertThat(queue.renew(second)).isEqualTo(Queue.Word.GO_ON);
        assertThat(queue.end(second, done())).isTrue();
        assertThat(queue.end(second, done())).as("an answer that was lost").isTrue();
        assertThat(find(first.id()).state()).isEqualTo(JobState.DONE);
        assertThat(find(first.id()).attempt().number()).isEqualTo(2);
        assertThat(ends(first.id())).isEqualTo(1);
    }

    @Test
    void theLastAttemptThatCrashesIsAFailure() {
        String id = submit("a", 1, 5).getFirst();
        for (int i = 0; i < 3; i++) {
            await(id);
            queue.giveBack(queue.take("w").orElseThrow().job(), true, "it fell over");
        }

        Job job = find(id);
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(job.ends().failure()).contains("it fell over");
        assertThat(ends(id)).isEqualTo(1);
    }

    @Test
    void aWorkerThatShutsDownCostsNoAttempt() {
        String id = submit("a", 1, 5).getFirst();

        queue.giveBack(queue.take("w").orElseThrow().job(), false, "going");

        assertThat(find(id).state()).isEqualTo(JobState.QUEUED);
        assertThat(find(id).attempt().number()).isZero();
    }

    @Test
    void cancellingIsHeardByTheWorkerAndOutlivesIt() {
        submit("a", 2, 5);
        Job heard = queue.take("w").orElseThrow().job();
        Job lost = foundation.queue(Duration.ofMillis(-1)).take("w").orElseThrow().job();

        foundation.jobs().cancel(heard.id(), "me");
        foundation.jobs().cancel(lost.id(), "me");

        assertThat(queue.renew(heard)).isEqualTo(Queue.Word.CANCEL);
        queue.takeBack();
        assertThat(find(lost.id()).state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void secretsComeWithTheJobAndAreForgottenAtItsEnd() {
        String id = submit("a", 1, 5).getFirst();
        Queue.Taken taken = queue.take("w").orElseThrow();
        assertThat(taken.request().reach().env()).containsEntry("TOKEN", "s3cret");
        assertThat(find(id).asked().request()).contains("TOKEN").doesNotContain("s3cret");

        queue.end(taken.job(), done());

        long kept =
                foundation
                        .database()
                        .read(sql -> sql.number("SELECT count(*) FROM jobs WHERE secrets <> ''"));
        assertThat(kept).isZero();
    }

    @Test
    void theSameWordsUnderTheSameKeyAreOneJobAlsoAtOnce() {
        List<String> made = Collections.synchronizedList(new ArrayList<>());
        try (var tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                tasks.execute(
                        () -> {
                            var submitted =
                                    foundation
                                            .jobs()
                                            .submit(request("x", 5), who("a"), List.of(), "same");
                            made.add(
                                    switch (submitted) {
                                        case Jobs.Submitted.New(Job job) -> job.id();
                                        case Jobs.Submitted.Again(Job job) -> job.id();
                                        default -> "refused";
                                    });
                        });
            }
        }

        assertThat(made).hasSize(8);
        assertThat(new TreeSet<>(made)).hasSize(1).doesNotContain("refused");
        assertThat(foundation.jobs().submit(request("y", 5), who("a"), List.of(), "same"))
                .isInstanceOf(Jobs.Submitted.Mismatch.class);
    }

    private List<String> submit(String key, int count, int priority) {
        var ids = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            var submitted =
                    foundation.jobs().submit(request("x" + i, priority), who(key), List.of(), "");
            ids.add(((Jobs.Submitted.New) submitted).job().id());
        }
        return ids;
    }

    private static Principal who(String key) {
        return new Principal(key, key, Role.SUBMITTER, new KeyLimits(100, 1000, 1000), false);
    }

    private static JobRequest request(String name, int priority) {
        return new JobRequest(
                "npm:" + name,
                "safe",
                new JobRequest.Start("", List.of()),
                new JobRequest.Reach(Map.of("TOKEN", "s3cret"), List.of(), List.of()),
                new JobRequest.Manner(0, -1, "", priority));
    }

    private static Ending done() {
        var summary = new JobResult.Summary("NOTHING_SEEN", 0, "x", "npm", "{}");
        return new Ending.Done(new JobResult(summary, List.of(), List.of(), List.of()), List.of());
    }

    private Job find(String id) {
        return foundation.jobs().find(id).orElseThrow();
    }

    private long ends(String id) {
        return foundation
                .database()
                .read(
                        sql ->
                                sql.number(
                                        "SELECT count(*) FROM events WHERE job = ? AND kind ="
                                                + " 'end'",
                                        id));
    }

    /** A job that comes back waits a moment. */
    private void await(String id) {
        foundation
                .database()
                .write(sql -> sql.change("UPDATE jobs SET not_before = 0 WHERE id = ?", id));
        assertThat(Optional.of(find(id).state())).contains(JobState.QUEUED);
    }
}
