package io.mcpsf.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Health;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProcessObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Stamp;
import io.mcpsf.model.ToolCoverage;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

final class EvidenceFormatTest {

    private static final CaseFile FILE =
            new CaseFile(
                    "case-1",
                    new CaseFile.Subject("folder", "thief", "1.0.0", "ab", "samples/thief"),
                    Instant.parse("2026-11-01T10:00:00Z"),
                    "0.1.0",
                    new CaseFile.Settings("balanced", 7, List.of("node", "index.js"), 0.8));

    @Test
    void everyKindOfObservationSurvivesTheRoundTrip() throws Exception {
        var written = new ArrayList<Seen>();
        for (Class<?> kind : Observation.kinds()) {
            Stamp stamp = new Stamp(written.size() + 1L, 12, Phase.CALL, 3, 3);
            written.add(new Seen(stamp, (Observation) filled(kind)));
        }

        Evidence read = roundTrip(new Evidence(FILE, written, coverage()));

        assertThat(read.seen()).hasSizeGreaterThan(25).isEqualTo(written);
        assertThat(read.file()).isEqualTo(FILE);
        assertThat(read.coverage()).isEqualTo(coverage());
    }

    @Test
    void aFileThatWasCutOffReadsAsCoverageOfNothing() throws IOException {
        String head = new String(EvidenceFormat.head(FILE), StandardCharsets.UTF_8);

        Evidence read = EvidenceFormat.read(new StringReader(head));

        assertThat(read.coverage()).isEqualTo(Coverage.nothing());
        assertThat(read.coverage().sense(Sense.FILES).health()).isEqualTo(Health.BLIND);
    }

    @Test
    void aMemberThatOldEvidenceLacksGetsItsEmptyValueAndAnUnknownOneIsIgnored() {
        var node =
                Json.read("{\"record\":\"Slept\",\"seq\":1,\"phase\":\"IDLE\",\"tomorrow\":[1]}");

        assertThat(EvidenceFormat.seen(node).what()).isEqualTo(new ProcessObservation.Slept(0));
    }

    @Test
    void whatIsNoEvidenceIsRefusedInOneLine() {
        assertThatThrownBy(() -> EvidenceFormat.read(new StringReader("")))
                .isInstanceOf(BadJsonException.class);
        assertThatThrownBy(() -> EvidenceFormat.read(new StringReader("{\"record\":\"Slept\"}")))
                .isInstanceOf(BadJsonException.class)
                .hasMessageContaining("head of a case");
        assertThatThrownBy(() -> EvidenceFormat.observation(Json.read("{\"record\":\"Nothing\"}")))
                .isInstanceOf(BadJsonException.class);
        assertThatThrownBy(() -> Json.read("[".repeat(5000))).isInstanceOf(BadJsonException.class);
        assertThatThrownBy(() -> Json.read("{} {}")).isInstanceOf(BadJsonException.class);
    }

    private static Evidence roundTrip(Evidence evidence) throws IOException {
        var text =
                new StringBuilder(
                        new String(EvidenceFormat.head(evidence.file()), StandardCharsets.UTF_8));
        evidence.seen()
                .forEach(
                        s ->
                                text.append(
                                        new String(
                                                EvidenceFormat.line(s), StandardCharsets.UTF_8)));
        text.append(new String(EvidenceFormat.tail(evidence.coverage()), StandardCharsets.UTF_8));
        return EvidenceFormat.read(new StringReader(text.toString()));
    }

    private static Coverage coverage() {
        return new Coverage(
                Map.of(Phase.START, new PhaseResult(PhaseResult.Status.DONE, 12, "")),
                Map.of(Sense.FILES, SenseHealth.lossy(10, 2, "a flood")),
                new ToolCoverage(3, 2, 1),
                new Isolation("crun 1.8", "6.18", List.of("memory"), List.of("swap")));
    }

    /**
     * A record of this kind with something in every component: 3 for numbers, so that stamps agree.
     */
    private static Object filled(Class<?> kind) throws ReflectiveOperationException {
        RecordComponent[] components = kind.getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] =
                    components[i].getGenericType().getTypeName().endsWith("<java.lang.Long>")
                            ? List.of(3L, 4L)
                            : something(types[i], components[i].getName());
        }
        return kind.getDeclaredConstructor(types).newInstance(values);
    }

    private static Object something(Class<?> type, String name) {
        if (type.isEnum()) {
            return type.getEnumConstants()[type.getEnumConstants().length - 1];
        }
        if (type == String.class) {
            return name + " \u0000\u202e\"\n\\ é";
        }
        if (type == List.class) {
            return List.of(name, "b");
        }
        if (type == boolean.class) {
            return true;
        }
        if (type == double.class) {
            return 3.5;
        }
        return type == long.class ? (Object) 3L : (Object) 3;
    }
}
