package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.interrogate.RecordingNotebook;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Direction;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.ServerProcess;
import io.mcpsf.model.Observation.Attacked;

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
final class BarrageTest {

    private final RecordingNotebook notebook = new RecordingNotebook();
    private final AtomicInteger underWay = new AtomicInteger();
    private final List<Integer> beside = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger most = new AtomicInteger();
    private final List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
    private final ServerProcess server = ServerProcess.node("friendly.js");
    private final Crowd crowd = Crowd.here();
    private Gun gun;

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
        gun =
                new Gun(
                        session,
                        Optional::empty,
                        notebook,
                        new SplittableRandom(1),
                        1_000,
                        Duration.ofSeconds(60),
                        crowd);
    }

    @AfterEach
    void end() {
        crowd.close();
        server.close();
    }

    @Test
    void theNextOneHasLeftWhenTheLastIsLookedAt() throws InterruptedException {
        List<Integer> sent = new ArrayList<>();

        Barrage.all(
                gun, 1, shells(6, () -> true, () -> sent.add(notebook.all(Attacked.class).size())));

        assertThat(sent).containsExactly(2, 3, 4, 5, 6, 6);
    }

    @Test
    void neverMoreThanSoManyAreUnderWay() throws InterruptedException {
        Barrage.all(gun, 3, shells(60, () -> true, () -> {}));

        assertThat(seen).hasSize(60).doesNotHaveDuplicates();
        assertThat(most).hasValueBetween(2, 3);
    }

    @Test
    void whatComesThenIsAskedForOnceAndSentAfterTheFirst() throws InterruptedException {
        var asked = new AtomicInteger();

        Barrage.all(
                gun,
                1,
                shells(10, () -> true, () -> {}),
                () -> {
                    asked.incrementAndGet();
                    return IntStream.range(10, 20)
                            .mapToObj(i -> shell(i, () -> true, () -> {}))
                            .toList();
                });

        assertThat(asked).hasValue(1);
        assertThat(seen).containsExactlyElementsOf(IntStream.range(0, 20).boxed().toList());
    }

    @Test
    void whatIsNotWorthItAnyMoreIsNotSentThoughItWasReady() throws InterruptedException {
        var asked = new AtomicInteger();

        // The first is asked about twice, the second once when it is made ready.
        Barrage.all(gun, 1, shells(5, () -> asked.incrementAndGet() <= 3, () -> {}));

        assertThat(seen).containsExactly(0);
        assertThat(notebook.all(Attacked.class)).hasSize(1);
    }

    @Test
    void whatGoesBehindWordsLeavesWhenAllOfThemAreBack() throws Exception {
        List<Target> targets = Stream.generate(BarrageTest::target).limit(6).toList();
        var words = new Words(gun, Sightings.none(), targets);
        var told = new FutureTask<>(() -> words.traced(targets.getLast()));
        beside.clear();

        words.send(4, List.of(behind(words, "fits"), behind(words, "does not")), told);

        assertThat(notebook.all(Attacked.class))
                .extracting(Attacked::family)
                .containsExactly("trace", "trace", "trace", "trace", "trace", "trace", "fits");
        assertThat(beside.getLast()).as("under way with it").isEqualTo(1);
        assertThat(told.get(5, TimeUnit.SECONDS)).isPresent();
    }

    private Barrage.Shell behind(Words words, String name) {
        var value = StringNode.valueOf(name);
        return words.behind(
                new Single(gun, words.targets().getLast(), name, value, gun.mark(), _ -> {}),
                _ -> name.equals("fits"));
    }

    private List<Barrage.Shell> shells(int many, BooleanSupplier worth, Runnable looked) {
        return IntStream.range(0, many).mapToObj(i -> shell(i, worth, looked)).toList();
    }

    private Barrage.Shell shell(int number, BooleanSupplier worth, Runnable looked) {
        Target target = target();
        return new Barrage.Shell() {
            @Override
            public boolean worth() {
                return worth.getAsBoolean();
            }

            @Override
            public Gun.Loaded load() {
                return gun.load(target, "trace", StringNode.valueOf("value " + number), gun.mark());
            }

            @Override
            public void look(Fired fired) {
                looked.run();
                if (fired.text().contains("value " + number)) {
                    seen.add(number);
                }
            }
        };
    }

    private static Target target() {
        return new Target(
                "add",
                "",
                Json.object().put("a", "plain").put("b", ""),
                List.of("a"),
                Json.object());
    }
}
