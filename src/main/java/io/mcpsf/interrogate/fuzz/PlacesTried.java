package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.ProtocolObservation.PlaceAttacked;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which families of attack were meant for which place, and which of them were really sent there.
 */
final class PlacesTried {

    private record Place(String tool, String parameter) {}

    /** So many calls of a family are no crowd, whatever the others got. */
    private static final int FEW = 100;

    /** A family may take this part of all calls, while others still wait for theirs. */
    private static final int SHARE = 5;

    private final Map<Place, Map<String, Boolean>> places = new LinkedHashMap<>();
    private final Map<String, Integer> calls = new HashMap<>();
    private int all;
    private final Map<Place, String> beside = new HashMap<>();

    synchronized void planned(List<Campaign.Attempt> attempts) {
        for (Campaign.Attempt attempt : attempts) {
            families(attempt.target()).putIfAbsent(attempt.family().name(), false);
        }
    }

    synchronized void sent(AttackTarget target, String family) {
        families(target).put(family, true);
        calls.merge(family, 1, Integer::sum);
        all++;
    }

    /** Whether a family has had more than its share while others have not been everywhere. */
    synchronized boolean crowds(String family) {
        return calls.getOrDefault(family, 0) >= Math.max(FEW, all / SHARE)
                && places.values().stream().anyMatch(tried -> waiting(tried, family));
    }

    private static boolean waiting(Map<String, Boolean> families, String crowd) {
        return families.entrySet().stream()
                .anyMatch(other -> !other.getValue() && !other.getKey().equals(crowd));
    }

    /** Writes down every place with what was tried there and what was not. */
    synchronized void tell(Notebook notebook) {
        places.forEach(
                (place, families) -> {
                    var tried = new ArrayList<String>();
                    var untried = new ArrayList<String>();
                    families.forEach((family, sent) -> (sent ? tried : untried).add(family));
                    notebook.saw(
                            new PlaceAttacked(
                                    place.tool(),
                                    place.parameter(),
                                    tried,
                                    untried,
                                    beside.getOrDefault(place, "")));
                });
    }

    private Map<String, Boolean> families(AttackTarget target) {
        var place =
                new Place(AttackLimits.cut(target.tool(), AttackLimits.NAME), target.parameter());
        beside.computeIfAbsent(
                place, _ -> AttackLimits.cut(Json.text(target.base()), AttackLimits.REQUEST));
        return places.computeIfAbsent(place, _ -> new TreeMap<>());
    }
}
