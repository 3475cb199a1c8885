package io.mcpsf.judge;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.ProxyUsed;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Observation.Repeated;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.ProtocolObservation.VulnerabilityProven;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Stamp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Evidence read once for all rules: observations by kind, the family tree of processes, the calls,
 * and how often each observation was repeated.
 */
public final class Trail {

    /** Deeper families than this are a fork chain; nothing above it explains anything. */
    private static final int MAX_ANCESTORS = 64;

    /** As far back as one process is looked for among others. */
    private static final int SIDE_BY_SIDE = 500;

    private final Evidence evidence;
    private final Map<Class<? extends Observation>, List<Seen>> kinds = new HashMap<>();
    private final Map<Integer, List<Sighting<ProcessStarted>>> starts = new HashMap<>();
    private final Map<Integer, Integer> forks = new HashMap<>();
    private final Map<Long, Seen> numbers = new HashMap<>();
    private final Map<Long, Long> repeats = new HashMap<>();
    private final Map<Integer, ToolCalled> calls = new HashMap<>();
    private long programsUnderFire;
    private final AskedByCalls asked;
    private final Map<String, String> names = new HashMap<>();
    private final Set<String> reached = new HashSet<>();
    private final Set<String> relayed = new HashSet<>();
    private Attacks attacks = Attacks.NONE;
    private long firstCall = Long.MAX_VALUE;

    private Trail(Evidence evidence) {
        this.evidence = evidence;
        this.asked = AskedByCalls.of(evidence);
    }

    public static Trail of(Evidence evidence) {
        var trail = new Trail(evidence);
        trail.attacks = Attacks.of(evidence);
        evidence.seen().forEach(trail::note);
        return trail;
    }

    private void note(Seen seen) {
        numbers.put(seen.seq(), seen);
        if (seen.what() instanceof ProcessStarted && seen.at().phase() == Phase.ATTACK) {
            programsUnderFire++;
        }
        if (!attacks.explain(seen)) {
            kinds.computeIfAbsent(seen.what().getClass(), kind -> new ArrayList<>()).add(seen);
        }
        if (seen.what() instanceof ProcessStarted started && started.image() != Image.MISSING) {
            starts.computeIfAbsent(started.process(), p -> new ArrayList<>())
                    .add(new Sighting<>(seen.at(), started));
        } else if (seen.what() instanceof CallNoted noted && noted.parent() > 0) {
            forks.putIfAbsent(seen.at().process(), noted.parent());
        } else if (seen.what() instanceof FlowOpened flow && !flow.name().isEmpty()) {
            names.putIfAbsent(flow.address(), flow.name());
            reached.add(flow.name().toLowerCase(Locale.ROOT));
        } else if (seen.what() instanceof ProxyUsed used) {
            relayed.add(used.host());
        } else if (seen.what() instanceof Repeated(long first, long more)) {
            repeats.merge(first, Math.max(0, more), Trail::saturated);
        } else if (seen.what() instanceof ToolCalled called) {
            calls.putIfAbsent(called.call(), called);
            firstCall = Math.min(firstCall, seen.seq());
        }
    }

    public Evidence evidence() {
        return evidence;
    }

    /** All observations of one kind, in order. */
    List<Seen> seen(Class<? extends Observation> kind) {
        return kinds.getOrDefault(kind, List.of());
    }

    /** How many programs were started while hostile calls were made, explained by them or not. */
    long programsUnderFire() {
        return programsUnderFire;
    }

    /** All observations of one kind, in order and typed. */
    <T extends Observation> List<Sighting<T>> all(Class<T> kind) {
        return seen(kind).stream().map(s -> new Sighting<>(s.at(), kind.cast(s.what()))).toList();
    }

    /** The observations with these numbers, in order. */
    List<Seen> numbered(List<Long> seqs) {
        return seqs.stream()
                .distinct()
                .sorted()
                .map(numbers::get)
                .filter(Objects::nonNull)
                .toList();
    }

    /** The nearest observation before this one that fits, among the {@code most} before it. */
    Optional<Seen> before(Seen seen, int most, Predicate<Seen> fits) {
        for (long seq = seen.seq() - 1; seq >= Math.max(1, seen.seq() - most); seq--) {
            Seen earlier = numbers.get(seq);
            if (earlier != null && fits.test(earlier)) {
                return Optional.of(earlier);
            }
        }
        return Optional.empty();
    }

    /**
     * The nearest one by the same process that fits, among the {@code most} that it did before:
     * several starts act side by side.
     */
    Optional<Seen> beforeBySame(Seen seen, int most, Predicate<Seen> fits) {
        int own = 0;
        for (long seq = seen.seq() - 1; seq >= Math.max(1, seen.seq() - SIDE_BY_SIDE); seq--) {
            Seen earlier = numbers.get(seq);
            if (earlier == null || earlier.at().process() != seen.at().process()) {
                continue;
            }
            if (fits.test(earlier)) {
                return Optional.of(earlier);
            }
            if (++own >= most) {
                break;
            }
        }
        return Optional.empty();
    }

    /** The observation after those that it names as its proof. */
    List<Seen> withProof(Seen seen) {
        if (!(seen.what() instanceof VulnerabilityProven proven)) {
            return List.of(seen);
        }
        var all = new ArrayList<>(numbered(proven.proof()));
        all.add(seen);
        return all;
    }

    /** The name that the fake internet gave this address for, or empty. */
    String name(String address) {
        return names.getOrDefault(address, "");
    }

    /** True when an address that was given for this name was really connected to. */
    boolean reached(String name) {
        return reached.contains(name);
    }

    /** True when we asked a proxy of the server's to connect us to this host. */
    boolean relayed(String name) {
        return relayed.contains(name);
    }

    /** How often the observation with this number was seen: once, and its repetitions. */
    long times(long seq) {
        return saturated(1, repeats.getOrDefault(seq, 0L));
    }

    /** The tool whose call was in progress, or empty. */
    String tool(Stamp at) {
        ToolCalled called = calls.get(at.call());
        return called == null ? "" : called.tool();
    }

    /** What the calls in progress asked for. */
    ExplainedByCall asked(Stamp at) {
        return asked.at(at);
    }

    /** True when some call named this path, now or at another time. */
    boolean everAsked(String path) {
        return asked.ever(path);
    }

    /** True when no tool had been called yet. */
    boolean beforeFirstCall(Stamp at) {
        return at.seq() < firstCall;
    }

    /**
     * The name of the program behind this, or empty when its start was not seen. A fork is what it
     * was forked from.
     */
    String program(Stamp at) {
        return current(at).map(Programs::name).orElse("");
    }

    /** What the process was executed as last, or what it was forked from was. */
    Optional<ProcessStarted> current(Stamp at) {
        int process = at.process();
        for (int i = 0; process != 0 && i < MAX_ANCESTORS; i++) {
            List<ProcessStarted> own = execs(process, at.seq());
            if (!own.isEmpty()) {
                return Optional.of(own.getLast());
            }
            process = forks.getOrDefault(process, 0);
        }
        return Optional.empty();
    }

    /** The execs of all ancestors before this moment, nearest first; without the process itself. */
    List<ProcessStarted> ancestors(Stamp at) {
        var found = new ArrayList<ProcessStarted>();
        int process = parent(at.process(), at.seq());
        for (int i = 0; process != 0 && i < MAX_ANCESTORS; i++) {
            found.addAll(execs(process, at.seq()));
            process = parent(process, at.seq());
        }
        return found;
    }

    /** The process with everything it was before and all its ancestors. */
    List<ProcessStarted> lineage(Stamp at) {
        var found = new ArrayList<>(execs(at.process(), at.seq()));
        found.addAll(ancestors(at));
        return found;
    }

    /** True when one process descends from the other, or both from one known process. */
    boolean related(int one, int other) {
        Set<Integer> family = roots(one);
        return roots(other).stream().anyMatch(family::contains);
    }

    private Set<Integer> roots(int process) {
        var found = new HashSet<Integer>();
        for (int p = process; p != 0 && found.add(p); ) {
            p = parent(p, Long.MAX_VALUE);
        }
        return found;
    }

    private int parent(int process, long before) {
        return starts.getOrDefault(process, List.of()).stream()
                .filter(s -> s.at().seq() <= before)
                .mapToInt(s -> s.what().parent())
                .filter(parent -> parent != process)
                .findFirst()
                .orElseGet(() -> forks.getOrDefault(process, 0));
    }

    private List<ProcessStarted> execs(int process, long before) {
        return starts.getOrDefault(process, List.of()).stream()
                .filter(s -> s.at().seq() <= before)
                .map(Sighting::what)
                .toList();
    }

    private static long saturated(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
