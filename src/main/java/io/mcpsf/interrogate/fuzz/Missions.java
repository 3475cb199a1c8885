package io.mcpsf.interrogate.fuzz;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which drills are worth their time, and where: what their scouts came back with decides. */
final class Missions {

    /** A drill at a place that a scout came back from with something. */
    record Mission(Drill drill, Target target, Traced traced) {}

    private final Gun gun;
    private final Sightings sightings;
    private final int atOnce;

    Missions(Gun gun, Sightings sightings, int atOnce) {
        this.gun = gun;
        this.sightings = sightings;
        this.atOnce = atOnce;
    }

    /** Sends the scouts of all, several at once; who has none is sent without. */
    List<Mission> promising(Map<Target, Traced> traced, List<Drill> drills, Proving proving)
            throws InterruptedException {
        List<Mission> missions = all(traced, drills, proving);
        record Errand(Mission mission, Drill.Scout scout) {}
        var errands = new ArrayList<Errand>();
        Set<Mission> good = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Mission mission : missions) {
            List<Drill.Scout> scouts = mission.drill().scouts(mission.target(), mission.traced());
            scouts.forEach(scout -> errands.add(new Errand(mission, scout)));
            if (scouts.isEmpty()) {
                good.add(mission);
            }
        }
        var returns = new ArrayList<Return>();
        new Volley<Errand>(gun, atOnce)
                .all(
                        errands,
                        errand -> {
                            Mission mission = errand.mission();
                            Drill.Scout scout = errand.scout();
                            if (!gun.stuck(mission.target().tool())) {
                                gun.fire(
                                                mission.target(),
                                                mission.drill().family(),
                                                scout.value(),
                                                scout.mark())
                                        .ifPresent(f -> back(mission, f, good, returns));
                            }
                        });
        if (errands.stream().anyMatch(errand -> errand.mission().drill().watched())) {
            // What is opened soon after the answer counts, too.
            Thread.sleep(gun.stretched(Caps.SOON));
            Settling.untilQuiet(sightings, gun);
        }
        for (Return one : returns) {
            judge(one.mission(), one.fired(), good);
        }
        return missions.stream().filter(good::contains).toList();
    }

    /** A scout of what the sensors see, that has come back and is not judged yet. */
    private record Return(Mission mission, Fired fired) {}

    private static void back(Mission mission, Fired fired, Set<Mission> good, List<Return> later) {
        synchronized (good) {
            if (mission.drill().watched()) {
                later.add(new Return(mission, fired));
            } else {
                judge(mission, fired, good);
            }
        }
    }

    private static void judge(Mission mission, Fired fired, Set<Mission> good) {
        if (!good.contains(mission) && mission.drill().promising(mission.traced(), fired)) {
            good.add(mission);
        }
    }

    private static List<Mission> all(
            Map<Target, Traced> traced, List<Drill> drills, Proving proving) {
        var missions = new ArrayList<Mission>();
        for (Drill drill : drills) {
            traced.forEach(
                    (target, known) -> {
                        if (!proving.done(drill.family(), target) && drill.suits(target, known)) {
                            missions.add(new Mission(drill, target, known));
                        }
                    });
        }
        return missions;
    }
}
