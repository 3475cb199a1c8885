package io.mcpsf.judge.poison;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;
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

    /**
     * The children of the root by their letter, since every letter of a text is looked up there.
     */
    private final Node[] first = new Node[Character.MAX_VALUE + 1];

    /** A letter of an opening, with the phrases whose opening ends here. */
    private static final class Node {
        private char[] letters = {};
        private Node[] children = {};
        private int[] phrases = {};

        /** The child of this letter, or the node itself when there is none. */
        Node next(char c) {
            for (int i = 0; i < letters.length; i++) {
                if (letters[i] == c) {
                    return children[i];
                }
            }
            return this;
        }

        Node grown(char c) {
            Node known = next(c);
            if (known != this) {
                return known;
            }
            int count = letters.length;
            letters = Arrays.copyOf(letters, count + 1);
            children = Arrays.copyOf(children, count + 1);
            letters[count] = c;
            children[count] = new Node();
            return children[count];
        }
    }

    /** Where one phrase could begin, in order. */
    private static final class Places {
        private int[] all = new int[8];
        private int count;

        void add(int place) {
            if (count > 0 && all[count - 1] == place) {
                return;
            }
            if (count == all.length) {
                all = Arrays.copyOf(all, count * 2);
            }
            all[count++] = place;
        }
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
        for (int c = 0; c < first.length; c++) {
            first[c] = root.next(Openings.folded((char) c));
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
        @Nullable Places[] places = places(text);
        for (int i = 0; i < phrases.size(); i++) {
            Phrase phrase = phrases.get(i);
            if (anywhere[i]) {
                Matcher matcher = phrase.pattern().matcher(text);
                for (int n = 0; n < MOST && matcher.find(); n++) {
                    found.accept(phrase, matcher);
                }
                continue;
            }
            Places own = places[i];
            if (own != null) {
                tryAt(own, phrase, text, found);
            }
        }
    }

    private static void tryAt(
            Places places, Phrase phrase, String text, BiConsumer<Phrase, MatchResult> found) {
        Matcher matcher =
                phrase.pattern().matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
        int free = 0;
        int count = 0;
        for (int i = 0; i < places.count; i++) {
            int at = places.all[i];
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

    private @Nullable Places[] places(String text) {
        @Nullable Places[] places = new Places[phrases.size()];
        for (int i = 0; i < text.length(); i++) {
            Node node = first[text.charAt(i)];
            if (node == root) {
                continue;
            }
            note(places, node, i);
            for (int j = i + 1; j < text.length(); j++) {
                Node next = node.next(Openings.folded(text.charAt(j)));
                if (next == node) {
                    break;
                }
                node = next;
                note(places, node, i);
            }
        }
        return places;
    }

    private static void note(@Nullable Places[] places, Node node, int at) {
        for (int phrase : node.phrases) {
            Places own = places[phrase];
            if (own == null) {
                own = new Places();
                places[phrase] = own;
            }
            own.add(at);
        }
    }

    private void add(String opening, int phrase) {
        Node node = root;
        for (int i = 0; i < opening.length(); i++) {
            node = node.grown(opening.charAt(i));
        }
        node.phrases = Arrays.copyOf(node.phrases, node.phrases.length + 1);
        node.phrases[node.phrases.length - 1] = phrase;
    }
}
