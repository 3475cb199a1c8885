package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Observation.Repeated;
import io.mcpsf.model.ProtocolObservation.Attacked;
import io.mcpsf.model.ProtocolObservation.VulnerabilityProven;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Stamp;
import io.mcpsf.run.record.SystemReads;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the recorder only counts under attack is of no use to any rule: every recording gives the
 * same judgement with and without it, resting on the same observations.
 */
@Tag("peers")
final class CountedReadsTest {

    private static final RuleSet RULES = RuleSet.load();
    private static final Recordings KEPT = Recordings.kept();

    /** Where nothing would have been counted there is nothing to compare. */
    static Stream<String> samples() {
        return KEPT.samples().stream().filter(sample -> counted(KEPT.of(sample)) > 0);
    }

    private static int counted(Evidence all) {
        return all.seen().size() - Counted.of(all).evidence().seen().size();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void noFindingRestsOnOne(String sample) {
        Evidence evidence = KEPT.of(sample);
        Counted counted = Counted.of(evidence);

        Judgement whole = Judge.judge(evidence, RULES);
        Judgement less = Judge.judge(counted.evidence(), RULES);

        assertThat(less.verdict()).isEqualTo(whole.verdict());
        assertThat(less.summary()).isEqualTo(whole.summary());
        assertThat(less.risk().score()).isEqualTo(whole.risk().score());
        assertThat(less.notEvaluated()).isEqualTo(whole.notEvaluated());
        assertThat(told(less.findings(), Map.of()))
                .isEqualTo(told(whole.findings(), counted.numbers()));
    }

    @Test
    void enoughIsCountedToTellTheDifference() {
        assertThat(samples().map(KEPT::of).mapToInt(CountedReadsTest::counted).sum())
                .isGreaterThan(1_000);
    }

    private static List<String> told(List<Finding> findings, Map<Long, Long> numbers) {
        return findings.stream()
                .map(
                        f ->
                                "%s %s %s %s %s %s %s"
                                        .formatted(
                                                f.rule(),
                                                f.severity(),
                                                f.confidence(),
                                                f.message(),
                                                f.phase(),
                                                f.tool(),
                                                numbered(f.seen(), numbers)))
                .toList();
    }

    /** A number that is missing stays as it was, and then differs. */
    private static List<Long> numbered(List<Long> seen, Map<Long, Long> numbers) {
        return seen.stream().map(seq -> numbers.getOrDefault(seq, seq)).toList();
    }

    /** Evidence as it would have been recorded, and its numbers by those of before. */
    private record Counted(Evidence evidence, Map<Long, Long> numbers) {

        static Counted of(Evidence all) {
            var reads = new SystemReads();
            var numbers = new HashMap<Long, Long>();
            var kept = new ArrayList<Seen>();
            for (Seen seen : all.seen()) {
                if (seen.what() instanceof Attacked) {
                    reads.attacked();
                }
                boolean covered = reads.covers(seen.at().phase(), seen.what());
                if (covered && reads.counted(seen.what())) {
                    continue;
                }
                if (seen.what() instanceof Repeated(long first, long _)
                        && !numbers.containsKey(first)) {
                    continue;
                }
                Stamp at = seen.at();
                long seq = kept.size() + 1L;
                numbers.put(seen.seq(), seq);
                if (covered) {
                    reads.remember(seen.what(), seq);
                }
                kept.add(
                        new Seen(
                                new Stamp(seq, at.micros(), at.phase(), at.call(), at.process()),
                                numbered(seen.what(), numbers)));
            }
            return new Counted(new Evidence(all.file(), kept, all.coverage()), numbers);
        }

        private static Observation numbered(Observation what, Map<Long, Long> numbers) {
            return switch (what) {
                case Repeated(long first, long more) ->
                        new Repeated(numbers.getOrDefault(first, 0L), more);
                case VulnerabilityProven p ->
                        new VulnerabilityProven(
                                p.family(),
                                p.tool(),
                                p.parameter(),
                                p.payload(),
                                p.effect(),
                                p.design(),
                                p.fired(),
                                p.tries(),
                                p.proof().stream()
                                        .map(seq -> numbers.getOrDefault(seq, 0L))
                                        .toList(),
                                p.request());
                default -> what;
            };
        }
    }
}
