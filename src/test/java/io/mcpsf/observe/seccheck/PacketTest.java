package io.mcpsf.observe.seccheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.boundary.Fuzz;
import io.mcpsf.json.Json;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Sense;
import io.mcpsf.observe.SenseCounts;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The packets of a kernel that a sample may have taken over. */
final class PacketTest {

    private static final Path CORPUS = Path.of("src/test/resources/corpus/seccheck");

    @Test
    void realPacketsTellTheirStory() throws Exception {
        List<Observation> seen = new ArrayList<>();
        try (var desk = new Desk(seen)) {
            for (String name : List.of("start-1", "open-1", "execve-1", "exec-1")) {
                desk.read(Files.readAllBytes(CORPUS.resolve(name + ".bin")));
            }
        }

        assertThat(seen).hasAtLeastOneElementOfType(ProcessStarted.class);
        assertThat(seen).hasAtLeastOneElementOfType(FileOpened.class);
    }

    @Test
    void noPacketHurts() throws Exception {
        List<Observation> seen = new ArrayList<>();
        try (var desk = new Desk(seen)) {
            Fuzz.attack(
                    "seccheck",
                    60_000,
                    hostile -> {
                        try {
                            desk.read(hostile);
                        } catch (BadMessageException refused) {
                            throw new IOException(refused);
                        }
                    });
        }

        assertThat(seen).hasSizeGreaterThan(1000);
        assertThat(seen).allSatisfy(what -> assertThat(what.toString()).hasSizeLessThan(80_000));
    }

    @Test
    void lengthsBeyondThePacketAreRefused() {
        for (String hex :
                List.of(
                        "",
                        "0800",
                        "ffff070000000000",
                        "0000070000000000",
                        "08000700000000000aff",
                        "08000700000000000affffffff0f",
                        "080007000000000008ffffffffffffffffffff01",
                        "08000700000000000b")) {
            byte[] bytes = HexFormat.of().parseHex(hex);
            assertThatThrownBy(() -> TracePacket.read(bytes, bytes.length))
                    .as(hex)
                    .isInstanceOf(BadMessageException.class);
        }
    }

    @Test
    void lossesAreCounted() throws Exception {
        TracePacket packet = TracePacket.read(HexFormat.of().parseHex("080007002a000100"), 8);

        assertThat(packet.dropped()).isEqualTo(0x1002a);
    }

    @Test
    void theSessionAsksForEveryExecTwice() {
        String config = TraceConfig.to(Path.of("/run/x"));

        assertThat(Json.read(config).path("trace_session").path("points"))
                .extracting(point -> point.path("name").asString())
                .contains("syscall/execve/enter", "syscall/sysno/59/enter")
                .doesNotHaveDuplicates();
    }

    /** A story without a sandbox: everything by names alone. */
    private static final class Desk implements AutoCloseable {

        private final FileCalls files = new FileCalls();
        private final Insides insides = new Insides(files, Map.of());
        private final Decoys decoys = new Decoys(Map.of());
        private final TraceTranslator story;

        Desk(List<Observation> seen) {
            story =
                    new TraceTranslator(
                            new SeccheckSensor.Bait(Map.of(), CanaryFinder.none()),
                            (_, what) -> seen.add(what),
                            new SenseCounts(
                                    Stream.of(
                                                    Sense.PROCESSES,
                                                    Sense.FILES,
                                                    Sense.SOCKETS,
                                                    Sense.SYSCALLS)
                                            .toList()),
                            new Members(new AtomicInteger()),
                            new TraceTranslator.Places(insides, decoys));
        }

        void read(byte[] packet) throws BadMessageException {
            story.read(TracePacket.read(packet, packet.length), _ -> false);
        }

        @Override
        public void close() {
            decoys.close();
            insides.close();
            files.close();
        }
    }
}
