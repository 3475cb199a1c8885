package io.mcpsf.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

final class CommandLineTest {

    @Test
    void wordsAndQuotesAreReadAsAShellReadsThem() {
        assertThat(CommandLine.parse("node dist/index.js --stdio"))
                .containsExactly("node", "dist/index.js", "--stdio");
        assertThat(CommandLine.parse("  a  'b c'  \"d \\\" e\" f\\ g '' x'y'z "))
                .containsExactly("a", "b c", "d \" e", "f g", "", "xyz");
        assertThat(CommandLine.parse("sh -c 'a | b; c'")).containsExactly("sh", "-c", "a | b; c");
        assertThat(CommandLine.parse("a \"\\n\" '\\'")).containsExactly("a", "\\n", "\\");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "  ", "''", "a 'b", "a \"b", "a \\", "a | b", "a; b", "a > b", "a & b", "a `b`",
                "a\0b", "'\0'"
            })
    void whatOnlyAShellCouldDoIsRefused(String line) {
        assertThatThrownBy(() -> CommandLine.parse(line)).isInstanceOf(BadCommandException.class);
    }

    @Test
    void noLineBreaksIt() {
        var chance = new Random(3);
        String letters = "ab '\"\\|;$ \t\n\0é";
        for (int i = 0; i < 20_000; i++) {
            var line = new StringBuilder();
            for (int k = chance.nextInt(20); k > 0; k--) {
                line.append(letters.charAt(chance.nextInt(letters.length())));
            }
            try {
                assertThat(CommandLine.parse(line.toString())).isNotEmpty();
            } catch (BadCommandException refused) {
                assertThat(refused).hasMessageEndingWith(".");
            }
        }
    }
}
