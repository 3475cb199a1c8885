package io.mcpsf.judge.poison;

/**
 * What the words and the acts of a text come to before it is read a second time.
 *
 * @param words its most suspicious stretch
 * @param acts what it demands, whatever its words are
 * @param heeded whether a model would take it for its orders
 */
record FirstReading(String plain, DemandedActs.Pattern words, Suspicion acts, boolean heeded) {

    Suspicion alone() {
        return weighed(words);
    }

    Suspicion weighed(DemandedActs.Pattern pattern) {
        return acts.weighed(pattern, plain.length());
    }
}
