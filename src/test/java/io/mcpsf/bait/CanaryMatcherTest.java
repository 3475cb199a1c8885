package io.mcpsf.bait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

final class CanaryMatcherTest {

    private static final String LETTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private final Random chance = new Random(20261115);
    private final List<Canary> canaries = canaries();
    private final CanaryMatcher matcher = new CanaryMatcher(canaries);

    @Test
    void everyDisguiseIsSeenThroughAtEveryOffset() {
        offsets(new Round(canaries));
    }

    @Tag("peers")
    @Test
    void everyCanaryIsFoundInEveryDisguiseAtEveryOffset() {
        offsets(() -> canaries);
    }

    private void offsets(Supplier<List<Canary>> tried) {
        List<String> missed = new ArrayList<>();
        for (Disguise disguise : Disguise.values()) {
            for (int before = 0; before < 9; before++) {
                for (Canary canary : tried.get()) {
                    byte[] inner = padded(canary.bytes(), before);
                    byte[] data = around(disguise.wrap(inner), disguise);
                    if (!isFound(canary, matcher.find(data))) {
                        missed.add(canary.bait() + " " + disguise + " " + before);
                    }
                }
            }
        }

        assertThat(missed).isEmpty();
    }

    @Tag("peers")
    @Test
    void everyPairOfDisguisesIsSeenThrough() {
        pairs(new Round(canaries));
    }

    @Tag("release")
    @Test
    void everyPairIsForEachCanary() {
        pairs(() -> canaries);
    }

    /** One canary after the other, each time the next. */
    private static final class Round implements Supplier<List<Canary>> {
        private final List<Canary> all;
        private int next;

        Round(List<Canary> all) {
            this.all = all;
        }

        @Override
        public List<Canary> get() {
            next = (next + 1) % all.size();
            return List.of(all.get(next));
        }
    }

    private void pairs(Supplier<List<Canary>> chosen) {
        List<String> missed = new ArrayList<>();
        for (Disguise outer : Disguise.values()) {
            for (Disguise inner : Disguise.values()) {
                if (outer == Disguise.XOR || (outer.takesOnlyText() && inner.givesBinary())) {
                    continue;
                }
                for (Canary canary : chosen.get()) {
                    byte[] first = inner.wrap(padded(canary.bytes(), chance.nextInt(7)));
                    byte[] data = around(outer.wrap(first), outer);
                    if (!isFound(canary, matcher.find(data))) {
                        missed.add(canary.bait() + " " + outer + " of " + inner);
                    }
                }
            }
        }

        assertThat(missed).isEmpty();
    }

    @Test
    void charactersGluedToARunDoNotHideIt() {
        for (Canary canary : canaries) {
            for (int glued = 0; glued < 9; glued++) {
                for (Disguise d : List.of(Disguise.BASE64, Disguise.BASE32, Disguise.HEX)) {
                    byte[] data = join(ascii("a".repeat(glued)), d.wrap(canary.bytes()));

                    assertThat(isFound(canary, matcher.find(data))).isTrue();
                }
            }
        }
    }

    @Test
    void aPartOfTwentyFourBytesIsEnoughWhereverItIsCut() {
        Canary key = canaries.getLast();
        for (int at = 0; at + WindowIndex.PART <= key.secret().length(); at++) {
            String part = key.secret().substring(at, at + WindowIndex.PART);

            assertThat(matcher.find("x" + part + "y"))
                    .extracting(Found::encoding)
                    .containsExactly("plain");
        }
    }

    @Test
    void linesJoinedOrEscapedAreStillTheKey() {
        Canary key = canaries.getLast();

        assertThat(matcher.find(key.secret().replace("\n", ""))).hasSize(1);
        assertThat(matcher.find(key.secret().replace("\n", "\\n"))).hasSize(1);
        assertThat(matcher.find(key.secret().replace("\n", "\r\n"))).hasSize(1);
    }

    @Test
    void dotsOfADomainNameAreSeenThrough() {
        String digits =
                new String(Disguise.base32(canaries.getFirst().bytes()), StandardCharsets.US_ASCII);
        String labels = digits.replaceAll("(.{9})", "$1.");

        assertThat(matcher.find(labels + ".drop.invalid"))
                .extracting(Found::encoding)
                .contains("base32");
    }

    @Test
    void theEncodingIsNamedFromTheOutside() {
        Canary canary = canaries.getFirst();

        assertThat(encoding(canary.bytes())).isEqualTo("plain");
        assertThat(encoding(Disguise.BASE64.wrap(Disguise.GZIP.wrap(canary.bytes()))))
                .isEqualTo("base64+gzip");
        assertThat(encoding(Disguise.HEX.wrap(Disguise.BASE64.wrap(canary.bytes()))))
                .isEqualTo("hex+base64");
        assertThat(encoding(Disguise.BASE64.wrap(Disguise.XOR.wrap(canary.bytes()))))
                .isEqualTo("base64+xor");
        assertThat(encoding(Disguise.REVERSED.wrap(Disguise.BASE64.wrap(canary.bytes()))))
                .isEqualTo("reversed+base64");
    }

    @Test
    void threeLayersOfBase64AreSeenThrough() {
        byte[] data = canaries.getFirst().bytes();
        for (int i = 0; i < 3; i++) {
            data = Base64.getEncoder().encode(data);
        }

        assertThat(matcher.find(data)).hasSize(1);
    }

    @Test
    void aCutOrDamagedStreamGivesWhatItHeld() {
        byte[] noise = new byte[4000];
        chance.nextBytes(noise);
        byte[] packed =
                Disguise.GZIP.wrap(
                        join(join(ascii("a".repeat(200)), canaries.getFirst().bytes()), noise));

        assertThat(matcher.find(Arrays.copyOf(packed, packed.length - 1500))).hasSize(1);
        Arrays.fill(packed, 3000, 3400, (byte) 0xff);
        assertThat(matcher.find(packed)).hasSize(1);
    }

    @Test
    void severalBaitsAreReportedOnceEach() {
        var all = new ByteArrayOutputStream();
        canaries.forEach(canary -> all.writeBytes(canary.bytes()));
        canaries.forEach(canary -> all.writeBytes(canary.bytes()));

        assertThat(matcher.find(all.toByteArray())).hasSameSizeAs(canaries);
    }

    @Test
    void longRunsOfOneLetterCostNothingAndHideNothing() {
        String run = "A".repeat(1 << 18);
        for (int i = 0; i < 40; i++) {
            matcher.find("{\"text\":\"" + run + "\"}");
        }
        assertThat(matcher.cutShort()).isZero();

        for (Disguise disguise : Disguise.values()) {
            for (int length = 1020; length < 1030; length++) {
                byte[] pad = ascii("A".repeat(length));
                byte[] secret = canaries.getFirst().bytes();
                byte[] inside = disguise.wrap(join(pad, secret));
                byte[] after = join(join(pad, ascii("\r\n\r\n")), disguise.wrap(secret));
                assertThat(isFound(canaries.getFirst(), matcher.find(inside)))
                        .as("%s around %d", disguise, length)
                        .isTrue();
                assertThat(isFound(canaries.getFirst(), matcher.find(after)))
                        .as("%s after %d", disguise, length)
                        .isTrue();
            }
        }
    }

    @Test
    void nearlyTheSecretIsNotTheSecret() {
        byte[] changed = canaries.getFirst().bytes();
        for (int i = 0; i < changed.length; i += 10) {
            changed[i] ^= 1;
        }

        assertThat(matcher.find(changed)).isEmpty();
        assertThat(matcher.find(new byte[0])).isEmpty();
        assertThat(new CanaryMatcher(List.of()).find(new byte[100])).isEmpty();
    }

    @Test
    void aSecretThatChanceCouldWriteIsRefused() {
        assertThatThrownBy(() -> new Canary("short", "env", "only15character"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private String encoding(byte[] data) {
        List<Found> found = matcher.find(data);
        assertThat(found).hasSize(1);
        return found.getFirst().encoding();
    }

    private boolean isFound(Canary canary, List<Found> found) {
        return found.stream().anyMatch(f -> f.bait().equals(canary.bait())) && found.size() == 1;
    }

    private byte[] padded(byte[] secret, int before) {
        byte[] head = ascii("q".repeat(before));
        return join(join(head, secret), ascii("z".repeat(chance.nextInt(5))));
    }

    /** Among other text; raw deflate can be recognised only where a body begins. */
    private byte[] around(byte[] wrapped, Disguise outer) {
        String head = "POST /up HTTP/1.1\r\nHost: drop.invalid\r\n\r\n";
        if (outer == Disguise.PLAIN || outer == Disguise.DEFLATE || outer == Disguise.REVERSED) {
            return outer == Disguise.DEFLATE ? join(ascii(head), wrapped) : wrapped;
        }
        return join(join(ascii(head + "{\"d\":\""), wrapped), ascii("\"}"));
    }

    private List<Canary> canaries() {
        List<Canary> some = new ArrayList<>();
        for (int length : new int[] {16, 20, 23, 24, 36, 40, 41, 64}) {
            some.add(new Canary("letters " + length, "env", letters(length)));
        }
        var binary = new StringBuilder();
        for (int i = 0; i < 48; i++) {
            binary.append((char) (1 + chance.nextInt(255)));
        }
        some.add(new Canary("binary", "wallet", binary.toString()));
        some.add(
                new Canary(
                        "special",
                        "aws",
                        "ab+/cd/+ef+/gh/+ij+/kl/+" + letters(3) + "/+" + letters(11)));
        var key = new StringBuilder();
        for (int line = 0; line < 20; line++) {
            key.append(letters(70)).append('\n');
        }
        some.add(new Canary("key", "ssh", key.toString()));
        return some;
    }

    private String letters(int length) {
        var letters = new StringBuilder();
        for (int i = 0; i < length; i++) {
            letters.append(LETTERS.charAt(chance.nextInt(LETTERS.length())));
        }
        return letters.toString();
    }

    private static byte[] join(byte[] a, byte[] b) {
        byte[] joined = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, joined, a.length, b.length);
        return joined;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
