package io.mcpsf.run.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Observation.Repeated;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation;
import io.mcpsf.model.ProcessObservation.Slept;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SocketObservation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

final class RecorderTest {

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final AtomicLong clock = new AtomicLong();

    @Test
    void observationsAreNumberedAndStampedInOrder() throws IOException {
        try (Recorder recorder = recorder()) {
            recorder.enter(Phase.START);
            recorder.saw(2, open("/a"));
            clock.set(5_000_000);
            int call = recorder.beginCall();
            recorder.saw(new Slept(1));
            recorder.endCall();
            recorder.saw(new Slept(2));
            recorder.finish(Coverage.nothing());

            assertThat(call).isEqualTo(1);
        }

        List<Seen> seen = read().seen();
        assertThat(seen).extracting(Seen::seq).containsExactly(1L, 2L, 3L);
        assertThat(seen)
                .extracting(s -> s.at().phase())
                .containsExactly(Phase.START, Phase.CALL, Phase.CALL);
        assertThat(seen).extracting(s -> s.at().call()).containsExactly(0, 1, 0);
        assertThat(seen).extracting(s -> s.at().process()).containsExactly(2, 0, 0);
        assertThat(seen.get(1).at().micros()).isEqualTo(5_000);
    }

    @Test
    void aStartAtTheSameTimeKeepsItsOwnPhaseCallsAndCounts() throws IOException {
        try (Recorder recorder = recorder()) {
            recorder.enter(Phase.IDLE);
            Recorder.Lane lane = recorder.beside(Phase.LATER);
            lane.saw(7, open("/a"));
            recorder.saw(2, open("/a"));
            int call = lane.beginCall();
            lane.saw(7, open("/b"));
            recorder.saw(2, open("/b"));
            lane.saw(7, open("/b"));
            lane.enter(Phase.LIST);
            recorder.finish(Coverage.nothing());

            assertThat(call).isEqualTo(1);
        }

        List<Seen> seen = read().seen();
        assertThat(seen)
                .extracting(s -> s.at().phase())
                .containsExactly(Phase.LATER, Phase.IDLE, Phase.LATER, Phase.IDLE, Phase.LATER);
        assertThat(seen).extracting(s -> s.at().call()).containsExactly(0, 0, 1, 0, 1);
        assertThat(seen.getLast().what()).isEqualTo(new Repeated(3, 1));
    }

    @Test
    void whatIsSeenAgainIsCountedAndTheCountIsExact() throws IOException {
        try (Recorder recorder = recorder()) {
            for (int i = 0; i < 1000; i++) {
                recorder.saw(1, open("/a"));
                recorder.saw(1, open("/b"));
            }
            recorder.enter(Phase.IDLE);
            recorder.saw(1, open("/a"));
            recorder.finish(Coverage.nothing());

            assertThat(recorder.events()).isEqualTo(2001);
        }

        List<Observation> seen = read().seen().stream().map(Seen::what).toList();
        assertThat(seen)
                .containsExactly(
                        open("/a"),
                        open("/b"),
                        new Repeated(1, 999),
                        new Repeated(2, 999),
                        open("/a"));
    }

    @Tag("peers")
    @Test
    void aFloodIsBoundedAndEveryEventThatDidNotFitIsCounted() throws IOException {
        int flood = EvidenceRoom.KIND_LINES + 1234;
        try (Recorder recorder = recorder()) {
            for (int i = 0; i < flood; i++) {
                recorder.saw(1, open("/" + i));
            }
            recorder.finish(Coverage.nothing());

            assertThat(recorder.dropped()).containsOnlyKeys(Sense.FILES).containsValue(1234L);
        }

        assertThat(read().seen()).hasSize(EvidenceRoom.KIND_LINES);
    }

    @Tag("peers")
    @Test
    void whatFollowsAFloodIsStillWritten() throws IOException {
        var touched =
                new FileObservation.BaitTouched("key", "ssh", "/k", FileObservation.Touch.READ);
        try (Recorder recorder = recorder()) {
            for (int i = 0; i < EvidenceRoom.MAX_LINES; i++) {
                recorder.saw(1, open("/" + i));
                recorder.saw(1, new Slept(i));
                recorder.saw(1, new ProcessObservation.CallNoted("x", "" + i));
                recorder.saw(1, new SocketObservation.Bound("tcp", "" + i, i));
            }
            recorder.saw(1, touched);
            recorder.finish(Coverage.nothing());
        }

        assertThat(read().seen()).hasSizeLessThan(EvidenceRoom.MAX_LINES);
        assertThat(read().seen().getLast().what()).isEqualTo(touched);
    }

    @Test
    void longPathsAreBoundedByTheirLength() throws IOException {
        String deep = "/" + "x".repeat(4000);
        try (Recorder recorder = recorder()) {
            for (int i = 0; i < 20_000; i++) {
                recorder.saw(1, open(deep + i));
            }
            recorder.finish(Coverage.nothing());

            assertThat(recorder.dropped().get(Sense.FILES)).isGreaterThan(10_000L);
        }

        assertThat(file.size()).isLessThan(40 << 20);
    }

    @Test
    void aRecorderThatWasNotFinishedLeavesEvidenceThatWasCutOff() throws IOException {
        try (Recorder recorder = recorder()) {
            recorder.saw(1, open("/a"));
        }

        assertThat(read().coverage()).isEqualTo(Coverage.nothing());
    }

    private Recorder recorder() {
        var head =
                new CaseFile(
                        "case-1",
                        new CaseFile.Subject("folder", "x", "", "", "x"),
                        Instant.EPOCH,
                        "0",
                        new CaseFile.Settings("balanced", 1, List.of(), 0.5));
        return new Recorder(file, head, clock::get, seen -> {});
    }

    private Evidence read() throws IOException {
        return EvidenceFormat.read(new StringReader(file.toString(StandardCharsets.UTF_8)));
    }

    private static FileOpened open(String path) {
        return new FileOpened(path, path, Access.READ, true);
    }
}
