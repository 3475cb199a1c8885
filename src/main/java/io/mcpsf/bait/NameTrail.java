package io.mcpsf.bait;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Domain names asked for one after the other, as a tunnel does: a secret may be cut into labels and
 * spread over many questions. The labels below a domain are joined in the order of asking, all of
 * them and also position by position, so that a counter beside the data does not hide it. A
 * question asked again (for the other address family, or for lack of an answer) counts once. For
 * one thread.
 */
public final class NameTrail {

    private static final int MOST_DOMAINS = 1024;
    private static final int POSITIONS = 4;
    private static final int REMEMBERED = 16;
    private static final int LONGEST_NAME = 4096;

    private final CanaryMatcher matcher;
    private final Shreds shreds;
    private final Map<String, Below> domains = new HashMap<>();

    NameTrail(CanaryMatcher matcher, Shreds shreds) {
        this.matcher = matcher;
        this.shreds = shreds;
    }

    /** What this name brings to light, alone or with those before it; each bait once a domain. */
    public List<Found> feed(String hostile) {
        String name =
                hostile.length() > LONGEST_NAME ? hostile.substring(0, LONGEST_NAME) : hostile;
        List<String> labels = Arrays.stream(name.split("\\.")).filter(l -> !l.isEmpty()).toList();
        int base = Math.max(0, labels.size() - 2);
        String domain = String.join(".", labels.subList(base, labels.size()));
        Below below = domains.get(domain);
        if (below == null) {
            if (domains.size() >= MOST_DOMAINS) {
                return matcher.find(name);
            }
            below = new Below(matcher, shreds);
            domains.put(domain, below);
        }
        return below.feed(name, labels.subList(0, base));
    }

    /** What only the end of all asking brings to light. */
    public List<Found> finish() {
        return domains.values().stream().flatMap(below -> below.finish().stream()).toList();
    }

    private static final class Below {
        private final CanaryMatcher matcher;
        private final Shreds shreds;
        private final CanaryStream all;
        private final List<CanaryStream> positions = new ArrayList<>();
        private final Set<String> reported = new HashSet<>();
        private final Deque<String> asked = new ArrayDeque<>();

        Below(CanaryMatcher matcher, Shreds shreds) {
            this.matcher = matcher;
            this.shreds = shreds;
            this.all = matcher.stream();
        }

        List<Found> feed(String name, List<String> labels) {
            if (asked.contains(name)) {
                return List.of();
            }
            asked.addLast(name);
            if (asked.size() > REMEMBERED) {
                asked.removeFirst();
            }
            List<Found> found = new ArrayList<>(matcher.find(name));
            found.addAll(all.feed(bytes(String.join("", labels))));
            for (int i = 0; labels.size() > 1 && i < Math.min(POSITIONS, labels.size()); i++) {
                if (positions.size() <= i) {
                    positions.add(matcher.stream());
                }
                found.addAll(positions.get(i).feed(bytes(labels.get(i))));
            }
            labels.forEach(label -> found.addAll(shreds.in(label)));
            return found.stream().filter(f -> reported.add(f.bait())).toList();
        }

        List<Found> finish() {
            List<Found> found = new ArrayList<>(all.finish());
            positions.forEach(position -> found.addAll(position.finish()));
            return found.stream().filter(f -> reported.add(f.bait())).toList();
        }

        private static byte[] bytes(String label) {
            return label.getBytes(StandardCharsets.UTF_8);
        }
    }
}
