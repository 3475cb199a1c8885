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
import io.mcpsf.model.ProtocolObservation;
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

    @Test
    void theSystemsOwnFilesAreCountedOverTheWholeAttack() throws IOException {
        FileOpened library = open("/usr/lib/libc.so.6");
        var stirred = new AtomicLong();
        try (Recorder recorder = recorder();
                var _ = recorder.stir(stirred::incrementAndGet)) {
            recorder.enter(Phase.ATTACK);
            recorder.beginCall();
            recorder.saw(attack());
            for (int process = 1; process <= 9; process++) {
                recorder.beginCall();
                recorder.saw(process, library);
                recorder.saw(process, library);
                recorder.endCall();
            }
            recorder.enter(Phase.STOP);
            recorder.saw(1, library);
            recorder.finish(Coverage.nothing());

            assertThat(recorder.events()).isEqualTo(20);
        }

        List<Seen> seen = read().seen();
        assertThat(seen)
                .extracting(Seen::what)
                .containsExactly(attack(), library, new Repeated(2, 17), library);
        assertThat(seen.get(1).at().process()).isEqualTo(1);
        assertThat(stirred).hasValue(17);
    }

    @Test
    void nothingElseUnderAttackIsCountedOverItsCalls() throws IOException {
        List<FileOpened> each =
                List.of(
                        open("/home/ana/.ssh/id_rsa"),
                        open("/etc/passwd"),
                        open("/proc/1/cgroup"),
                        open("/usr/lib/../../home/ana/x"),
                        open("/usr/share/.env"),
                        new FileOpened("/home/ana/x", "/usr/x", Access.READ, true),
                        new FileOpened("/usr/x", "x", Access.READ, true),
                        new FileOpened("/usr/lib/x", "/usr/lib/x", Access.WRITE, true),
                        new FileOpened("/usr/lib/x", "/usr/lib/x", Access.CREATE, false),
                        new FileOpened("/usr/lib", "/usr/lib", Access.LOOK, true),
                        open("/usr/lib/" + attack().nonce()));
        try (Recorder recorder = recorder()) {
            recorder.enter(Phase.ATTACK);
            recorder.saw(attack());
            for (int process = 1; process <= 2; process++) {
                for (FileOpened opened : each) {
                    recorder.saw(process, opened);
                }
            }
            recorder.finish(Coverage.nothing());
        }

        assertThat(read().seen()).hasSize(1 + 2 * each.size());
    }

    @Test
    void beforeTheFirstHostileValueAndOutsideOfTheAttackNothingIs() throws IOException {
        FileOpened library = open("/usr/lib/libc.so.6");
        try (Recorder recorder = recorder()) {
            recorder.enter(Phase.ATTACK);
            recorder.saw(1, library);
            recorder.saw(2, library);
            recorder.saw(attack());
            Recorder.Lane later = recorder.beside(Phase.LATER);
            later.saw(3, library);
            later.saw(4, library);
            recorder.enter(Phase.STOP);
            recorder.saw(5, library);
            recorder.saw(6, library);
            recorder.finish(Coverage.nothing());
        }

        assertThat(read().seen()).hasSize(7);
    }

    @Tag("peers")
    @Test
    void readsThatAreAllDifferentLeaveRoomForADecoy() throws IOException {
        var touched =
                new FileObservation.BaitTouched("key", "ssh", "/k", FileObservation.Touch.READ);
        try (Recorder recorder = recorder()) {
            recorder.enter(Phase.ATTACK);
            recorder.saw(attack());
            for (int i = 0; i < EvidenceRoom.MAX_LINES; i++) {
                recorder.saw(1, open("/usr/" + i));
            }
            recorder.saw(1, touched);
            recorder.finish(Coverage.nothing());

            assertThat(recorder.dropped()).containsOnlyKeys(Sense.FILES);
        }

        assertThat(read().seen()).extracting(Seen::what).contains(touched);
    }

    private static ProtocolObservation.Attacked attack() {
        return new ProtocolObservation.Attacked(
                1, "path-traversal", "read", "path", "../zqxaaaaaaaaaa", "zqxaaaaaaaaaa", 0);
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
