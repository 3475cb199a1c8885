package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.fuzz.Campaign.Shot;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Hostile values sent within bounds, and what came back. A family is done with a place when it had
 * effect there.
 */
final class Bombardment {

    private final Gun gun;
    private final int atOnce;
    private final Damage damage;
    private final Bounds bounds;
    private final Looker looker;
    private final List<Shot> shots;
    private final List<ShotShell> shells = new ArrayList<>();
    private final long seed;
    private final Map<ShotShell, FutureTask<Gun.Loaded>> early = new ConcurrentHashMap<>();
    private final IdentityHashMap<Shot, Fired> sent = new IdentityHashMap<>();
    private final Set<String> landed = new HashSet<>();
    private long watched = System.nanoTime();

    /** Nothing is sent with fewer calls left than these, or later. */
    record Bounds(int calls, long end) {}

    /** Whether a value had an effect. */
    @FunctionalInterface
    interface Looker {
        Optional<Hit> look(Shot shot, Fired fired);
    }

    Bombardment(
            Gun gun, int atOnce, Damage damage, Bounds bounds, Looker looker, List<Shot> shots) {
        this.gun = gun;
        this.atOnce = atOnce;
        this.damage = damage;
        this.bounds = bounds;
        this.looker = looker;
        this.shots = List.copyOf(shots);
        this.seed = gun.seed();
        this.shots.forEach(shot -> shells.add(new ShotShell(shot, shells.size())));
    }

    /** Makes the first ones ready, while something else is on its way. */
    void ready() {
        shells.stream()
                .limit(atOnce)
                .forEach(shell -> early.put(shell, new FutureTask<>(shell::loaded)));
        early.values().forEach(FutureTask::run);
    }

    /** Sends all. */
    void run() throws InterruptedException {
        Barrage.all(gun, atOnce, List.copyOf(shells));
        damage.tell();
    }

    /**
     * The same, with something else that is sent in the middle, when the first half is nearly out.
     */
    void run(Callable<List<Barrage.Shell>> between) throws InterruptedException {
        List<Barrage.Shell> inTurn = lastByAnswer();
        List<Barrage.Shell> first = inTurn.subList(0, inTurn.size() / 2);
        List<Barrage.Shell> second = inTurn.subList(first.size(), inTurn.size());
        // What broke the server is found out before there is more of the same.
        var broken = new AtomicBoolean();
        Barrage.all(
                gun,
                atOnce,
                first,
                () -> {
                    if (gun.missing()) {
                        broken.set(true);
                        return List.of();
                    }
                    return Stream.concat(between.call().stream(), second.stream()).toList();
                });
        damage.tell();
        if (broken.get()) {
            Barrage.all(gun, atOnce, List.of(), between);
            Barrage.all(gun, atOnce, second);
            damage.tell();
        }
    }

    List<Shot> shots() {
        return shots;
    }

    /** What was sent and is worth a second look, in the order of the plan. */
    List<Map.Entry<Shot, Fired>> sent() {
        var inOrder = new ArrayList<Map.Entry<Shot, Fired>>();
        for (Shot shot : shots) {
            Fired fired = sent.get(shot);
            if (fired != null) {
                inOrder.add(Map.entry(shot, fired));
            }
        }
        return inOrder;
    }

    /** When the last one was answered whose effect only the sensors tell. */
    synchronized long watched() {
        return watched;
    }

    /**
     * But for the most promising, those that only sensors tell of go first, so that their effects
     * show while the others are sent.
     */
    private List<Barrage.Shell> lastByAnswer() {
        int best = shells.size() / 8;
        var inTurn = new ArrayList<Barrage.Shell>();
        var last = new ArrayList<Barrage.Shell>();
        for (ShotShell shell : shells) {
            (shell.place < best || !byAnswer(shell.shot) ? inTurn : last).add(shell);
        }
        inTurn.addAll(last);
        return inTurn;
    }

    static boolean byAnswer(Shot shot) {
        return Oracle.named(shot.family().oracle()).byAnswer();
    }

    private final class ShotShell implements Barrage.Shell {

        private final Shot shot;
        private final int place;

        ShotShell(Shot shot, int place) {
            this.shot = shot;
            this.place = place;
        }

        @Override
        public boolean worth() {
            return !landed(shot)
                    && !gun.stuck(shot.target().tool())
                    && !damage.known(shot.key())
                    && gun.left() > bounds.calls()
                    && gun.now() - bounds.end() < 0;
        }

        @Override
        public Gun.Loaded load() throws InterruptedException {
            Optional<FutureTask<Gun.Loaded>> begun = Optional.ofNullable(early.remove(this));
            if (begun.isEmpty()) {
                return loaded();
            }
            begun.get().run();
            try {
                return begun.get().get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a value of the attack", e.getCause());
            }
        }

        private Gun.Loaded loaded() {
            // By its place in the plan, so that the same seed sends the same values.
            Mark mark = Mark.draw(new SplittableRandom(seed + place));
            JsonNode value = shot.payload().render(shot.target(), mark);
            return gun.load(shot.target(), shot.family().name(), value, mark);
        }

        @Override
        public void look(Fired fired) {
            back(shot, fired, looker.look(shot, fired).isPresent());
        }
    }

    private synchronized boolean landed(Shot shot) {
        return landed.contains(shot.key());
    }

    private synchronized void back(Shot shot, Fired fired, boolean hit) {
        if (hit) {
            landed.add(shot.key());
        }
        if (!byAnswer(shot)) {
            watched = System.nanoTime();
        }
        worthKeeping(shot, fired, hit).ifPresent(kept -> sent.put(shot, kept));
    }

    /** What a second look needs: an effect may show late, but an answer is all there is. */
    private static Optional<Fired> worthKeeping(Shot shot, Fired fired, boolean hit) {
        if (shot.family().rough()) {
            return Optional.empty();
        }
        return byAnswer(shot)
                ? Optional.of(fired).filter(_ -> hit)
                : Optional.of(fired.remembering(0));
    }
}
