package io.mcpsf.interrogate;

import java.util.random.RandomGenerator;

/**
 * Makes a text that a regular expression matches, for the common part of the language: literals,
 * escapes, classes, groups, alternatives and quantifiers. Anchors and look-arounds are skipped; the
 * caller checks the result.
 */
final class PatternText {

    private static final String WORD = "abcdefghijklmnopqrstuvwxyz0123456789_";
    private static final String ODD = "-:/ #";

    private final String pattern;
    private final RandomGenerator random;
    private final int open;
    private final Fuel fuel = new Fuel(InterrogationLimits.STEPS);
    private int at;

    private PatternText(String pattern, RandomGenerator random, int open) {
        this.pattern = pattern;
        this.random = random;
        this.open = open;
    }

    /** {@code open} is how often something without an upper bound is repeated. */
    static String of(String hostilePattern, RandomGenerator random, int open) {
        if (hostilePattern.length() > InterrogationLimits.PATTERN) {
            return "";
        }
        var out = new StringBuilder();
        new PatternText(hostilePattern, random, open).alternatives(out);
        return out.toString();
    }

    /** Reads up to a closing bracket or the end, writing one of the alternatives. */
    private void alternatives(StringBuilder out) {
        int seen = 0;
        var chosen = new StringBuilder();
        boolean more = true;
        while (more && fuel.burn()) {
            var candidate = new StringBuilder();
            sequence(candidate);
            seen++;
            if (random.nextInt(seen) == 0) {
                chosen = candidate;
            }
            more = peek('|');
            if (more) {
                at++;
            }
        }
        out.append(chosen);
    }

    private void sequence(StringBuilder out) {
        while (at < pattern.length() && !peek('|') && !peek(')') && fuel.burn()) {
            int start = at;
            atom(new StringBuilder());
            int end = at;
            int times = quantifier();
            int after = at;
            for (int i = 0;
                    i < times && out.length() < InterrogationLimits.TEXT && fuel.burn();
                    i++) {
                at = start;
                atom(out);
            }
            at = Math.max(after, end);
        }
    }

    private void atom(StringBuilder out) {
        char c = pattern.charAt(at++);
        switch (c) {
            case '^', '$' -> {}
            case '.' -> out.append(pick(WORD));
            case '[' -> out.append(characterClass());
            case '(' -> group(out);
            case '\\' -> escape(out);
            default -> out.append(c);
        }
    }

    private void group(StringBuilder out) {
        boolean silent = false;
        if (peek('?')) {
            silent = !pattern.startsWith("?:", at) && !named();
            int body = at;
            while (body < pattern.length() && "?:=!<>".indexOf(pattern.charAt(body)) >= 0) {
                body++;
            }
            at = named() ? pattern.indexOf('>', at) + 1 : body;
        }
        alternatives(silent ? new StringBuilder() : out);
        if (peek(')')) {
            at++;
        }
    }

    private boolean named() {
        return pattern.startsWith("?<", at)
                && !pattern.startsWith("?<=", at)
                && !pattern.startsWith("?<!", at)
                && pattern.indexOf('>', at) > 0;
    }

    private void escape(StringBuilder out) {
        if (at >= pattern.length()) {
            return;
        }
        char c = pattern.charAt(at++);
        switch (c) {
            case 'b', 'B', 'A', 'z', 'Z' -> {}
            default -> out.append(pick(escaped(c)));
        }
    }

    /** The characters that an escape stands for; {@code at} is behind its letter. */
    private String escaped(char c) {
        return switch (c) {
            case 'd' -> "0123456789";
            case 'w' -> WORD;
            case 's' -> " ";
            case 'D', 'S' -> "abcxyz";
            case 'W' -> ODD;
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case 'u' -> hex(4);
            case 'x' -> hex(2);
            case 'p' -> property();
            default -> String.valueOf(c);
        };
    }

    private String hex(int digits) {
        int end = Math.min(pattern.length(), at + digits);
        try {
            String text = String.valueOf((char) Integer.parseInt(pattern.substring(at, end), 16));
            at = end;
            return text;
        } catch (NumberFormatException e) {
            return "u";
        }
    }

    private String property() {
        int end = pattern.indexOf('}', at);
        if (!peek('{') || end < 0) {
            return "p";
        }
        String name = pattern.substring(at + 1, end);
        at = end + 1;
        if (name.startsWith("N")) {
            return "0123456789";
        }
        return name.startsWith("Lu") ? "ABCXYZ" : "abcxyz";
    }

    private char characterClass() {
        boolean not = peek('^');
        if (not) {
            at++;
        }
        var members = new StringBuilder();
        boolean first = true;
        while (at < pattern.length() && (first || !peek(']')) && fuel.burn()) {
            first = false;
            String one = member();
            if (peek('-') && at + 1 < pattern.length() && pattern.charAt(at + 1) != ']') {
                at++;
                range(members, one.charAt(0), member().charAt(0));
            } else {
                members.append(one);
            }
        }
        at++;
        return not ? outside(members) : pick(members.toString());
    }

    private String member() {
        char c = pattern.charAt(at++);
        return c == '\\' && at < pattern.length()
                ? escaped(pattern.charAt(at++))
                : String.valueOf(c);
    }

    private static void range(StringBuilder members, char from, char to) {
        for (char c = from; c <= to && c - from < 128; c++) {
            members.append(c);
        }
    }

    private char outside(StringBuilder members) {
        for (char c : "aZ0_-. /:x7@#é".toCharArray()) {
            if (members.indexOf(String.valueOf(c)) < 0) {
                return c;
            }
        }
        return '~';
    }

    private int quantifier() {
        if (at >= pattern.length()) {
            return 1;
        }
        int times =
                switch (pattern.charAt(at)) {
                    case '*' -> skip(1, open);
                    case '+' -> skip(1, Math.max(1, open));
                    case '?' -> skip(1, random.nextInt(2));
                    case '{' -> counted();
                    default -> 1;
                };
        if (peek('?') && at > 0 && "*+?}".indexOf(pattern.charAt(at - 1)) >= 0) {
            at++;
        }
        return times;
    }

    private int counted() {
        int end = pattern.indexOf('}', at);
        String body = end < 0 ? "" : pattern.substring(at + 1, end);
        if (!body.matches("[0-9]{1,5}(,[0-9]{0,5})?")) {
            return 1;
        }
        at = end + 1;
        int comma = body.indexOf(',');
        int least = Integer.parseInt(comma < 0 ? body : body.substring(0, comma));
        if (comma < 0) {
            return least;
        }
        String upper = body.substring(comma + 1);
        int most = upper.isEmpty() ? Math.max(least, open) : Integer.parseInt(upper);
        return Math.min(most, Math.max(least, open));
    }

    private int skip(int characters, int result) {
        at += characters;
        return result;
    }

    private boolean peek(char c) {
        return at < pattern.length() && pattern.charAt(at) == c;
    }

    private char pick(String from) {
        return from.isEmpty() ? 'a' : from.charAt(random.nextInt(from.length()));
    }
}
