package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.fuzz.Proving.Needed;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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
    private final Set<String> commanders = ConcurrentHashMap.newKeySet();
    private final Set<String> tried = new HashSet<>();

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

    /** A hostile value and the place it is meant for; all of a family there have one key. */
    record Shot(Family family, Family.Payload payload, Target target, Traced traced, String key) {}

    void run(List<Target> targets) throws InterruptedException {
        var words = new Words(gun, sightings, targets);
        var slow = new SlowDrill(gun, sightings);
        // Planned while something is under way.
        var planning = new FutureTask<>(() -> planned(traced(targets, words)));
        words.send(attack.atOnce(), slow.ahead(words), planning);
        Planned planned = unhurried(made(planning), slow);
        Map<Target, Traced> known = planned.known();
        Bombardment first = planned.first();
        Missions missions = planned.missions();
        List<Target> left =
                known.keySet().stream()
                        .filter(target -> !proving.done("slow-expression", target))
                        .toList();
        gun.volley();
        // By the middle the sensors have told where the words went; what is seen of scouts shows
        // while the other half is on its way.
        first.run(
                () -> {
                    Thread.ofVirtual().name("attack rough").start(planned.rough()::ready);
                    return missions.scouts(traced(left, words), proving);
                });
        // However late they told.
        Settling.since(words.last(), Caps.SETTLE, sightings, gun);
        Map<Target, Traced> traced = traced(left, words);
        missions.scout(traced, proving);
        drill(missions.plain());
        long watched = Math.max(first.watched(), missions.watched());
        Settling.since(watched, Caps.FIRST_LOOK, sightings, gun);
        drill(missions.promising());
        var second = bombardment(late(planned.shots(), known, traced), KEPT_BACK);
        second.run();
        if (!second.sent().isEmpty()) {
            Settling.untilQuiet(sightings, gun);
        }
        confirm(first);
        confirm(second);
        weathers(planned.shots());
        // Nearly last, because a server need not survive it.
        gun.volley();
        planned.rough().run();
        Settling.since(watched, Caps.SOON, sightings, gun);
        confirmLate(first);
        confirmLate(second);
        drill(missions.late());
    }

    /** What fits into the time, all at once and without a plain word first: for slow places. */
    void brief(List<Target> targets) throws InterruptedException {
        List<Shot> shots = plan(untold(targets)).getOrDefault(false, List.of());
        var sent = bombardment(shots, KEPT_BACK);
        sent.run();
        Settling.untilQuiet(sightings, gun);
        confirm(sent);
    }

    /** One drill and nothing else. */
    void only(Drill drill, List<Target> targets) throws InterruptedException {
        drill(untold(targets), drill);
    }

    private Map<Boolean, List<Shot>> plan(Map<Target, Traced> traced) {
        return Plan.of(families, traced, attack.everything()).stream()
                .collect(Collectors.partitioningBy(shot -> shot.family().rough()));
    }

    /** What is known of the places and sent there; {@code rough} is what may break the server. */
    private record Planned(
            Map<Target, Traced> known,
            List<Shot> shots,
            Bombardment first,
            Bombardment rough,
            Missions missions) {}

    private Planned planned(Map<Target, Traced> known) {
        Map<Boolean, List<Shot>> plan = plan(known);
        Planned planned =
                planned(
                        known,
                        plan.getOrDefault(false, List.of()),
                        plan.getOrDefault(true, List.of()));
        planned.first().ready();
        return planned;
    }

    private Planned planned(Map<Target, Traced> known, List<Shot> shots, List<Shot> rough) {
        return new Planned(
                known,
                shots,
                bombardment(shots, KEPT_BACK),
                bombardment(rough, 0),
                new Missions(gun, attack.atOnce(), drills()));
    }

    private static Planned made(FutureTask<Planned> planning) throws InterruptedException {
        // For the case that not all words have come back.
        planning.run();
        try {
            return planning.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the plan of the attack", e.getCause());
        }
    }

    /**
     * The plan without the places that take their time: what is slow for a short text would not
     * come back from a longer one.
     */
    private Planned unhurried(Planned planned, SlowDrill slow) throws InterruptedException {
        int proven = proving.count();
        drill(planned.known(), slow);
        return proving.count() == proven
                ? planned
                : planned(planned.known(), quick(planned.shots()), quick(planned.rough().shots()));
    }

    private List<Shot> quick(List<Shot> shots) {
        return shots.stream()
                .filter(shot -> !proving.done("slow-expression", shot.target()))
                .toList();
    }

    private Map<Target, Traced> traced(List<Target> targets, Words words) {
        Map<Target, Traced> traced = new LinkedHashMap<>();
        for (Target target : targets) {
            Optional<Traced> word = words.traced(target);
            Traced known = word.orElseGet(() -> Traced.nothing(target, gun.mark()));
            if (word.isPresent() && known.unheard()) {
                continue;
            }
            traced.put(target, known);
            if (known.runAsCommand()) {
                commanders.add(target.tool());
            }
        }
        return traced;
    }

    private Map<Target, Traced> untold(List<Target> targets) {
        return traced(targets, new Words(gun, sightings, List.of()));
    }

    /** What is planned only now, where more is known than before. */
    private List<Shot> late(
            List<Shot> planned, Map<Target, Traced> before, Map<Target, Traced> now) {
        Map<Target, Traced> news = new LinkedHashMap<>(now);
        news.entrySet()
                .removeIf(
                        entry ->
                                Optional.ofNullable(before.get(entry.getKey()))
                                        .filter(old -> old.seen().equals(entry.getValue().seen()))
                                        .isPresent());
        if (news.isEmpty()) {
            return List.of();
        }
        Set<String> keys = planned.stream().map(Shot::key).collect(Collectors.toSet());
        return plan(news).getOrDefault(false, List.of()).stream()
                .filter(shot -> !keys.contains(shot.key()))
                .toList();
    }

    private Bombardment bombardment(List<Shot> shots, double keptBack) {
        var bounds =
                new Bombardment.Bounds(
                        (int) (attack.calls() * keptBack),
                        gun.now() + (long) (attack.time().toNanos() * (1 - keptBack)));
        return new Bombardment(gun, attack.atOnce(), damage, bounds, this::look, shots);
    }

    /** Looks again at all that was sent, and repeats what had an effect. */
    private void confirm(Bombardment sent) throws InterruptedException {
        confirm(sent, _ -> true);
    }

    /** The same for what had none when it was looked for before. */
    private void confirmLate(Bombardment sent) throws InterruptedException {
        confirm(sent, shot -> !tried.contains(shot.key()));
    }

    private void confirm(Bombardment sent, Predicate<Shot> worth) throws InterruptedException {
        // Which of several landed first is chance; which of them stands first in the plan is not.
        Map<String, Shot> landed = new LinkedHashMap<>();
        for (var entry : sent.sent()) {
            Shot shot = entry.getKey();
            if (!landed.containsKey(shot.key())
                    && worth.test(shot)
                    && look(shot, entry.getValue()).isPresent()) {
                landed.put(shot.key(), shot);
            }
        }
        for (Shot shot : landed.values()) {
            tried.add(shot.key());
            proving.confirm(
                    Bombardment.byAnswer(shot) ? Needed.ALWAYS : Needed.ONCE,
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
            var sent = bombardment(most, 0);
            sent.run();
            Settling.untilQuiet(sightings, gun);
            confirm(sent);
        }
        if (!world.forecasts().isEmpty()) {
            world.weather().accept("");
        }
    }

    private Optional<Hit> look(Shot shot, Fired fired) {
        Family family = shot.family();
        var oracle = Oracle.named(family.oracle());
        if (!oracle.worth(fired, sightings)) {
            return Optional.empty();
        }
        return oracle.look(new Oracle.Look(family, shot.payload(), fired, shot.traced(), sightings))
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
        var missions = new Missions(gun, attack.atOnce(), List.of(drill));
        gun.volley();
        missions.scout(traced, proving);
        drill(missions.plain());
    }

    private void drill(List<Missions.Mission> missions) throws InterruptedException {
        for (Missions.Mission mission : worth(missions)) {
            Target target = mission.target();
            if (!gun.spent() && !gun.stuck(target.tool())) {
                gun.volley();
                Proving.Again once = () -> mission.drill().run(target, mission.traced());
                boolean timed = mission.drill().timed();
                if (once.fire().isPresent() || (timed && once.fire().isPresent())) {
                    proving.confirm(timed ? Needed.AS_OFTEN : Needed.ALWAYS, once);
                }
            }
        }
    }

    private List<Missions.Mission> worth(List<Missions.Mission> missions)
            throws InterruptedException {
        if (missions.isEmpty()) {
            return List.of();
        }
        var worth = new IdentityHashMap<Missions.Mission, Boolean>();
        gun.volley();
        new Volley<Missions.Mission>(gun, attack.atOnce())
                .all(
                        missions,
                        mission -> {
                            Target target = mission.target();
                            if (!gun.stuck(target.tool()) && mission.drill().worth(target)) {
                                synchronized (worth) {
                                    worth.put(mission, true);
                                }
                            }
                        });
        return missions.stream().filter(worth::containsKey).toList();
    }
}
