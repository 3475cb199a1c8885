package io.mcpsf.report;

import static java.util.stream.Collectors.toSet;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.Health;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.Observation.Lost;
import io.mcpsf.model.Observation.Repeated;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.ScanObservation.ScannerEnded;
import io.mcpsf.model.ScanObservation.ScopeGiven;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Violation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which promises of isolation held in a scan of the user's own project, each with what shows it.
 * Rests on the evidence alone: a promise that the evidence cannot show is not called held.
 */
public final class IsolationControls {

    private static final int EVENTS = 10;

    private final Evidence evidence;
    private final List<Control> controls = new ArrayList<>();

    /** Whether a promise was kept, as far as was seen. */
    public enum State {
        HELD,
        BROKEN,
        NOT_SHOWN
    }

    /** A promise and what became of it; {@code events} are examples. */
    public record Control(String promise, State state, String shownBy, List<Long> events) {
        public Control {
            events = List.copyOf(events);
        }
    }

    public IsolationControls(Evidence evidence) {
        this.evidence = evidence;
        if (evidence.of(ScopeGiven.class).findAny().isPresent()) {
            scope();
            attempts();
            counted();
            violated(
                    "Dangerous system calls are refused",
                    Set.of(Violation.DANGEROUS_SYSCALL),
                    Sense.SYSCALLS);
            violated(
                    "A scanner that exceeds a limit is ended",
                    Set.of(
                            Violation.MEMORY_EXCEEDED,
                            Violation.PROCESS_LIMIT,
                            Violation.TIME_EXCEEDED,
                            Violation.DISK_EXCEEDED),
                    Sense.RESOURCES);
            sandbox();
        }
    }

    /** None where the case is not a scan. */
    public List<Control> all() {
        return List.copyOf(controls);
    }

    private void scope() {
        var scope = new HashSet<String>();
        for (Evidence.Sighting<ScopeGiven> given : evidence.of(ScopeGiven.class).toList()) {
            for (String port : given.what().ports().split(",")) {
                scope.add(given.what().address() + " " + port);
            }
        }
        List<Evidence.Sighting<FlowOpened>> flows = evidence.of(FlowOpened.class).toList();
        List<Long> outside =
                flows.stream()
                        .filter(f -> !scope.contains(f.what().address() + " " + f.what().port()))
                        .map(seen -> seen.at().seq())
                        .toList();
        add(
                "Connections lead to the scope only",
                outside.isEmpty() ? State.HELD : State.BROKEN,
                "%d connections carried, %d of them outside of the %d ports in scope"
                        .formatted(carried(flows), outside.size(), scope.size()),
                outside.isEmpty() ? flows.stream().map(seen -> seen.at().seq()).toList() : outside);
    }

    private void attempts() {
        List<Long> tries = violations(Set.of(Violation.NETWORK_ESCAPE));
        boolean blind = evidence.of(Lost.class).findAny().isPresent() || !seenBy(Sense.SOCKETS);
        add(
                "Nothing outside of the scope can be reached",
                State.HELD,
                tries.isEmpty()
                        ? "the sandbox's network has no wire; %s"
                                .formatted(blind ? "not all attempts were seen" : "nobody tried")
                        : "the sandbox's network has no wire; attempts that failed: "
                                + tries.size(),
                tries);
    }

    private void counted() {
        long carried = carried(evidence.of(FlowOpened.class).toList());
        long told =
                evidence.of(ScannerEnded.class)
                        .mapToLong(ended -> ended.what().connections())
                        .sum();
        add(
                "Every connection is counted",
                carried == told ? State.HELD : State.NOT_SHOWN,
                "the boundary counted %d, the evidence has %d".formatted(told, carried),
                List.of());
    }

    /** The same connection again is written down as a number. */
    private long carried(List<Evidence.Sighting<FlowOpened>> flows) {
        Set<Long> written = flows.stream().map(seen -> seen.at().seq()).collect(toSet());
        return written.size()
                + evidence.of(Repeated.class)
                        .filter(again -> written.contains(again.what().first()))
                        .mapToLong(again -> Math.max(0, again.what().more()))
                        .sum();
    }

    private void violated(String promise, Set<Violation> kinds, Sense sense) {
        List<Long> seen = violations(kinds);
        boolean shown = !seen.isEmpty() || seenBy(sense);
        add(
                promise,
                shown ? State.HELD : State.NOT_SHOWN,
                seen.isEmpty()
                        ? shown ? "it did not happen" : "the sensor did not see everything"
                        : "times: " + seen.size(),
                seen);
    }

    private void sandbox() {
        var isolation = evidence.coverage().isolation();
        isolation.enforced().forEach(line -> add(line, State.HELD, isolation.runtime(), List.of()));
        isolation
                .missing()
                .forEach(line -> add(line, State.BROKEN, isolation.runtime(), List.of()));
    }

    private boolean seenBy(Sense sense) {
        return evidence.coverage().sense(sense).health() == Health.FULL;
    }

    private List<Long> violations(Set<Violation> kinds) {
        return evidence.of(PolicyViolated.class)
                .filter(seen -> kinds.contains(seen.what().violation()))
                .map(seen -> seen.at().seq())
                .toList();
    }

    private void add(String promise, State state, String shownBy, List<Long> events) {
        controls.add(new Control(promise, state, shownBy, events.stream().limit(EVENTS).toList()));
    }
}
