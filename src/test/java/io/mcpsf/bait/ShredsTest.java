package io.mcpsf.bait;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** A secret that leaves in short labels, eight bytes at a time. */
final class ShredsTest {

    private static final String TOKEN = "h7Gq2LmZx0PvR4tYb9Ks1WdN6cEj3UaF8iTo";

    private final CanaryMatcher matcher = new CanaryMatcher(List.of(new Canary("a", "env", TOKEN)));

    @Test
    void oneLabelOfEightBytesIsEnough() {
        byte[] piece = TOKEN.substring(5, 13).getBytes(StandardCharsets.UTF_8);

        assertThat(asked(HexFormat.of().formatHex(piece) + ".t.example")).containsExactly("a");
        assertThat(asked("x3" + HexFormat.of().formatHex(piece) + ".t.example"))
                .containsExactly("a");
        assertThat(asked("07-" + HexFormat.of().formatHex(piece) + ".t.example"))
                .containsExactly("a");
        assertThat(asked(TOKEN.substring(5, 15) + ".t.example")).containsExactly("a");
        assertThat(asked(base64(TOKEN.substring(9, 18)) + ".t.example")).containsExactly("a");
        assertThat(asked("n1" + base64(TOKEN.substring(9, 18)) + ".t.example"))
                .containsExactly("a");
    }

    @Test
    void sevenBytesAreNone() {
        byte[] piece = TOKEN.substring(5, 12).getBytes(StandardCharsets.UTF_8);

        assertThat(asked(HexFormat.of().formatHex(piece) + ".t.example")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "d111111abcdef8.cloudfront.example",
                "ec2-203-0-113-25.compute-1.aws.example",
                "0123456789abcdef0123456789abcdef.cdn.example",
                "aaaaaaaaaaaaaaaaaaaaaaaa.example",
                "registry.npmjs.example"
            })
    void namesOfHonestServicesHoldNone(String name) {
        assertThat(asked(name)).isEmpty();
    }

    @Test
    void otherLabelsHoldNone() {
        var chance = new Random(20_261_118);
        var shreds = new Shreds(List.of(new Canary("a", "env", TOKEN)));
        int hits = 0;
        for (int i = 0; i < 20_000; i++) {
            hits += shreds.in(Long.toHexString(chance.nextLong())).size();
        }
        assertThat(hits).isZero();
    }

    private List<String> asked(String name) {
        List<String> found = new ArrayList<>();
        matcher.names().feed(name).forEach(one -> found.add(one.bait()));
        return found;
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
