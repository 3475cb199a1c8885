package io.mcpsf.judge.poison;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;

/**
 * Finds many phrases in a text at once: one walk over it tells where each could begin, and only
 * there its pattern is tried. What is found is what the patterns would find one after the other.
 */
final class PhraseFinder {

    /** The same phrase over and over says nothing new. */
    private static final int MOST = 20;

    private final List<Phrase> phrases;
    private final boolean[] anywhere;
    private final Node root = new Node();

    /** A letter of an opening, with the phrases whose opening ends here. */
    private static final class Node {
        private final Map<Character, Node> next = new HashMap<>(4);
        private int[] phrases = {};
    }

    PhraseFinder(List<Phrase> phrases) {
        this.phrases = List.copyOf(phrases);
        this.anywhere = new boolean[phrases.size()];
        for (int i = 0; i < phrases.size(); i++) {
            Set<String> openings = Openings.of(phrases.get(i).pattern().pattern());
            anywhere[i] = openings.isEmpty();
            for (String opening : openings) {
                add(opening, i);
            }
        }
    }

    /** How many phrases must be tried at every letter. */
    long slow() {
        long count = 0;
        for (boolean one : anywhere) {
            count += one ? 1 : 0;
        }
        return count;
    }

    /** Each phrase in the order of the list with its matches in the order of the text. */
    void each(String text, BiConsumer<Phrase, MatchResult> found) {
        List<List<Integer>> places = places(text);
        for (int i = 0; i < phrases.size(); i++) {
            Phrase phrase = phrases.get(i);
            if (anywhere[i]) {
                Matcher matcher = phrase.pattern().matcher(text);
                for (int n = 0; n < MOST && matcher.find(); n++) {
                    found.accept(phrase, matcher);
                }
            } else if (!places.get(i).isEmpty()) {
                tryAt(places.get(i), phrase, text, found);
            }
        }
    }

    private static void tryAt(
            List<Integer> places,
            Phrase phrase,
            String text,
            BiConsumer<Phrase, MatchResult> found) {
        Matcher matcher =
                phrase.pattern().matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
        int free = 0;
        int count = 0;
        for (int at : places) {
            if (at >= free && matcher.region(at, text.length()).lookingAt()) {
                found.accept(phrase, matcher);
                free = matcher.end();
                count++;
                if (count == MOST) {
                    return;
                }
            }
        }
    }

    private List<List<Integer>> places(String text) {
        var places = new ArrayList<List<Integer>>(phrases.size());
        phrases.forEach(phrase -> places.add(new ArrayList<>()));
        int[] last = new int[phrases.size()];
        Arrays.fill(last, -1);
        for (int i = 0; i < text.length(); i++) {
            Node node = root;
            for (int j = i; j < text.length() && !node.next.isEmpty(); j++) {
                Node next = node.next.get(Openings.folded(text.charAt(j)));
                if (next == null) {
                    break;
                }
                node = next;
                for (int phrase : node.phrases) {
                    if (last[phrase] != i) {
                        last[phrase] = i;
                        places.get(phrase).add(i);
                    }
                }
            }
        }
        return places;
    }

    private void add(String opening, int phrase) {
        Node node = root;
        for (int i = 0; i < opening.length(); i++) {
            node = node.next.computeIfAbsent(opening.charAt(i), c -> new Node());
        }
        node.phrases = Arrays.copyOf(node.phrases, node.phrases.length + 1);
        node.phrases[node.phrases.length - 1] = phrase;
    }
}
