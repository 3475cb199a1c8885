package io.mcpsf.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

final class PrintableTest {

    /** What samples send to fool a reader; every trick that was ever found joins the list. */
    static final List<String> CORPUS =
            List.of(
                    "\u001b[2J\u001b[1;1Hyou are safe",
                    "\u001b]0;title\u0007",
                    "\u001b]8;;https://evil.invalid\u001b\\click\u001b]8;;\u001b\\",
                    "\u009b31mred",
                    "abc\rdef\nghi\tjkl\u0000\u007f",
                    "safe\u202egnp.exe\u202c",
                    "\u2066isolated\u2069",
                    "zero\u200bwidth\u200c\u200d\ufeff\u2060",
                    "tag \udb40\udc41\udb40\udc42\udb40\udc7f",
                    "variation\ufe0f\udb40\udd00",
                    "lone \ud800 surrogate \udc00",
                    "line\u2028paragraph\u2029",
                    "soft\u00adhyphen nb\u00a0space",
                    "private \ue000 \udbff\udffd",
                    "z" + "\u0300".repeat(500),
                    "filler \u3164\uffa0\u115f\u2800");

    @Test
    void hiddenCharactersAreShownByTheirNumber() {
        assertThat(Printable.line("a\u001b[31mb")).isEqualTo("a\\x1b[31mb");
        assertThat(Printable.line("x\u202ey")).isEqualTo("x\\u{202e}y");
        assertThat(Printable.line("\udb40\udc41")).isEqualTo("\\u{e0041}");
        assertThat(Printable.line("\ud800")).isEqualTo("\\u{d800}");
        assertThat(Printable.line("a\nb\tc\rd")).isEqualTo("a\\nb\\tc\\rd");
    }

    @Test
    void ordinaryTextOfAnyLanguageIsLeftAlone() {
        for (String text : List.of("Grüße, naïve", "日本語\u3000テスト", "Привет", "€ 5 – 10", "مرحبا")) {
            assertThat(Printable.line(text)).isEqualTo(text);
        }
    }

    @Test
    void aCutSaysHowMuchIsMissing() {
        assertThat(Printable.line("a".repeat(1000), 40)).isEqualTo("a".repeat(32) + "…(+968)");
        assertThat(Printable.line("abcdefgh", 5)).isEqualTo("abcd…");
    }

    @Test
    void wideLettersTakeTwoColumns() {
        assertThat(Columns.of("日本")).isEqualTo(4);
        assertThat(Columns.of("e\u0301")).isEqualTo(1);
        assertThat(Columns.of(Printable.line("日".repeat(100), 41))).isLessThanOrEqualTo(41);
        assertThat(Columns.head("日本語", 5)).isEqualTo("日本");
    }

    @Test
    void theCorpusComesOutClean() {
        for (String hostile : CORPUS) {
            assertClean(Printable.line(hostile), 400);
            assertClean(Printable.line(hostile, 9), 9);
            assertThat(Printable.ascii(hostile, 60)).matches("[ -~]*");
        }
    }

    @Test
    void noRandomStringSurvivesUnescaped() {
        var random = new Random(20_261_115);
        for (int round = 0; round < 20_000; round++) {
            String hostile = randomText(random);
            int columns = 1 + random.nextInt(120);

            assertClean(Printable.line(hostile, columns), columns);
        }
    }

    @Test
    void hugeTextCostsNoMoreThanItsCap() {
        assertClean(Printable.line("\u001b".repeat(50_000_000), 80), 80);
    }

    @Test
    void wrappedLinesFitAndTheLastOneSaysThatItWasCut() {
        List<String> lines = Columns.wrap("one two three four five six seven eight", 10, 3);

        assertThat(lines).containsExactly("one two", "three four", "five six…");
        assertThat(Columns.wrap("x".repeat(25), 10, 9))
                .containsExactly("xxxxxxxxxx", "xxxxxxxxxx", "xxxxx");
    }

    /** Biased towards what hurts. */
    static String randomText(Random random) {
        var out = new StringBuilder();
        int length = random.nextInt(60);
        for (int i = 0; i < length; i++) {
            switch (random.nextInt(8)) {
                case 0 -> out.append((char) random.nextInt(0x20));
                case 1 -> out.append((char) (0x7f + random.nextInt(0x21)));
                case 2 -> out.append((char) (0x2000 + random.nextInt(0x70)));
                case 3 -> out.append((char) (0xd800 + random.nextInt(0x800)));
                case 4 -> out.appendCodePoint(0xe0000 + random.nextInt(0x1f0));
                case 5 -> out.appendCodePoint(random.nextInt(0x110000));
                case 6 -> out.append("`*_[]()<>|#!@\\&~".charAt(random.nextInt(16)));
                default -> out.append((char) (0x20 + random.nextInt(0x5f)));
            }
        }
        return out.toString();
    }

    static void assertClean(String shown, int columns) {
        assertThat(shown.codePoints())
                .as(shown)
                .noneMatch(
                        c ->
                                c < 0x20
                                        || (c >= 0x7f && c < 0xa0)
                                        || (c >= 0x200b && c <= 0x200f)
                                        || (c >= 0x2028 && c <= 0x202e)
                                        || (c >= 0x2060 && c <= 0x206f)
                                        || c == 0xfeff
                                        || (c >= 0xd800 && c <= 0xdfff)
                                        || (c >= 0xe0000 && c <= 0xe0fff));
        assertThat(Columns.of(shown)).as(shown).isLessThanOrEqualTo(columns);
    }
}
