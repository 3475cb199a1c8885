package io.mcpsf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Contestants that take turns, so that whatever else the machine does falls on all of them alike.
 * The first one is the reference.
 */
final class Contest {

    /** Does it once and says how many nanoseconds that took. */
    @FunctionalInterface
    interface Turn {
        long nanos() throws IOException, InterruptedException;
    }

    private final String title;
    private final Map<String, Turn> contestants = new LinkedHashMap<>();

    Contest(String title) {
        this.title = title;
    }

    Contest with(String name, Turn turn) {
        contestants.put(name, turn);
        return this;
    }

    /** Everybody's times; the warming rounds are told on one line and left out. */
    Map<String, Times> run(int warming, int rounds) throws IOException, InterruptedException {
        Map<String, List<Long>> taken = new LinkedHashMap<>();
        Map<String, Long> first = new LinkedHashMap<>();
        List<String> names = new ArrayList<>(contestants.keySet());
        for (int round = 0; round < warming + rounds; round++) {
            for (int place = 0; place < names.size(); place++) {
                String name = names.get((place + round) % names.size());
                long nanos = turn(name);
                first.putIfAbsent(name, nanos);
                if (round >= warming) {
                    taken.computeIfAbsent(name, _ -> new ArrayList<>()).add(nanos);
                }
            }
        }
        Map<String, Times> times = new LinkedHashMap<>();
        names.forEach(
                name -> times.put(name, new Times(name, taken.getOrDefault(name, List.of()))));
        tell(times, first);
        return times;
    }

    private long turn(String name) throws IOException, InterruptedException {
        Turn turn = contestants.get(name);
        return turn == null ? 0 : turn.nanos();
    }

    private void tell(Map<String, Times> times, Map<String, Long> first) throws IOException {
        System.out.printf("%n## %s  (load %s)%n", title, load());
        Times reference = times.values().iterator().next();
        times.values().forEach(each -> System.out.println("  " + each.against(reference)));
        var cold = new StringBuilder("  first (cold):");
        first.forEach((name, nanos) -> cold.append(" %s %.1f ms;".formatted(name, nanos / 1e6)));
        System.out.println(cold);
    }

    static String load() throws IOException {
        return Files.readString(Path.of("/proc/loadavg")).split(" ")[0];
    }
}
