package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.fuzz.Campaign.Shot;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
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
    private final IdentityHashMap<Shot, Mark> marks = new IdentityHashMap<>();
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
        // Drawn in the order of the plan, so that the same seed sends the same values.
        shots.forEach(shot -> marks.put(shot, gun.mark()));
    }

    /** Sends all. */
    void run() throws InterruptedException {
        Barrage.all(gun, atOnce, shells(shots));
        damage.tell();
    }

    /**
     * The same, with something else that is sent in the middle, when the first half is nearly out.
     */
    void run(Callable<List<Barrage.Shell>> between) throws InterruptedException {
        List<Shot> inTurn = lastByAnswer();
        List<Shot> first = inTurn.subList(0, inTurn.size() / 2);
        List<Barrage.Shell> second = shells(inTurn.subList(first.size(), inTurn.size()));
        // What broke the server is found out before there is more of the same.
        var broken = new AtomicBoolean();
        Barrage.all(
                gun,
                atOnce,
                shells(first),
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
    private List<Shot> lastByAnswer() {
        List<Shot> best = shots.subList(0, shots.size() / 8);
        List<Shot> others = shots.subList(best.size(), shots.size());
        return Stream.of(
                        best.stream(),
                        others.stream().filter(shot -> !byAnswer(shot)),
                        others.stream().filter(Bombardment::byAnswer))
                .flatMap(Function.identity())
                .toList();
    }

    static boolean byAnswer(Shot shot) {
        return Oracle.named(shot.family().oracle()).byAnswer();
    }

    private List<Barrage.Shell> shells(List<Shot> some) {
        return some.stream().<Barrage.Shell>map(ShotShell::new).toList();
    }

    private final class ShotShell implements Barrage.Shell {

        private final Shot shot;

        ShotShell(Shot shot) {
            this.shot = shot;
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
        public Gun.Loaded load() {
            Mark mark = Objects.requireNonNull(marks.get(shot), "its mark");
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
