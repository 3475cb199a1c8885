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

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the gate leaves to the recordings is nothing that only a sample it leaves out shows. */
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
                    if (GateSamples.STARTED_AGAIN.contains(sample)) {
                        shown.addAll(shows.all());
                    } else if (GateSamples.NAMES.contains(sample)) {
                        shown.addAll(shows.first());
                    }
                });

        assertThat(all)
                .allSatisfy(
                        (sample, shows) ->
                                assertThat(shown)
                                        .as(
                                                "%s shows what no sample of GateSamples does; add"
                                                        + " one that does",
                                                sample)
                                        .containsAll(shows.all()));
    }

    @Test
    void aSampleThatIsStartedOnceKeepsItsPromiseWithoutFurtherStarts() {
        RuleSet rules = RuleSet.load();
        assertThat(GateSamples.NAMES).containsAll(GateSamples.STARTED_AGAIN);
        for (String sample : GateSamples.NAMES) {
            if (!GateSamples.STARTED_AGAIN.contains(sample)) {
                Promise promise = Promise.of(Path.of("samples").resolve(sample), "auto");
                promise.compare(Judge.judge(firstStart(KEPT.of(sample)), rules));
            }
        }
    }

    @Test
    void aSampleThatWaitsForItsDayWouldNot() {
        Promise promise = Promise.of(Path.of("samples/calendar-bomb"), "auto");
        Evidence once = firstStart(KEPT.of("calendar-bomb"));

        assertThatThrownBy(() -> promise.compare(Judge.judge(once, RuleSet.load())))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void oneSampleAloneWouldNotBeEnough() {
        Set<String> calculator = Shown.of("calculator").all();

        assertThat(calculator).contains("ServerEnded", "ServerEnded code", "phase LIST DONE");
        assertThat(Shown.of("vuln-xml-node").all()).contains("VulnerabilityProven xxe");
        assertThat(calculator).doesNotContainAnyElementsOf(Set.of("BaitLeft", "StageServed"));
    }

    /** What is there when the server is not started again. */
    private static Evidence firstStart(Evidence whole) {
        List<Seen> seen = whole.seen().stream().filter(s -> !s.at().phase().again()).toList();
        var phases = new EnumMap<Phase, PhaseResult>(whole.coverage().phases());
        phases.keySet().removeIf(Phase::again);
        var coverage =
                new Coverage(
                        phases,
                        whole.coverage().senses(),
                        whole.coverage().tools(),
                        whole.coverage().isolation());
        return new Evidence(whole.file(), seen, coverage);
    }

    /** What a sample shows, by its first start and by all of them. */
    private record Shown(Set<String> first, Set<String> all) {

        static Shown of(String sample) {
            var first = new TreeSet<String>();
            var all = new TreeSet<String>();
            for (JsonNode line : KEPT.lines(sample)) {
                boolean further = again(line.path("phase").asString(""));
                String kind = line.path("record").asString();
                Stream<String> traits =
                        VALUES.containsKey(kind)
                                ? Stream.of(
                                        kind, kind + " " + line.path(VALUES.get(kind)).asString())
                                : Stream.of(kind);
                traits.forEach(trait -> add(trait, further, first, all));
                for (var phase : line.path("phases").properties()) {
                    String status = phase.getValue().path("status").asString();
                    add(
                            "phase %s %s".formatted(phase.getKey(), status),
                            further || again(phase.getKey()),
                            first,
                            all);
                }
            }
            return new Shown(first, all);
        }

        private static void add(String trait, boolean further, Set<String> first, Set<String> all) {
            all.add(trait);
            if (!further) {
                first.add(trait);
            }
        }
    }

    private static boolean again(String phase) {
        return !phase.isEmpty() && Phase.valueOf(phase).again();
    }
}
