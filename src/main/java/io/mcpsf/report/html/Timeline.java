package io.mcpsf.report.html;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.RunObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Report;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The assessment phase by phase: what findings rest on, and the calls in which it happened. */
final class Timeline {

    private static final int MAX_MOMENTS = 12;
    private static final int MAX_CALLS = 20;

    private final Report report;
    private final Page page;
    private final Set<Long> cited = new HashSet<>();

    Timeline(Report report, Page page) {
        this.report = report;
        this.page = page;
        report.judgement().findings().forEach(finding -> cited.addAll(finding.seen()));
    }

    void write() {
        Map<Phase, List<Seen>> byPhase =
                report.evidence().seen().stream()
                        .collect(
                                groupingBy(
                                        s -> s.at().phase(),
                                        () -> new EnumMap<>(Phase.class),
                                        toList()));
        page.section(
                "timeline",
                PageText.TIMELINE,
                () ->
                        page.box(
                                "ol",
                                "timeline",
                                () -> {
                                    for (Phase phase : inOrder(byPhase)) {
                                        phase(
                                                phase,
                                                report.evidence().coverage().phases().get(phase),
                                                byPhase.getOrDefault(phase, List.of()));
                                    }
                                }));
    }

    /** As they began; a phase in which nothing was seen stands behind the one before it. */
    private List<Phase> inOrder(Map<Phase, List<Seen>> byPhase) {
        var began = new EnumMap<Phase, Long>(Phase.class);
        long last = 0;
        for (Phase phase : Phase.values()) {
            List<Seen> seen = byPhase.getOrDefault(phase, List.of());
            if (!seen.isEmpty() || report.evidence().coverage().phases().containsKey(phase)) {
                last = seen.isEmpty() ? last : seen.getFirst().at().micros();
                began.put(phase, last);
            }
        }
        return began.keySet().stream().sorted(comparingLong(began::get)).toList();
    }

    private void phase(Phase phase, @Nullable PhaseResult result, List<Seen> seen) {
        long alarms = seen.stream().filter(this::alarming).count();
        page.in(
                "li",
                () -> {
                    page.put("h3", "", InWords.phase(phase));
                    page.put("p", "hint", account(result, seen.size()));
                    if (result != null && result.status() != PhaseResult.Status.DONE) {
                        page.put("p", "bad", InWords.lower(result.status()) + ": " + result.why());
                    }
                    if (phase == Phase.CALL) {
                        calls(seen);
                    } else {
                        moments(seen.stream().filter(this::notable).toList());
                    }
                },
                "class",
                alarms > 0 ? "alarming" : "");
    }

    private static String account(@Nullable PhaseResult result, int events) {
        String time = result == null ? "" : Overview.seconds(result.millis()) + ", ";
        return time + PageText.count(events, "event", "events");
    }

    private void calls(List<Seen> seen) {
        Map<Integer, List<Seen>> byCall =
                seen.stream().collect(groupingBy(s -> s.at().call(), TreeMap::new, toList()));
        List<List<Seen>> alarming =
                byCall.values().stream()
                        .filter(events -> events.stream().anyMatch(this::alarming))
                        .toList();
        alarming.stream().limit(MAX_CALLS).forEach(this::call);
        long quiet = byCall.keySet().stream().filter(call -> call > 0).count() - alarming.size();
        if (quiet > 0) {
            page.put(
                    "p",
                    "quiet",
                    PageText.QUIET_CALLS.formatted(PageText.count(quiet, "call", "calls")));
        }
    }

    private void call(List<Seen> events) {
        page.box(
                "div",
                "call",
                () -> {
                    events.stream()
                            .filter(s -> s.what() instanceof ProtocolObservation.ToolCalled)
                            .limit(1)
                            .forEach(this::moment);
                    moments(
                            events.stream()
                                    .filter(
                                            s ->
                                                    !(s.what()
                                                            instanceof
                                                            ProtocolObservation.ToolCalled))
                                    .filter(this::notable)
                                    .toList());
                });
    }

    private void moments(List<Seen> seen) {
        page.box("div", "moments", () -> seen.stream().limit(MAX_MOMENTS).forEach(this::moment));
        if (seen.size() > MAX_MOMENTS) {
            page.put("p", "quiet", PageText.MORE.formatted(seen.size() - MAX_MOMENTS));
        }
    }

    private void moment(Seen seen) {
        page.in(
                "p",
                () -> {
                    page.put("span", "when", "+" + Overview.seconds(seen.at().micros() / 1000));
                    page.event(seen.seq()).text(" ");
                    page.in("code", () -> page.text(InWords.of(seen.what()), 200));
                },
                "class",
                alarming(seen) ? "moment cited" : "moment");
    }

    private boolean alarming(Seen seen) {
        return cited.contains(seen.seq());
    }

    private boolean notable(Seen seen) {
        return alarming(seen)
                || seen.what() instanceof RunObservation.ServerStarted
                || seen.what() instanceof ProtocolObservation.Greeted
                || seen.what() instanceof ProtocolObservation.Unanswered
                || seen.what() instanceof ProtocolObservation.ToolAnswered
                || seen.what() instanceof RunObservation.PolicyViolated
                || seen.what() instanceof RunObservation.ServerEnded;
    }
}
