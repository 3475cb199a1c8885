package io.mcpsf.interrogate.fuzz;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The attack on some places of a server: plain words first, to see where they go; then hostile
 * values, several at once, known again by their marks; then every effect once more, alone. It never
 * waits for an effect to show while there is something else to send.
 */
final class Campaign {

    /** The part of the budget that is kept back for drills and proofs. */
    private static final double KEPT_BACK = 0.35;

    private final Gun gun;
    private final World world;
    private final Sightings sightings;
    private final Attack attack;
    private final Proving proving;
    private final Damage damage;
    private final List<Family> families;
    private final Set<String> commanders = new HashSet<>();

    Campaign(
            Gun gun,
            World world,
            Attack attack,
            Proving proving,
            Damage damage,
            List<Family> families) {
        this.gun = gun;
        this.world = world;
        this.sightings = world.sightings();
        this.attack = attack;
        this.proving = proving;
        this.damage = damage;
        this.families = List.copyOf(families);
    }

    /** A hostile value and the place it is meant for. */
    record Shot(Family family, Family.Payload payload, Target target, Traced traced) {
        String key() {
            return Proving.key(family.name(), target);
        }
    }

    /** Shots that were sent, in the order of the plan, and what came back. */
    private record Volleyed(List<Map.Entry<Shot, Fired>> sent) {
        Volleyed and(Volleyed later) {
            return new Volleyed(Stream.concat(sent.stream(), later.sent().stream()).toList());
        }
    }

    void run(List<Target> targets) throws InterruptedException {
        Map<Target, Fired> words = words(targets);
        Map<Target, Traced> traced = traced(targets, words);
        // What is slow for a short text would not come back from a longer one.
        drill(traced, new SlowDrill(gun, sightings));
        traced.keySet().removeIf(target -> proving.done("slow-expression", target));
        Map<Boolean, List<Shot>> plan = plan(traced);
        List<Shot> shots = plan.getOrDefault(false, List.of());
        int half = shots.size() / 2;
        Bounds bounds = bounds(KEPT_BACK);
        Set<String> landed = new HashSet<>();
        Volleyed first = bombard(shots.subList(0, half), bounds, landed);
        // By now the sensors have told where the words went; what is seen of scouts shows while
        // the other half is on its way.
        traced = traced(List.copyOf(traced.keySet()), words);
        var missions = new Missions(gun, sightings, attack.atOnce(), drills());
        gun.volley();
        missions.scout(traced, proving);
        gun.volley();
        first = first.and(bombard(shots.subList(half, shots.size()), bounds, landed));
        // However late they told.
        Settling.untilQuiet(sightings, gun);
        traced = traced(List.copyOf(traced.keySet()), words);
        missions.scout(traced, proving);
        drill(missions);
        Set<String> keys = shots.stream().map(Shot::key).collect(Collectors.toSet());
        List<Shot> late =
                plan(traced).getOrDefault(false, List.of()).stream()
                        .filter(shot -> !keys.contains(shot.key()))
                        .toList();
        Volleyed second = bombard(late, bounds(KEPT_BACK), new HashSet<>());
        if (!late.isEmpty()) {
            Settling.untilQuiet(sightings, gun);
        }
        confirm(first);
        confirm(second);
        weathers(shots);
        // Last, because a server need not survive it.
        gun.volley();
        bombard(plan.getOrDefault(true, List.of()), bounds(0), new HashSet<>());
        damage.tell();
    }

    /** What fits into the time, all at once and without a plain word first: for slow places. */
    void brief(List<Target> targets) throws InterruptedException {
        List<Shot> shots = plan(traced(targets, Map.of())).getOrDefault(false, List.of());
        Volleyed sent = bombard(shots, bounds(KEPT_BACK), new HashSet<>());
        Settling.untilQuiet(sightings, gun);
        confirm(sent);
    }

    /** One drill and nothing else. */
    void only(Drill drill, List<Target> targets) throws InterruptedException {
        drill(traced(targets, Map.of()), drill);
    }

    private Map<Boolean, List<Shot>> plan(Map<Target, Traced> traced) {
        return Plan.of(families, traced, attack.everything()).stream()
                .collect(Collectors.partitioningBy(shot -> shot.family().rough()));
    }

    private Map<Target, Fired> words(List<Target> targets) throws InterruptedException {
        List<Target> texts = targets.stream().filter(t -> t.text() && !t.closed()).toList();
        var marks = new IdentityHashMap<Target, Mark>();
        texts.forEach(target -> marks.put(target, gun.mark()));
        Map<Target, Fired> fired = new HashMap<>();
        int each = Caps.REMEMBERED / Math.max(1, texts.size());
        new Volley<Target>(gun, attack.atOnce())
                .all(
                        texts,
                        target -> {
                            Mark mark = Objects.requireNonNull(marks.get(target), "its mark");
                            Optional<Fired> sent = gun.fire(target, "trace", mark.nonce(), mark);
                            synchronized (fired) {
                                sent.ifPresent(shot -> fired.put(target, shot.remembering(each)));
                            }
                        });
        return fired;
    }

    private Map<Target, Traced> traced(List<Target> targets, Map<Target, Fired> words) {
        Map<Target, Traced> traced = new LinkedHashMap<>();
        for (Target target : targets) {
            Fired word = words.get(target);
            if (word == null) {
                traced.put(target, Traced.nothing(target, gun.mark()));
                continue;
            }
            var known = new Traced(word, sightings.with(word.mark().nonce()));
            if (target.schema().has(Guessing.WILD) && known.seen().isEmpty() && !known.repeated()) {
                continue; // nobody listens to that name
            }
            traced.put(target, known);
            if (known.runAsCommand()) {
                commanders.add(target.tool());
            }
        }
        return traced;
    }

    /** Nothing is sent with fewer calls left than these, or later. */
    private record Bounds(int calls, long end) {}

    private Bounds bounds(double keptBack) {
        return new Bounds(
                (int) (attack.calls() * keptBack),
                gun.now() + (long) (attack.time().toNanos() * (1 - keptBack)));
    }

    /**
     * Sends them; a family is done with a place, and noted in {@code landed}, when it had effect.
     */
    private Volleyed bombard(List<Shot> shots, Bounds bounds, Set<String> landed)
            throws InterruptedException {
        // Drawn in the order of the plan, so that the same seed sends the same values.
        var marks = new IdentityHashMap<Shot, Mark>();
        shots.forEach(shot -> marks.put(shot, gun.mark()));
        var sent = new IdentityHashMap<Shot, Fired>();
        new Volley<Shot>(gun, attack.atOnce())
                .all(
                        shots,
                        shot -> {
                            synchronized (landed) {
                                if (landed.contains(shot.key())) {
                                    return;
                                }
                            }
                            if (gun.stuck(shot.target().tool())
                                    || damage.known(shot.family().name(), shot.target())
                                    || gun.left() <= bounds.calls()
                                    || gun.now() - bounds.end() >= 0) {
                                return;
                            }
                            Mark mark = Objects.requireNonNull(marks.get(shot), "its mark");
                            JsonNode value = shot.payload().render(shot.target(), mark);
                            Optional<Fired> fired =
                                    gun.fire(shot.target(), shot.family().name(), value, mark);
                            boolean hit = fired.flatMap(f -> look(shot, f)).isPresent();
                            synchronized (landed) {
                                fired.flatMap(f -> worthKeeping(shot, f, hit))
                                        .ifPresent(f -> sent.put(shot, f));
                                if (hit) {
                                    landed.add(shot.key());
                                }
                            }
                        });
        damage.tell();
        var inOrder = new ArrayList<Map.Entry<Shot, Fired>>();
        for (Shot shot : shots) {
            Fired fired = sent.get(shot);
            if (fired != null) {
                inOrder.add(Map.entry(shot, fired));
            }
        }
        return new Volleyed(List.copyOf(inOrder));
    }

    /** What a second look needs: an effect may show late, but an answer is all there is. */
    private static Optional<Fired> worthKeeping(Shot shot, Fired fired, boolean hit) {
        if (shot.family().rough()) {
            return Optional.empty();
        }
        return Oracle.named(shot.family().oracle()).byAnswer()
                ? Optional.of(fired).filter(_ -> hit)
                : Optional.of(fired.remembering(0));
    }

    /** Looks again at all that was sent, and repeats what had an effect. */
    private void confirm(Volleyed volleyed) throws InterruptedException {
        // Which of several landed first is chance; which of them stands first in the plan is not.
        Map<String, Shot> landed = new LinkedHashMap<>();
        for (var entry : volleyed.sent()) {
            Shot shot = entry.getKey();
            if (!landed.containsKey(shot.key()) && look(shot, entry.getValue()).isPresent()) {
                landed.put(shot.key(), shot);
            }
        }
        for (Shot shot : landed.values()) {
            proving.confirm(
                    Oracle.named(shot.family().oracle()).byAnswer(),
                    () -> {
                        Mark mark = gun.mark();
                        JsonNode value = shot.payload().render(shot.target(), mark);
                        Optional<Fired> fired =
                                gun.alone(shot.target(), shot.family().name(), value, mark);
                        return fired.isEmpty()
                                ? Optional.empty()
                                : Settling.await(() -> look(shot, fired.get()), gun);
                    });
        }
    }

    /** The most telling values once more, while requests of the server fail. */
    private void weathers(List<Shot> plan) throws InterruptedException {
        List<Shot> telling =
                plan.stream()
                        .filter(shot -> shot.family().name().equals("command-injection"))
                        .filter(shot -> !proving.done(shot.family().name(), shot.target()))
                        .toList();
        for (String forecast : world.forecasts()) {
            world.weather().accept(forecast);
            gun.volley();
            int share = Math.max(1, Math.min(telling.size(), gun.left() / 16));
            List<Shot> most = telling.subList(0, Math.min(share, telling.size()));
            Volleyed sent = bombard(most, bounds(0), new HashSet<>());
            Settling.untilQuiet(sightings, gun);
            confirm(sent);
        }
        if (!world.forecasts().isEmpty()) {
            world.weather().accept("");
        }
    }

    private Optional<Hit> look(Shot shot, Fired fired) {
        Family family = shot.family();
        return Oracle.named(family.oracle())
                .look(new Oracle.Look(family, shot.payload(), fired, shot.traced(), sightings))
                .map(hit -> designed(shot) ? hit.byDesign() : hit);
    }

    private boolean designed(Shot shot) {
        Family family = shot.family();
        Target target = shot.target();
        return switch (family.name()) {
            case "command-injection", "argument-injection" ->
                    commanders.contains(target.tool()) || family.designed(target.words());
            case "ssrf" -> Oracle.takesAddresses(target);
            default -> family.designed(target.words());
        };
    }

    private List<Drill> drills() {
        var drills = new ArrayList<Drill>();
        drills.add(new PathDrill(gun, sightings, attack.surroundings()));
        drills.addAll(DecoyDrill.all(families, gun, sightings, attack.surroundings()));
        drills.add(new SqlDrill(gun, sightings));
        drills.add(new SqlTimeDrill(gun, sightings));
        drills.add(new NosqlDrill(gun, sightings));
        drills.add(new PollutionDrill(gun, sightings));
        return drills;
    }

    private void drill(Map<Target, Traced> traced, Drill drill) throws InterruptedException {
        var missions = new Missions(gun, sightings, attack.atOnce(), List.of(drill));
        gun.volley();
        missions.scout(traced, proving);
        drill(missions);
    }

    private void drill(Missions missions) throws InterruptedException {
        for (Missions.Mission mission : missions.promising()) {
            Target target = mission.target();
            if (!gun.spent() && !gun.stuck(target.tool())) {
                gun.volley();
                if (mission.drill().run(target, mission.traced()).isPresent()) {
                    proving.confirm(true, () -> mission.drill().run(target, mission.traced()));
                }
            }
        }
    }
}
