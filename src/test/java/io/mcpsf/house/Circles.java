package io.mcpsf.house;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Classes of several packages, and packages, that refer to each other in a circle. */
final class Circles {

    private Circles() {}

    /** Each circle as the set of its packages. */
    static List<Set<String>> ofPackages(List<Compiled> classes) {
        var arrows = new TreeMap<String, Set<String>>();
        for (Compiled one : classes) {
            Set<String> others = arrows.computeIfAbsent(one.folder(), _ -> new TreeSet<>());
            one.ours().stream().map(Compiled::folder).forEach(others::add);
            others.remove(one.folder());
        }
        return circles(arrows);
    }

    /** Each circle of classes that lie in more than one package, as the set of its classes. */
    static List<Set<String>> ofClasses(List<Compiled> classes) {
        var arrows = new TreeMap<String, Set<String>>();
        for (Compiled one : classes) {
            arrows.computeIfAbsent(Compiled.file(one.name()), _ -> new TreeSet<>())
                    .addAll(one.ours());
        }
        return circles(arrows).stream()
                .filter(circle -> circle.stream().map(Compiled::folder).distinct().count() > 1)
                .toList();
    }

    /** Whatever can be reached from each other, in groups of two and more. */
    private static List<Set<String>> circles(Map<String, Set<String>> arrows) {
        var reached = new TreeMap<String, Set<String>>();
        arrows.keySet().forEach(from -> reached.put(from, reach(from, arrows)));
        var seen = new HashSet<String>();
        var circles = new ArrayList<Set<String>>();
        for (String one : reached.keySet()) {
            var circle = new TreeSet<String>();
            for (String other : reached.get(one)) {
                if (reached.getOrDefault(other, Set.of()).contains(one) && seen.add(other)) {
                    circle.add(other);
                }
            }
            if (circle.size() > 1) {
                circles.add(circle);
            }
        }
        return circles;
    }

    private static Set<String> reach(String from, Map<String, Set<String>> arrows) {
        var reached = new HashSet<String>();
        var next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            for (String to : arrows.getOrDefault(next.poll(), Set.of())) {
                if (reached.add(to)) {
                    next.add(to);
                }
            }
        }
        return reached;
    }
}
