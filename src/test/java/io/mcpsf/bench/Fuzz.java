package io.mcpsf.bench;

import static io.mcpsf.sandbox.oci.OciRuntimes.Preference.AUTO;

import io.mcpsf.interrogate.Plausible;
import io.mcpsf.interrogate.fuzz.Attack;
import io.mcpsf.interrogate.fuzz.AttackSetting;
import io.mcpsf.interrogate.fuzz.Fuzzer;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Drain;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Reply;
import io.mcpsf.run.Rehearsal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;

/**
 * How many hostile calls a second an attack makes in the chamber under all sensors, and how many of
 * the very same calls the server answers on the bare host, as many at once.
 */
final class Fuzz {

    private static final int AT_ONCE = 4;

    private static final int FEWEST = 9;

    /** A round counts if the host took no more of the processors in any part of it. */
    private static final double QUIET = 0.02;

    /** So long is waited for them; where the fewest were not quiet, the least disturbed count. */
    private static final Duration ENOUGH = Duration.ofMinutes(3);

    /** Rounds that do not count, as Java is still compiling: so many, or for so long. */
    private static final int WARM_UP = 10;

    private static final Duration WARM = Duration.ofSeconds(20);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** So many quiet rounds are wanted: a single one of a short attack is off by a fifth. */
    private final int wanted;

    private final int fewest;

    private Fuzz(int wanted) {
        this.wanted = wanted;
        this.fewest = Math.min(wanted, FEWEST);
    }

    /**
     * Arguments: how many rounds, then pairs of a folder and the command that starts it, FOLDER for
     * the folder.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        var fuzz = new Fuzz(Integer.parseInt(args[0]));
        for (int i = 1; i < args.length; i += 2) {
            fuzz.contest(Path.of(args[i]).toAbsolutePath(), args[i + 1]);
        }
    }

    private void contest(Path folder, String command) throws IOException, InterruptedException {
        var rounds = new ArrayList<Rates>();
        var stolen = new Stolen();
        long begin = System.nanoTime();
        boolean warm = false;
        try (var rehearsal = Rehearsal.of(folder, List.of(command.split(" ")));
                var executor = Peer.chamber(AUTO)) {
            for (int round = 1; !enough(rounds, begin); round++) {
                Trial trial;
                double disturbed;
                try (var show = rehearsal.start(executor, true, (_, _) -> {})) {
                    stolen.since();
                    trial = attack(show);
                    disturbed = stolen.since();
                }
                List<UnderWay.Question> calls = trial.calls();
                double bare;
                try (Peer peer = Peer.bare(rehearsal)) {
                    McpSession session = peer.talk();
                    stolen.since();
                    bare = replay(session, calls);
                    disturbed = Math.max(disturbed, stolen.since());
                }
                double sealed;
                try (Peer peer = Peer.sealed(rehearsal, executor, true)) {
                    McpSession session = peer.talk();
                    stolen.since();
                    sealed = replay(session, calls);
                    disturbed = Math.max(disturbed, stolen.since());
                }
                if (warm) {
                    rounds.add(
                            new Rates(
                                    calls.size(),
                                    trial.rate(),
                                    trial.rateUnderWay(),
                                    sealed,
                                    bare,
                                    disturbed));
                }
                warm |= round >= WARM_UP || System.nanoTime() - begin > WARM.toNanos();
            }
        }
        List<Rates> rates =
                rounds.stream()
                        .sorted(Comparator.comparingDouble(Rates::disturbed))
                        .limit(Math.clamp(quiet(rounds), fewest, wanted))
                        .toList();
        System.out.printf(
                "attack on %s: %d calls, %.0f a second; the same calls in the chamber %.0f, native"
                        + " %.0f; median ratio to native %.2f, while calls are under way %.2f"
                        + " (chamber alone %.2f), of the best rounds %.2f, %d rounds of %d,"
                        + " at most %.0f %% stolen%n",
                folder.getFileName(),
                rates.getLast().calls(),
                median(rates, Rates::attack),
                median(rates, Rates::sealed),
                median(rates, Rates::bare),
                median(rates, one -> one.attack() / one.bare()),
                median(rates, one -> one.underWay() / one.bare()),
                median(rates, one -> one.sealed() / one.bare()),
                best(rates, Rates::attack) / best(rates, Rates::bare),
                rates.size(),
                rounds.size(),
                100 * rates.getLast().disturbed());
    }

    private boolean enough(List<Rates> rounds, long begin) {
        boolean late = System.nanoTime() - begin > ENOUGH.toNanos();
        return quiet(rounds) >= wanted || (late && rounds.size() >= fewest);
    }

    private static long quiet(List<Rates> rounds) {
        return rounds.stream().filter(round -> round.disturbed() <= QUIET).count();
    }

    /**
     * An attack: its calls, how long it took, and for how long of it at least one call was under
     * way. The rest is waiting for what shows after an answer.
     */
    private record Trial(List<UnderWay.Question> calls, double seconds, double underWay) {
        double rate() {
            return calls.size() / seconds;
        }

        double rateUnderWay() {
            return calls.size() / underWay;
        }
    }

    /** Of one round: our attack, and its calls once more in the chamber and bare, a second. */
    private record Rates(
            int calls,
            double attack,
            double underWay,
            double sealed,
            double bare,
            double disturbed) {}

    /** Of the quickest round, which others at work on the machine disturbed the least. */
    private static double best(List<Rates> rates, ToDoubleFunction<Rates> part) {
        return rates.stream().mapToDouble(part).max().orElseThrow();
    }

    private static double median(List<Rates> rates, ToDoubleFunction<Rates> part) {
        return rates.stream().mapToDouble(part).sorted().toArray()[rates.size() / 2];
    }

    private static Trial attack(Rehearsal.Show show) throws InterruptedException {
        var pipes = show.sandbox().pipes();
        Drain.of(pipes.stderr());
        var seen = new UnderWay();
        var wire = new McpClient.Wire(pipes.stdout(), pipes.stdin(), seen, InstantSource.system());
        try (var client = McpClient.open(wire, seen, Identity.usual(), Budget.usual())) {
            var session = new McpSession(client, Identity.usual());
            session.greet(PATIENCE);
            return attack(session, show, seen);
        }
    }

    private static Trial attack(McpSession session, Rehearsal.Show show, UnderWay seen)
            throws InterruptedException {
        var plausible = Plausible.in("/home/dev", "/home/dev/work", "/home/dev/notes.txt");
        var around =
                new Attack.Surroundings("/opt/x", plausible, List.of(), List.of(), "", List.of());
        var attack = new Attack(20_000, Duration.ofMinutes(2), AT_ONCE, false, around);
        // As far as the others are when their time begins.
        session.list("tools/list", "tools", PATIENCE);
        seen.forget();
        long begin = System.nanoTime();
        var world = AttackSetting.calm(show.sightings());
        new Fuzzer(session, show.notebook(), world, attack, new SplittableRandom(1)).run();
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Trial(seen.questions(PATIENCE), seconds, seen.seconds());
    }

    private static double replay(McpSession session, List<UnderWay.Question> calls)
            throws InterruptedException {
        var next = new AtomicInteger();
        long begin = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < AT_ONCE; i++) {
                var _ =
                        threads.submit(
                                () -> {
                                    int call = next.getAndIncrement();
                                    while (call < calls.size()) {
                                        ask(session, calls.get(call));
                                        call = next.getAndIncrement();
                                    }
                                    return call;
                                });
            }
        }
        return calls.size() / ((System.nanoTime() - begin) / 1e9);
    }

    private static Reply ask(McpSession session, UnderWay.Question question)
            throws InterruptedException {
        return session.ask(question.method(), question.params(), question.patience());
    }
}
