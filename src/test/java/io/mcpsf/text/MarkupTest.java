package io.mcpsf.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

final class MarkupTest {

    private static final List<String> TRICKS =
            List.of(
                    "[click](https://evil.invalid)",
                    "![x](https://evil.invalid/beacon.png)",
                    "<img src=x onerror=alert(1)>",
                    "https://evil.invalid www.evil.invalid a@evil.invalid",
                    "# heading",
                    "| a | b |",
                    "a \\| b \\\\| c",
                    "``` \n code",
                    "`` ` ``` end`",
                    "@everyone see #12 and org/repo#3",
                    "*bold* __bold__ ~~gone~~",
                    "1. list",
                    "- list",
                    "&lt;b&gt; &#x3c;",
                    "[ref]: https://evil.invalid",
                    "---",
                    "www");

    private static final Pattern SPAN = Pattern.compile("(?<!`)(`+)(?!`).*?(?<!`)\\1(?!`)");

    @Test
    void whatIsNotAPlainWordStandsInACodeSpan() {
        assertThat(MarkdownText.prose("it read /home/dev/.ssh/id_rsa and sent it", 200))
                .isEqualTo("it read `/home/dev/.ssh/id_rsa` and sent it");
        assertThat(MarkdownText.prose("see [x](http://y) now", 200))
                .isEqualTo("see `[x](http://y)` now");
        assertThat(MarkdownText.prose("1. no list", 200)).isEqualTo("`1`. no list");
        assertThat(MarkdownText.code("a`b", 200)).isEqualTo("``a`b``");
        assertThat(MarkdownText.cell("curl x | sh", 200)).isEqualTo("curl x `\\|` sh");
    }

    @Test
    void outsideOfSpansOnlyWordsAreLeft() {
        for (String trick : TRICKS) {
            assertInert(trick);
        }
        var random = new Random(4);
        for (int i = 0; i < 20_000; i++) {
            assertInert(PrintableTest.randomText(random));
        }
    }

    @Test
    void aBlockCannotBeClosedFromInside() {
        String block = MarkdownText.block("x\n````\n# out\n", 80, 10);

        assertThat(block).startsWith("`````text\n").endsWith("\n`````");
        assertThat(MarkdownText.block("l\n".repeat(50), 80, 10).lines()).hasSize(12);
    }

    @Test
    void htmlIsOnlyEverText() {
        assertThat(HtmlText.text("<script>&\"'", 200)).isEqualTo("&lt;script&gt;&amp;&quot;&#39;");
        assertThat(HtmlText.attribute("\" onload=x `", 200)).isEqualTo("&quot; onload&#61;x &#96;");
        var random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            String hostile = PrintableTest.randomText(random);
            assertThat(HtmlText.text(hostile, 500)).doesNotContainPattern("[<>\"']");
            assertThat(HtmlText.attribute(hostile, 500)).doesNotContainPattern("[<>\"'`=]");
        }
    }

    @Test
    void jsonKeepsItsMeaningAndShowsWhatHides() {
        assertThat(JsonText.visible("{\n  \"a\" : \"x\u202e\u009b\udb40\udc41é\"\n}"))
                .isEqualTo("{\n  \"a\" : \"x\\u202e\\u009b\\udb40\\udc41é\"\n}");
    }

    private static void assertInert(String hostile) {
        String prose = MarkdownText.prose(hostile, 400);
        assertThat(SPAN.matcher(prose).replaceAll(" "))
                .as(prose)
                .matches("[\\p{L}\\p{M}\\p{N}'’,.;:!? -]*")
                .doesNotContain("://")
                .doesNotContain("www.");
        assertThat(prose).doesNotStartWith("#").doesNotStartWith("- ");
        // A bar that nothing escapes would end the cell.
        assertThat(MarkdownText.cell(hostile, 400).replaceAll("\\\\[\\\\|]", ""))
                .as(hostile)
                .doesNotContain("|");
    }
}
