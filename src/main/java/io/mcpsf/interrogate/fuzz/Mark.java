package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.Marks;

import java.util.random.RandomGenerator;

/**
 * What one hostile value is known again by: a word, two numbers whose product nobody sends, and a
 * port of the machine itself that nobody uses.
 */
record Mark(String nonce, int a, int b, int port) {

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

    static Mark draw(RandomGenerator random) {
        var word = new StringBuilder(Marks.PREFIX);
        for (int i = 0; i < Marks.LENGTH; i++) {
            word.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return new Mark(
                word.toString(),
                random.nextInt(3_001, 9_999),
                random.nextInt(30_011, 99_999),
                random.nextInt(20_000, 32_000));
    }

    String product() {
        return Long.toString((long) a * b);
    }

    /** A path that is this mark and nothing else. */
    String path() {
        return "/tmp/" + nonce;
    }
}
