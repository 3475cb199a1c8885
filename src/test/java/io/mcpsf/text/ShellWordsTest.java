package io.mcpsf.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

final class ShellWordsTest {

    @Test
    void quotesAndBackslashesKeepWordsTogether() {
        assertThat(ShellWords.split(" node 'a b.js'  \"c \\\" d\" e\\ f '' "))
                .containsExactly("node", "a b.js", "c \" d", "e f", "");
        assertThat(ShellWords.split("")).isEmpty();
        assertThatThrownBy(() -> ShellWords.split("a 'b")).hasMessageContaining("not closed");
    }

    @Test
    void nothingIsEverExpanded() {
        assertThat(ShellWords.split("$HOME `id` | ; && *")).hasSize(6);
    }

    @Test
    void whatWasJoinedSplitsIntoTheSameWords() {
        var random = new Random(3);
        for (int round = 0; round < 5_000; round++) {
            List<String> words = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                words.add(PrintableTest.randomText(random));
            }
            assertThat(ShellWords.split(ShellWords.join(words))).isEqualTo(words);
        }
    }
}
