package io.mcpsf.interrogate.fuzz;

import java.util.ArrayList;
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
    private final Sightings sightings;
    private final int atOnce;
    private final List<Drill> drills;
    private final Map<Where, Mission> missions = new LinkedHashMap<>();
    private final Set<Where> good = new HashSet<>();
    private final List<Return> returns = new ArrayList<>();
    private long back = System.nanoTime();

    Missions(Gun gun, Sightings sightings, int atOnce, List<Drill> drills) {
        this.gun = gun;
        this.sightings = sightings;
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
        var errands = new ArrayList<Errand>();
        for (Drill drill : drills) {
            traced.forEach(
                    (target, known) -> {
                        if (!proving.done(drill.family(), target) && drill.suits(target, known)) {
                            errands.addAll(errands(new Mission(drill, target, known)));
                        }
                    });
        }
        return errands.stream().<Barrage.Shell>map(Scouting::new).toList();
    }

    /** Those that a scout came back from with something; who has none is sent without. */
    List<Mission> promising() throws InterruptedException {
        if (!returns.isEmpty()) {
            // What is opened soon after the answer counts, too.
            long since = System.nanoTime() - back;
            Thread.sleep(gun.stretched(Caps.SOON).minusNanos(since));
            Settling.since(back, Caps.SETTLE, sightings, gun);
        }
        returns.forEach(one -> judge(one.mission(), one.fired()));
        return missions.values().stream()
                .filter(mission -> good.contains(mission.where()))
                .toList();
    }

    private List<Errand> errands(Mission mission) {
        Mission before = missions.put(mission.where(), mission);
        if (before != null && before.traced().seen().equals(mission.traced().seen())) {
            return List.of();
        }
        List<Drill.Scout> scouts = mission.drill().scouts(mission.target(), mission.traced());
        if (scouts.isEmpty()) {
            good.add(mission.where());
        }
        return scouts.stream().map(scout -> new Errand(mission, scout)).toList();
    }

    private final class Scouting implements Barrage.Shell {

        private final Errand errand;

        Scouting(Errand errand) {
            this.errand = errand;
        }

        @Override
        public boolean worth() {
            return !gun.stuck(errand.mission().target().tool());
        }

        @Override
        public Gun.Loaded load() {
            Mission mission = errand.mission();
            Drill.Scout scout = errand.scout();
            return gun.load(
                    mission.target(), mission.drill().family(), scout.value(), scout.mark());
        }

        @Override
        public void look(Fired fired) {
            synchronized (returns) {
                back = System.nanoTime();
                back(errand.mission(), fired);
            }
        }
    }

    private void back(Mission mission, Fired fired) {
        if (mission.drill().watched()) {
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
