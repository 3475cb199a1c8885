package io.mcpsf.judge.poison;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the matches of a pattern can begin: the first letters of each, in lower case. Everything that
 * is not understood counts as any letter, so that no match is ever missed.
 */
final class Openings {

    /** So many letters tell words apart well enough. */
    private static final int LETTERS = 6;

    private static final int MOST = 3_000;
    private static final Pattern KIND = Pattern.compile("\\?(?::|-i:|<?[=!])");

    private final String regex;
    private int at;

    private Openings(String regex) {
        this.regex = regex;
    }

    /**
     * Beginnings: of the exact ones all letters so far are known, and what follows in the pattern
     * comes next; behind the cut ones anything may follow.
     */
    private record Begun(Set<String> exact, Set<String> cut) {

        static final Begun NOTHING = new Begun(Set.of(""), Set.of());
        static final Begun ANYTHING = new Begun(Set.of(), Set.of(""));

        Begun or(Begun other) {
            return new Begun(both(exact, other.exact), both(cut, other.cut));
        }

        Begun then(Begun next) {
            var open = new HashSet<String>();
            var closed = new HashSet<>(cut);
            for (String word : exact) {
                next.cut.forEach(more -> closed.add(letters(word + more)));
                for (String more : next.exact) {
                    String longer = letters(word + more);
                    (longer.length() < LETTERS ? open : closed).add(longer);
                }
            }
            return open.size() + closed.size() > MOST ? ANYTHING : new Begun(open, closed);
        }

        /** Once, and then perhaps again. */
        Begun repeated() {
            return new Begun(Set.of(), both(exact, cut));
        }

        private static Set<String> both(Set<String> one, Set<String> other) {
            var all = new HashSet<>(one);
            all.addAll(other);
            return all;
        }

        private static String letters(String word) {
            return word.length() <= LETTERS ? word : word.substring(0, LETTERS);
        }
    }

    /** Empty when a match may begin with anything. */
    static Set<String> of(String regex) {
        var reading = new Openings(regex);
        Begun begun = reading.alternatives();
        Set<String> all = Begun.both(begun.exact(), begun.cut());
        return reading.at < regex.length() || all.contains("") ? Set.of() : Set.copyOf(all);
    }

    static char folded(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }

    private Begun alternatives() {
        Begun all = sequence();
        while (here('|')) {
            at++;
            all = all.or(sequence());
        }
        return all;
    }

    private Begun sequence() {
        Begun all = Begun.NOTHING;
        while (at < regex.length() && !here('|') && !here(')')) {
            all = all.then(quantified(atom()));
        }
        return all;
    }

    private Begun atom() {
        char c = regex.charAt(at++);
        return switch (c) {
            case '(' -> group();
            case '[' -> characters();
            case '\\' -> escaped();
            case '.' -> Begun.ANYTHING;
            case '^', '$' -> Begun.NOTHING;
            default -> letter(c);
        };
    }

    private static Begun letter(char c) {
        return new Begun(Set.of(String.valueOf(folded(c))), Set.of());
    }

    private Begun group() {
        boolean looks = false;
        boolean plain = true;
        if (here('?')) {
            Matcher kind = KIND.matcher(regex).region(at, regex.length());
            plain = kind.lookingAt();
            looks = plain && !kind.group().endsWith(":");
            at = plain ? kind.end() : at + 1;
        }
        Begun inside = alternatives();
        if (here(')')) {
            at++;
        }
        if (looks) {
            return Begun.NOTHING; // It takes no letters.
        }
        return plain ? inside : Begun.ANYTHING;
    }

    /** One of these letters, where they are listed one by one. */
    private Begun characters() {
        boolean listed = !here('^');
        Begun all = new Begun(Set.of(), Set.of());
        while (at < regex.length() && !here(']')) {
            char c = regex.charAt(at++);
            if (c == '\\' && at < regex.length()) {
                c = regex.charAt(at++);
                listed &= !Character.isLetterOrDigit(c);
            } else {
                // At the end of the list a dash means itself.
                listed &= c != '[' && c != '&' && (c != '-' || here(']'));
            }
            all = all.or(letter(c));
        }
        at++;
        return listed ? all : Begun.ANYTHING;
    }

    private Begun escaped() {
        char c = at < regex.length() ? regex.charAt(at++) : 0;
        if (c == 'b' || c == 'B') {
            return Begun.NOTHING;
        }
        boolean named = c == 0 || Character.isLetterOrDigit(c);
        return named ? Begun.ANYTHING : letter(c);
    }

    private Begun quantified(Begun atom) {
        if (at >= regex.length()) {
            return atom;
        }
        Begun result = atom;
        switch (regex.charAt(at)) {
            case '?' -> {
                at++;
                result = atom.or(Begun.NOTHING);
            }
            case '*' -> {
                at++;
                result = atom.repeated().or(Begun.NOTHING);
            }
            case '+' -> {
                at++;
                result = atom.repeated();
            }
            case '{' -> {
                int end = regex.indexOf('}', at);
                boolean none = regex.startsWith("{0", at);
                at = end < 0 ? regex.length() : end + 1;
                result = none ? atom.repeated().or(Begun.NOTHING) : atom.repeated();
            }
            default -> {
                return atom;
            }
        }
        if (here('?') || here('+')) {
            at++; // Lazy or possessive: the same letters.
        }
        return result;
    }

    private boolean here(char c) {
        return at < regex.length() && regex.charAt(at) == c;
    }
}
