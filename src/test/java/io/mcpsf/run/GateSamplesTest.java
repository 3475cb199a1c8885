package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Seen;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What the gate leaves to the recordings is nothing that only a sample it leaves out shows. */
@Tag("peers")
final class GateSamplesTest {

    private static final Recordings KEPT = Recordings.kept();

    /** Of these kinds not only one must be detonated, but one of each value. */
    private static final Map<String, String> VALUES =
            Map.of("VulnerabilityProven", "family", "ServerEnded", "how", "BaitLeft", "where");

    @Test
    void theSamplesOfTheGateShowWhateverAnySampleShows() {
        Map<String, Shown> all =
                KEPT.samples().stream().collect(Collectors.toMap(s -> s, Shown::of));
        var shown = new TreeSet<String>();
        all.forEach(
                (sample, shows) -> {
                    if (GateSamples.NAMES.contains(sample)) {
                        shown.addAll(shows.in(phase -> watched(sample, phase)));
                    }
                });

        all.forEach(
                (sample, shows) ->
                        assertThat(shown)
                                .as(
                                        "%s shows what no sample of GateSamples does; add one that"
                                                + " does",
                                        sample)
                                .containsAll(shows.all()));
    }

    @Test
    void aSampleKeepsItsPromiseByWhatTheGateLetsItDo() {
        RuleSet rules = RuleSet.load();
        assertThat(GateSamples.NAMES).containsAll(GateSamples.ATTACKED);
        assertThat(GateSamples.ATTACKED).containsAll(GateSamples.STARTED_AGAIN);
        for (String sample : GateSamples.NAMES) {
            Promise promise = Promise.of(Path.of("samples").resolve(sample), "auto");
            promise.compare(Judge.judge(only(sample, p -> watched(sample, p)), rules));
        }
    }

    @Test
    void aSampleThatWaitsForItsDayWouldNot() {
        Promise promise = Promise.of(Path.of("samples/calendar-bomb"), "auto");
        Evidence once = only("calendar-bomb", phase -> !phase.again());

        assertThatThrownBy(() -> promise.compare(Judge.judge(once, RuleSet.load())))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aVulnerableSampleThatIsNotAttackedWouldNot() {
        Promise promise = Promise.of(Path.of("samples/vuln-xml-node"), "auto");
        Evidence quiet = only("vuln-xml-node", phase -> phase != Phase.ATTACK);

        assertThatThrownBy(() -> promise.compare(Judge.judge(quiet, RuleSet.load())))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void oneSampleAloneWouldNotBeEnough() {
        Set<String> calculator = Shown.of("calculator").all();

        assertThat(calculator).contains("ServerEnded", "ServerEnded code", "phase LIST DONE");
        assertThat(Shown.of("vuln-xml-node").all()).contains("VulnerabilityProven xxe");
        assertThat(calculator).doesNotContainAnyElementsOf(Set.of("BaitLeft", "StageServed"));
    }

    /** Whether the gate lets a sample come into a phase. */
    private static boolean watched(String sample, Phase phase) {
        if (phase.again()) {
            return GateSamples.STARTED_AGAIN.contains(sample);
        }
        return phase != Phase.ATTACK || GateSamples.ATTACKED.contains(sample);
    }

    /** What is there of a recording when the sample came into these phases only. */
    private static Evidence only(String sample, Predicate<Phase> into) {
        Evidence whole = KEPT.of(sample);
        List<Seen> seen = whole.seen().stream().filter(s -> into.test(s.at().phase())).toList();
        var phases = new EnumMap<Phase, PhaseResult>(whole.coverage().phases());
        phases.keySet().removeIf(into.negate());
        var coverage =
                new Coverage(
                        phases,
                        whole.coverage().senses(),
                        whole.coverage().tools(),
                        whole.coverage().isolation());
        return new Evidence(whole.file(), seen, coverage);
    }

    /** What a sample shows, by phase; some of it belongs to none. */
    private record Shown(Map<Phase, Set<String>> byPhase, Set<String> always) {

        static Shown of(String sample) {
            var shown = new Shown(new EnumMap<>(Phase.class), new TreeSet<>());
            for (JsonNode line : KEPT.lines(sample)) {
                String kind = line.path("record").asString();
                Set<String> there = shown.place(line.path("phase").asString(""));
                there.add(kind);
                if (VALUES.containsKey(kind)) {
                    there.add(kind + " " + line.path(VALUES.get(kind)).asString());
                }
                for (var phase : line.path("phases").properties()) {
                    String status = phase.getValue().path("status").asString();
                    shown.place(phase.getKey())
                            .add("phase %s %s".formatted(phase.getKey(), status));
                }
            }
            return shown;
        }

        Set<String> all() {
            return in(_ -> true);
        }

        Set<String> in(Predicate<Phase> into) {
            var shown = new TreeSet<>(always);
            byPhase.forEach(
                    (phase, traits) -> {
                        if (into.test(phase)) {
                            shown.addAll(traits);
                        }
                    });
            return shown;
        }

        private Set<String> place(String phase) {
            return phase.isEmpty()
                    ? always
                    : byPhase.computeIfAbsent(Phase.valueOf(phase), _ -> new TreeSet<>());
        }
    }
}
