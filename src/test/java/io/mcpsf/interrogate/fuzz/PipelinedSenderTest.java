package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.interrogate.LoadClock;
import io.mcpsf.interrogate.RecordingNotebook;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Direction;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.ServerProcess;
import io.mcpsf.model.ProtocolObservation.Attacked;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.StringNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Many values at a real server. */
final class PipelinedSenderTest {

    private final RecordingNotebook notebook = new RecordingNotebook();
    private final AtomicInteger underWay = new AtomicInteger();
    private final List<Integer> beside = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger most = new AtomicInteger();
    private final List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
    private final ServerProcess server = ServerProcess.node("friendly.js");
    private final LoadClock clock = LoadClock.here();
    private AttackSender sender;

    @BeforeEach
    void greet() throws InterruptedException {
        FrameTap tap =
                (direction, _, raw, _) -> {
                    boolean sent = direction == Direction.SENT;
                    if (sent && new String(raw, StandardCharsets.UTF_8).contains("tools/call")) {
                        beside.add(underWay.incrementAndGet());
                        most.accumulateAndGet(beside.getLast(), Math::max);
                    } else if (!sent) {
                        underWay.decrementAndGet();
                    }
                };
        var client = McpClient.open(server.wire(tap), _ -> {}, Identity.usual(), Budget.usual());
        var session = new McpSession(client, Identity.usual());
        session.greet(Duration.ofSeconds(20));
        underWay.set(0);
        most.set(0);
        sender =
                new AttackSender(
                        session,
                        Optional::empty,
                        notebook,
                        new SplittableRandom(1),
                        1_000,
                        Duration.ofSeconds(60),
                        clock);
    }

    @AfterEach
    void end() {
        clock.close();
        server.close();
    }

    @Test
    void theNextOneHasLeftWhenTheLastIsLookedAt() throws InterruptedException {
        List<Integer> sent = new ArrayList<>();

        PipelinedSender.all(
                sender,
                1,
                tasks(6, () -> true, () -> sent.add(notebook.all(Attacked.class).size())));

        assertThat(sent).containsExactly(2, 3, 4, 5, 6, 6);
    }

    @Test
    void neverMoreThanSoManyAreUnderWay() throws InterruptedException {
        PipelinedSender.all(sender, 3, tasks(60, () -> true, () -> {}));

        assertThat(seen).hasSize(60).doesNotHaveDuplicates();
        assertThat(most).hasValueBetween(2, 3);
    }

    @Test
    void whatComesThenIsAskedForOnceAndSentAfterTheFirst() throws InterruptedException {
        var asked = new AtomicInteger();

        PipelinedSender.all(
                sender,
                1,
                tasks(10, () -> true, () -> {}),
                () -> {
                    asked.incrementAndGet();
                    return IntStream.range(10, 20)
                            .mapToObj(i -> task(i, () -> true, () -> {}))
                            .toList();
                });

        assertThat(asked).hasValue(1);
        assertThat(seen).containsExactlyElementsOf(IntStream.range(0, 20).boxed().toList());
    }

    @Test
    void whatIsNotWorthItAnyMoreIsNotSentThoughItWasReady() throws InterruptedException {
        var asked = new AtomicInteger();

        // The first is asked about twice, the second once when it is made ready.
        PipelinedSender.all(sender, 1, tasks(5, () -> asked.incrementAndGet() <= 3, () -> {}));

        assertThat(seen).containsExactly(0);
        assertThat(notebook.all(Attacked.class)).hasSize(1);
    }

    @Test
    void whatGoesBehindWordsLeavesWhenAllOfThemAreBack() throws Exception {
        List<AttackTarget> targets = Stream.generate(PipelinedSenderTest::target).limit(6).toList();
        var baseline = new BaselineProbe(sender, Sightings.none(), targets);
        var told = new FutureTask<>(() -> baseline.traced(targets.getLast()));
        beside.clear();

        baseline.send(4, List.of(behind(baseline, "fits"), behind(baseline, "does not")), told);

        assertThat(notebook.all(Attacked.class))
                .extracting(Attacked::family)
                .containsExactly("trace", "trace", "trace", "trace", "trace", "trace", "fits");
        assertThat(beside.getLast()).as("under way with it").isEqualTo(1);
        assertThat(told.get(5, TimeUnit.SECONDS)).isPresent();
    }

    private PipelinedSender.Task behind(BaselineProbe baseline, String name) {
        var value = StringNode.valueOf(name);
        return baseline.behind(
                new Single(
                        sender, baseline.targets().getLast(), name, value, sender.mark(), _ -> {}),
                _ -> name.equals("fits"));
    }

    private List<PipelinedSender.Task> tasks(int many, BooleanSupplier worth, Runnable looked) {
        return IntStream.range(0, many).mapToObj(i -> task(i, worth, looked)).toList();
    }

    private PipelinedSender.Task task(int number, BooleanSupplier worth, Runnable looked) {
        AttackTarget target = target();
        return new PipelinedSender.Task() {
            @Override
            public boolean worth() {
                return worth.getAsBoolean();
            }

            @Override
            public AttackSender.Prepared prepare() {
                return sender.prepare(
                        target, "trace", StringNode.valueOf("value " + number), sender.mark());
            }

            @Override
            public void look(AttackResult result) {
                looked.run();
                if (result.text().contains("value " + number)) {
                    seen.add(number);
                }
            }
        };
    }

    private static AttackTarget target() {
        return new AttackTarget(
                "add",
                "",
                Json.object().put("a", "plain").put("b", ""),
                List.of("a"),
                Json.object());
    }
}
