package io.mcpsf.interrogate.fuzz;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which drills are worth their time, and where: what their scouts came back with decides. */
final class Missions {

    /** A drill at a place that a scout came back from with something. */
    record Mission(Drill drill, Target target, Traced traced) {}

    private final Gun gun;
    private final int atOnce;

    Missions(Gun gun, int atOnce) {
        this.gun = gun;
        this.atOnce = atOnce;
    }

    /** Sends the scouts of all, several at once; who has none is sent without. */
    List<Mission> promising(Map<Target, Traced> traced, List<Drill> drills, Proving proving)
            throws InterruptedException {
        List<Mission> missions = all(traced, drills, proving);
        record Scout(Mission mission, JsonNode value, Mark mark) {}
        var scouts = new ArrayList<Scout>();
        var good = new IdentityHashMap<Mission, Boolean>();
        for (Mission mission : missions) {
            Mark mark = gun.mark();
            List<JsonNode> values = mission.drill().scouts(mark);
            values.forEach(value -> scouts.add(new Scout(mission, value, mark)));
            if (values.isEmpty()) {
                good.put(mission, true);
            }
        }
        new Volley<Scout>(gun, atOnce)
                .all(
                        scouts,
                        scout -> {
                            Mission mission = scout.mission();
                            if (gun.stuck(mission.target().tool())) {
                                return;
                            }
                            Optional<Fired> fired =
                                    gun.fire(
                                            mission.target(),
                                            mission.drill().family(),
                                            scout.value(),
                                            scout.mark());
                            synchronized (good) {
                                if (fired.isPresent()
                                        && mission.drill()
                                                .promising(mission.traced(), fired.get())) {
                                    good.put(mission, true);
                                }
                            }
                        });
        return missions.stream().filter(good::containsKey).toList();
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
