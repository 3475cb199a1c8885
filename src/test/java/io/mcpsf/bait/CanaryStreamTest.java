package io.mcpsf.bait;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

final class CanaryStreamTest {

    private static final Canary CANARY =
            new Canary("~/.npmrc", "npm", "h7Gq2LmZx0PvR4tYb9Ks1WdN6cEj3UaF8iTo");

    private final Random chance = new Random(7);
    private final CanaryMatcher matcher = new CanaryMatcher(List.of(CANARY));

    @Test
    void everyDisguiseIsFoundHoweverItIsCut() {
        for (Disguise disguise : Disguise.values()) {
            for (int size : new int[] {1, 2, 3, 5, 8, 13, 21, 34, 100}) {
                byte[] wrapped = disguise.wrap(CANARY.bytes());
                CanaryStream stream = matcher.stream();
                List<Found> found = new ArrayList<>();
                for (int at = 0; at < wrapped.length; at += size) {
                    found.addAll(
                            stream.feed(
                                    Arrays.copyOfRange(
                                            wrapped, at, Math.min(wrapped.length, at + size))));
                }
                found.addAll(stream.finish());

                assertThat(found).as(disguise + " by " + size).hasSize(1);
            }
        }
    }

    @Test
    void aSecretLateInALongStreamIsFoundAtOnce() {
        CanaryStream stream = matcher.stream();
        byte[] noise = new byte[64 << 10];
        for (int i = 0; i < 64; i++) {
            chance.nextBytes(noise);
            assertThat(stream.feed(noise)).isEmpty();
        }
        String hex = HexFormat.of().formatHex(CANARY.bytes());

        assertThat(stream.feed(bytes(hex.substring(0, 30)))).isEmpty();
        assertThat(stream.feed(bytes(hex.substring(30)))).hasSize(1);
        assertThat(stream.finish()).isEmpty();
    }

    @Test
    void aLargePackedStreamIsOpenedAtItsEnd() {
        byte[] loot = new byte[100 << 10];
        for (int i = 0; i < loot.length; i++) {
            loot[i] = (byte) ('a' + chance.nextInt(20));
        }
        System.arraycopy(CANARY.bytes(), 0, loot, 90 << 10, CANARY.bytes().length);
        byte[] packed = Disguise.GZIP.wrap(loot);
        CanaryStream stream = matcher.stream();
        List<Found> found = new ArrayList<>();

        for (int at = 0; at < packed.length; at += 1000) {
            found.addAll(
                    stream.feed(
                            Arrays.copyOfRange(packed, at, Math.min(packed.length, at + 1000))));
        }
        found.addAll(stream.finish());

        assertThat(found).containsExactly(new Found("~/.npmrc", "npm", "gzip"));
    }

    @Test
    void namesAskedOneAfterTheOtherAreJoined() {
        String digits = text(Disguise.base32(CANARY.bytes()));
        NameTrail trail = matcher.names();
        List<Found> found = new ArrayList<>();

        for (int at = 0; at < digits.length(); at += 12) {
            String chunk = digits.substring(at, Math.min(digits.length(), at + 12));
            found.addAll(trail.feed(chunk + ".x.drop.invalid"));
            found.addAll(trail.feed(chunk + ".x.drop.invalid"));
            found.addAll(trail.feed("registry.other.invalid"));
        }
        found.addAll(trail.finish());

        assertThat(found).containsExactly(new Found("~/.npmrc", "npm", "base32"));
    }

    @Test
    void aCounterBesideTheDataDoesNotHideIt() {
        String digits = HexFormat.of().formatHex(CANARY.bytes());
        NameTrail trail = matcher.names();
        List<Found> found = new ArrayList<>();

        for (int at = 0; at < digits.length(); at += 8) {
            found.addAll(trail.feed(at + "." + digits.substring(at, at + 8) + ".id7.drop.invalid"));
        }
        found.addAll(trail.finish());

        assertThat(found).extracting(Found::encoding).containsExactly("hex");
    }

    @Test
    void manyDomainsAndLongNamesAreBornWithPatience() {
        NameTrail trail = matcher.names();
        for (int i = 0; i < 3000; i++) {
            assertThat(trail.feed("a" + i + ".b" + i + ".invalid")).isEmpty();
        }

        assertThat(trail.feed("..........")).isEmpty();
        assertThat(trail.feed("")).isEmpty();
        assertThat(trail.feed("a.".repeat(100_000))).isEmpty();
        assertThat(trail.feed(CANARY.secret() + ".late.invalid")).hasSize(1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
