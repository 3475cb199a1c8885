package io.mcpsf.bait;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/** Disguises that cost a thief one line: what they hide is found, and its near miss is not. */
final class KeyedDisguiseTest {

    private static final String TOKEN = "h7Gq2LmZx0PvR4tYb9Ks1WdN6cEj3UaF8iTo";

    private final Random chance = new Random(20_261_117);
    private final CanaryMatcher matcher = new CanaryMatcher(List.of(new Canary("a", "env", TOKEN)));

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8})
    void aRepeatingKeyIsSeenThroughWhateverItIs(int length) {
        for (int round = 0; round < 50; round++) {
            byte[] key = new byte[length];
            chance.nextBytes(key);
            byte[] hidden = xor(bytes("{\"t\":\"" + TOKEN + "\"}"), key);

            assertThat(encodings(hidden)).containsAnyOf("xor" + length, "xor");
            assertThat(encodings(Base64.getEncoder().encode(hidden)))
                    .anyMatch(word -> word.startsWith("base64+xor"));
        }
    }

    @Test
    void aKeyAsLongAsTheSecretIsNotSeenThrough() {
        byte[] key = new byte[TOKEN.length()];
        chance.nextBytes(key);

        assertThat(matcher.find(xor(bytes(TOKEN), key))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 13, 25})
    void everyCaesarCipherIsSeenThrough(int by) {
        String hidden = rotated(rotated(TOKEN, 'a', 26, by), 'A', 26, by);

        assertThat(encodings(bytes("v=" + hidden))).containsExactly("caesar");
    }

    @Test
    void allPrintableCharactersMayBeRotated() {
        assertThat(encodings(bytes(rotated(TOKEN, '!', 94, 47)))).containsExactly("rot47");
    }

    @Test
    void bytesMayBeShifted() {
        byte[] shifted = bytes(TOKEN);
        for (int i = 0; i < shifted.length; i++) {
            shifted[i] = (byte) (shifted[i] + 77);
        }

        assertThat(matcher.find(shifted)).hasSize(1);
    }

    @Test
    void theOtherCaseIsTheSameSecret() {
        assertThat(matcher.find(TOKEN.toLowerCase(Locale.ROOT))).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "base58, 123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
        "base62, 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        "base36, 0123456789abcdefghijklmnopqrstuvwxyz",
        "base10, 0123456789",
    })
    void aLargeNumberIsRead(String word, String alphabet) {
        var number = new BigInteger(1, bytes("ghp_" + TOKEN));
        BigInteger size = BigInteger.valueOf(alphabet.length());
        var digits = new StringBuilder();
        while (number.signum() > 0) {
            digits.insert(0, alphabet.charAt(number.mod(size).intValue()));
            number = number.divide(size);
        }

        assertThat(encodings(bytes("id=" + digits + "&x=1"))).contains(word);
    }

    @Test
    void charactersThatStandApartAreJoined() {
        List<String> apart = TOKEN.chars().mapToObj(Character::toString).toList();

        assertThat(matcher.find(String.join(" ", apart))).hasSize(1);
        assertThat(matcher.find("[\"" + String.join("\",\"", apart) + "\"]")).hasSize(1);
        assertThat(matcher.find("[\n    \"" + String.join("\",\n    \"", apart) + "\"\n]"))
                .hasSize(1);
        assertThat(
                        matcher.find(
                                apart.stream()
                                        .map(c -> c + (char) ('a' + chance.nextInt(26)))
                                        .collect(Collectors.joining())))
                .hasSize(1);
    }

    @Test
    void evenCharactersBeforeOddOnesAreTheSecret() {
        var halves = new StringBuilder();
        for (int first = 0; first < 2; first++) {
            for (int i = first; i < TOKEN.length(); i += 2) {
                halves.append(TOKEN.charAt(i));
            }
        }

        assertThat(encodings(bytes(halves.toString()))).containsExactly("halves");
    }

    /** Each holds the token among other text; all were written by the format's own program. */
    @ParameterizedTest
    @CsvSource({
        "brotli.bin, brotli",
        "zstd-small1.bin, zstd",
        "zstd-small19.bin, zstd",
        "zstd-big1.bin, zstd",
        "zstd-big19.bin, zstd",
    })
    void otherCompressionsAreOpened(String file, String word) throws IOException {
        byte[] packed = Files.readAllBytes(Path.of("src/test/resources/corpus/matcher", file));

        assertThat(encodings(packed)).containsExactly(word);
        assertThat(encodings(Base64.getEncoder().encode(packed))).containsExactly("base64+" + word);
    }

    private List<String> encodings(byte[] hostile) {
        return matcher.find(hostile).stream().map(Found::encoding).toList();
    }

    private static byte[] xor(byte[] plain, byte[] key) {
        byte[] hidden = new byte[plain.length];
        for (int i = 0; i < plain.length; i++) {
            hidden[i] = (byte) (plain[i] ^ key[i % key.length]);
        }
        return hidden;
    }

    private static String rotated(String text, char first, int count, int by) {
        return text.chars()
                .map(c -> c >= first && c < first + count ? first + (c - first + by) % count : c)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
