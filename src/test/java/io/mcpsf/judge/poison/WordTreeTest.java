package io.mcpsf.judge.poison;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What is found in one pass is what is found word by word. */
final class WordTreeTest {

    private static final String LETTERS = "abcаб日";

    @Test
    void findsEveryWordAtEveryPlace() {
        var chance = new Random(11);
        for (int round = 0; round < 200; round++) {
            List<String> words = new ArrayList<>();
            var tree = new WordTree();
            for (int i = 0; i < 40; i++) {
                words.add(letters(chance, 1 + chance.nextInt(4)));
                tree.add(words.get(i), i);
            }
            tree.link();
            String text = letters(chance, 60);
            var found = new ArrayList<String>();

            tree.walk(text, (word, end) -> found.add(word + " " + end));

            assertThat(found).containsExactlyInAnyOrderElementsOf(oneByOne(words, text));
        }
    }

    private static List<String> oneByOne(List<String> words, String text) {
        var found = new ArrayList<String>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
                found.add(i + " " + (at + word.length()));
            }
        }
        return found;
    }

    private static String letters(Random chance, int count) {
        var text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(LETTERS.charAt(chance.nextInt(LETTERS.length())));
        }
        return text.toString();
    }
}
