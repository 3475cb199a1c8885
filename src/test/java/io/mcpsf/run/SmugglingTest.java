package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Axis;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.BaitLeft;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Forty ways to carry a variable of the environment out, each taken by a real sample in a real
 * sandbox: which are recognised by what they carry, which are judged by their shape, and which go
 * unnoticed.
 */
@Tag("chamber")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SmugglingTest {

    /** How a way is found out. */
    enum By {
        CONTENT,
        SHAPE,
        NOTHING
    }

    /** The ways; each is a tool {@code freight_…} of the two samples. */
    enum Way {
        // Known to have been tried by attackers of this sandbox.
        PLAIN(By.CONTENT),
        GZIP(By.CONTENT),
        XOR_ONE(By.CONTENT),
        REVERSED(By.CONTENT),
        DNS_HEX(By.CONTENT),
        BROTLI(By.CONTENT),
        XOR_TWO(By.CONTENT),
        ROT13(By.CONTENT),
        BASE58(By.CONTENT),
        SPACED(By.CONTENT),
        INTERLEAVED(By.CONTENT),
        CHARACTERS(By.CONTENT),
        EIGHT(By.CONTENT),
        ONE(By.CONTENT),
        LENGTHS(By.CONTENT),
        ADDRESSES(By.CONTENT),
        DNS_SMALL(By.CONTENT),
        DNS_AES(By.SHAPE),
        SERVER_NAME(By.CONTENT),
        ALPN(By.CONTENT),
        URGENT(By.CONTENT),
        NTP(By.CONTENT),
        FILE_NAME(By.CONTENT),
        FILE_CONTENT(By.CONTENT),
        RPC_ID(By.CONTENT),
        RPC_METHOD(By.CONTENT),
        RPC_ANSWER(By.CONTENT),
        STDOUT(By.CONTENT),
        STDERR(By.CONTENT),
        PINNED(By.NOTHING),
        AES(By.NOTHING),
        TIMING(By.NOTHING),
        // Others that cost a thief a line or two.
        XOR_SEVEN(By.CONTENT),
        ROT47(By.CONTENT),
        BASE85(By.CONTENT),
        EVENS_ODDS(By.CONTENT),
        BACKWARDS(By.CONTENT),
        COUNTED(By.CONTENT),
        TWO_HOSTS(By.CONTENT),
        OWN_ALPHABET(By.NOTHING);

        private final By by;

        Way(By by) {
            this.by = by;
        }

        String tool() {
            return "freight_" + name().toLowerCase(Locale.ROOT);
        }

        /** As it stands in the names of hosts and files. */
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final Set<String> SHAPES = Set.of("dns-tunnel");

    private final Map<Way, By> found = new EnumMap<>(Way.class);
    private final Map<Way, List<Observation>> seen = new EnumMap<>(Way.class);

    @BeforeAll
    void detonate(@TempDir Path reports) throws InterruptedException {
        for (String name : List.of("smuggler", "smuggler-python")) {
            Sample sample = Sample.detonate(name, reports);
            for (Way way : Way.values()) {
                if (sample.during(way.tool(), ProtocolObservation.ToolAnswered.class)
                        .findAny()
                        .isPresent()) {
                    found.put(way, found(sample, way));
                    seen.put(way, told(sample, way));
                }
            }
        }
    }

    @Test
    void allFortyAreTried() {
        assertThat(found.keySet()).containsExactlyInAnyOrder(Way.values());
        assertThat(Way.values()).hasSize(40);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void isFoundOutAsPromised(Way way) {
        assertThat(found.get(way)).as(() -> String.valueOf(seen.get(way))).isEqualTo(way.by);
    }

    @Test
    void atLeastThirtyAreFoundOut() {
        assertThat(found.values()).filteredOn(by -> by != By.NOTHING).hasSizeGreaterThan(29);
    }

    private static By found(Sample sample, Way way) {
        List<Seen> all = all(sample, way);
        if (all.stream().anyMatch(s -> s.what() instanceof BaitLeft)) {
            return By.CONTENT;
        }
        Set<Long> numbers = all.stream().map(Seen::seq).collect(Collectors.toSet());
        boolean judged =
                sample.outcome().judgement().findings().stream()
                        .filter(finding -> SHAPES.contains(finding.rule()))
                        .filter(finding -> finding.axis() == Axis.MALICE)
                        .filter(finding -> finding.severity().compareTo(Severity.MEDIUM) >= 0)
                        .map(Finding::seen)
                        .anyMatch(proof -> proof.stream().anyMatch(numbers::contains));
        return judged ? By.SHAPE : By.NOTHING;
    }

    private static List<Observation> told(Sample sample, Way way) {
        return all(sample, way).stream().map(Seen::what).toList();
    }

    /** What was seen during its call, and what bears its name at another time. */
    private static List<Seen> all(Sample sample, Way way) {
        Set<Integer> calls =
                sample.during(way.tool(), ProtocolObservation.ToolCalled.class)
                        .map(called -> called.what().call())
                        .collect(Collectors.toSet());
        return sample.evidence().seen().stream()
                .filter(seen -> calls.contains(seen.at().call()) || named(seen.what(), way))
                .toList();
    }

    private static boolean named(Observation what, Way way) {
        return what instanceof BaitLeft left
                && ((left.where().equals("file") && left.destination().contains("/" + way.word()))
                        || (left.where().equals("stderr") && way == Way.STDERR));
    }
}
