package io.mcpsf.bait;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

final class PiecesTest {

    private static final String TOKEN = "h7Gq2LmZx0PvR4tYb9Ks1WdN6cEj3UaF8iTo";

    private final Random chance = new Random(20_261_117);
    private final CanaryMatcher matcher = new CanaryMatcher(List.of(new Canary("a", "env", TOKEN)));
    private final Pieces pieces = new Pieces(matcher);

    @Test
    void oneCharacterInEachMessageIsJoined() {
        assertThat(all(cut(1).stream().map(c -> "GET /v1/" + c + "/item HTTP/1.1").toList()))
                .containsOnly("a");
    }

    @Test
    void piecesAreJoinedFromTheLastToTheFirst() {
        assertThat(all(cut(4).reversed().stream().map(c -> "/v1/page?d=" + c).toList()))
                .containsOnly("a");
    }

    @Test
    void aNumberBesideAPieceTellsItsPlace() {
        List<String> beside = new ArrayList<>();
        List<String> glued = new ArrayList<>();
        List<String> parts = cut(3);
        for (int i = 0; i < parts.size(); i++) {
            beside.add("n=" + i + "&d=" + parts.get(i));
            glued.add("%03dx%s.cdn.invalid".formatted(i, parts.get(i)));
        }
        Collections.shuffle(beside, chance);
        Collections.shuffle(glued, chance);

        assertThat(all(beside)).containsOnly("a");
        // The letter behind the number belongs to every piece and leaves with the columns.
        assertThat(all(glued)).containsOnly("a");
    }

    @Test
    void onlyWhatChangesInBytesIsRead() {
        List<String> found = new ArrayList<>();
        for (int at = 0; at < TOKEN.length(); at += 4) {
            byte[] packet = new byte[48];
            packet[0] = 0x23;
            System.arraycopy(TOKEN.getBytes(StandardCharsets.US_ASCII), at, packet, 40, 4);
            pieces.bytes("udp", packet).forEach(one -> found.add(one.bait()));
        }

        assertThat(found).contains("a");
    }

    @Test
    void numbersMayBeData() {
        List<String> found = new ArrayList<>();
        TOKEN.chars().forEach(c -> pieces.number("length", c).forEach(f -> found.add(f.bait())));

        assertThat(found).contains("a");
    }

    @Test
    void whatWasFoundIsNotFoundAgainInTheNextMessage() {
        List<String> messages = cut(2).stream().map(c -> "/p/" + c).toList();

        assertThat(all(messages.subList(0, 9))).hasSize(1);
        assertThat(pieces.text("road", "/p/zz")).isEmpty();
    }

    @Test
    void piecesOnDifferentRoadsAreNotJoined() {
        List<String> found = new ArrayList<>();
        List<String> parts = cut(2);
        for (int i = 0; i < parts.size(); i++) {
            pieces.text("road" + i, "/p/" + parts.get(i)).forEach(f -> found.add(f.bait()));
        }

        assertThat(found).isEmpty();
    }

    @Test
    void aFloodIsBounded() {
        long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (int i = 0; i < 20_000; i++) {
            pieces.text("road" + i % 700, "/v1/" + chance.nextLong() + "?a=" + chance.nextInt());
        }
        long took = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin;

        assertThat(Duration.ofNanos(took)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void theRequestsOfABusyClientUseUpNothing() {
        List<String> words =
                List.of("accept", "application", "json", "text", "plain", "connection", "keep");
        for (int i = 0; i < 4 * 64; i++) {
            var request = new StringBuilder("GET /");
            for (int word = 0; word < 40; word++) {
                request.append(words.get(chance.nextInt(words.size()))).append(' ');
            }
            pieces.text("http" + i % 4, request.toString());
        }

        assertThat(matcher.cutShort()).isZero();
    }

    @Test
    void muchOnOtherRoadsPushesTheOldestOutAndNothingElse() {
        pieces.text("old", "/p/" + TOKEN.substring(0, 12));
        for (int i = 0; i < 600; i++) {
            pieces.text("road" + i, "/p/" + i);
        }

        assertThat(pieces.text("old", "/p/" + TOKEN.substring(12, 24))).isEmpty();
        assertThat(pieces.text("old", "/p/" + TOKEN.substring(24))).hasSize(1);
    }

    private List<String> all(List<String> messages) {
        List<String> found = new ArrayList<>();
        messages.forEach(m -> pieces.text("road", m).forEach(one -> found.add(one.bait())));
        return found;
    }

    private static List<String> cut(int size) {
        List<String> cut = new ArrayList<>();
        for (int at = 0; at < TOKEN.length(); at += size) {
            cut.add(TOKEN.substring(at, Math.min(TOKEN.length(), at + size)));
        }
        return cut;
    }
}
