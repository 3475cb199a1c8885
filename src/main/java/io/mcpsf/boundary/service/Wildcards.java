package io.mcpsf.boundary.service;

/** Patterns of clients, matched without going back further than the last star: they are hostile. */
final class Wildcards {

    private Wildcards() {}

    /** Case does not matter; {@code any} stands for any text, {@code one} for one character. */
    static boolean match(String hostilePattern, String text, char any, char one) {
        int p = 0;
        int t = 0;
        int star = -1;
        int mark = 0;
        while (t < text.length()) {
            if (p < hostilePattern.length() && hostilePattern.charAt(p) == any) {
                star = p++;
                mark = t;
            } else if (p < hostilePattern.length()
                    && (hostilePattern.charAt(p) == one
                            || same(hostilePattern.charAt(p), text.charAt(t)))) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++mark;
            } else {
                return false;
            }
        }
        while (p < hostilePattern.length() && hostilePattern.charAt(p) == any) {
            p++;
        }
        return p == hostilePattern.length();
    }

    private static boolean same(char a, char b) {
        return Character.toLowerCase(a) == Character.toLowerCase(b);
    }
}
