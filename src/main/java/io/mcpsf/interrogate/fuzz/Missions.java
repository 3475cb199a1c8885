package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.Seen;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which drills are worth their time, and where: what their scouts came back with decides. */
final class Missions {

    /** A drill at a place that a scout came back from with something. */
    record Mission(Drill drill, Target target, Traced traced) {
        private Where where() {
            return new Where(drill, target.key());
        }
    }

    private record Where(Drill drill, String target) {}

    /** A scout and what it was sent for. */
    private record Errand(Mission mission, Drill.Scout scout) {}

    /** A scout of what the sensors see, that has come back and is not judged yet. */
    private record Return(Mission mission, Fired fired) {}

    private final Gun gun;
    private final int atOnce;
    private final List<Drill> drills;
    private final Map<Where, Mission> missions = new LinkedHashMap<>();
    private final Map<Target, List<Seen>> known = new HashMap<>();
    private final Set<Where> good = new HashSet<>();
    private final Set<Where> told = new HashSet<>();
    private final List<Return> returns = new ArrayList<>();
    private long watched = System.nanoTime();
    private boolean traces;

    Missions(Gun gun, int atOnce, List<Drill> drills) {
        this.gun = gun;
        this.atOnce = atOnce;
        this.drills = List.copyOf(drills);
    }

    /**
     * Sends the scouts of all, several at once. Where nothing new is known since the last time,
     * nobody is sent again.
     */
    void scout(Map<Target, Traced> traced, Proving proving) throws InterruptedException {
        Barrage.all(gun, atOnce, scouts(traced, proving));
    }

    /** The same for somebody else to send. */
    List<Barrage.Shell> scouts(Map<Target, Traced> traced, Proving proving) {
        Map<Target, Traced> news = new LinkedHashMap<>(traced);
        news.entrySet()
                .removeIf(
                        entry ->
                                entry.getValue()
                                        .seen()
                                        .equals(
                                                known.put(
                                                        entry.getKey(), entry.getValue().seen())));
        var errands = new ArrayList<Errand>();
        for (Drill drill : drills) {
            news.forEach(
                    (target, told) -> {
                        if (!proving.done(drill.family(), target) && drill.suits(target, told)) {
                            errands.addAll(errands(new Mission(drill, target, told)));
                        }
                    });
        }
        return errands.stream().map(this::scouting).toList();
    }

    /** Those known to be worth it by now without the sensors; each is told once, as of all. */
    List<Mission> plain() {
        return untold();
    }

    /** Those that the sensors have told of as well, as soon as what was done for scouts shows. */
    List<Mission> promising() {
        returns.forEach(one -> judge(one.mission(), one.fired()));
        List<Mission> promising = untold();
        traces |= promising.stream().anyMatch(mission -> mission.drill().watched());
        return promising;
    }

    /**
     * What was opened too late for that. After a drill that the sensors were asked for there is no
     * telling a scout's traces from those of the drill.
     */
    List<Mission> late() throws InterruptedException {
        if (traces || returns.isEmpty()) {
            return List.of();
        }
        Thread.sleep(gun.stretched(Caps.SOON).minusNanos(System.nanoTime() - watched));
        return promising();
    }

    /** When the last scout came back that the sensors tell of. */
    long watched() {
        synchronized (returns) {
            return watched;
        }
    }

    private List<Mission> untold() {
        return missions.values().stream()
                .filter(mission -> good.contains(mission.where()) && told.add(mission.where()))
                .toList();
    }

    private List<Errand> errands(Mission mission) {
        missions.put(mission.where(), mission);
        List<Drill.Scout> scouts = mission.drill().scouts(mission.target(), mission.traced());
        if (scouts.isEmpty()) {
            good.add(mission.where());
        }
        return scouts.stream().map(scout -> new Errand(mission, scout)).toList();
    }

    private Barrage.Shell scouting(Errand errand) {
        Mission mission = errand.mission();
        Drill.Scout scout = errand.scout();
        return new Single(
                gun,
                mission.target(),
                mission.drill().family(),
                scout.value(),
                scout.mark(),
                fired -> {
                    synchronized (returns) {
                        back(mission, fired);
                    }
                });
    }

    private void back(Mission mission, Fired fired) {
        if (mission.drill().watched()) {
            watched = System.nanoTime();
            returns.add(new Return(mission, fired.remembering(0)));
        } else {
            judge(mission, fired);
        }
    }

    private void judge(Mission mission, Fired fired) {
        if (!good.contains(mission.where()) && mission.drill().promising(mission.traced(), fired)) {
            good.add(mission.where());
        }
    }
}
