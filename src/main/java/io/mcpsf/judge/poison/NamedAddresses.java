package io.mcpsf.judge.poison;

import io.mcpsf.judge.poison.Lexicon.Hit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Addresses in a text: links, mail, numbers of hosts; and links that are to be filled with data.
 */
final class NamedAddresses {

    private static final int MAX = 200;
    private static final int LONGEST = 300;
    private static final int LONGEST_NAME = 40;

    /** What a placeholder for a secret is called. */
    private static final List<String> SECRETS =
            List.of("token", "secret", "session", "cookie", "key", "passw", "belirte", "jeton");

    /** How host names end that honest texts mention; a word behind any other dot stays a word. */
    private static final Set<String> ENDINGS =
            Set.of("ai", "app", "cloud", "co", "com", "dev", "example", "io", "net", "org", "test");

    private NamedAddresses() {}

    /** The word is a label of a host name, as in "sign in to phones.ai", and no word of its own. */
    static boolean label(String text, Hit word) {
        int start = word.start();
        while (start > 0 && inHost(text.charAt(start - 1))) {
            start--;
        }
        int end = word.end();
        while (end < text.length() && inHost(text.charAt(end))) {
            end++;
        }
        while (end > word.end() && text.charAt(end - 1) == '.') {
            end--;
        }
        int dot = text.lastIndexOf('.', end - 1);
        return dot > start && ENDINGS.contains(text.substring(dot + 1, end));
    }

    private static boolean inHost(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.';
    }

    static List<Hit> in(String text) {
        var hits = new ArrayList<Hit>();
        for (int at = text.indexOf("://"); at >= 0 && hits.size() < MAX; ) {
            int end = end(text, at + 3);
            if (end - at > 5 && !text.startsWith("localhost", at + 3)) {
                hits.add(new Hit(Notion.OUTSIDE, at, end));
                if (filled(text, at + 3, end)) {
                    hits.add(new Hit(Notion.FILLED_LINK, at, end));
                }
            }
            at = text.indexOf("://", end);
        }
        for (int at = text.indexOf('@'); at >= 0 && hits.size() < MAX; ) {
            int end = end(text, at + 1);
            boolean mail =
                    at > 0
                            && Character.isLetterOrDigit(text.charAt(at - 1))
                            && text.substring(at, end).indexOf('.') > 1;
            if (mail) {
                hits.add(new Hit(Notion.OUTSIDE, at, end));
            }
            at = text.indexOf('@', at + 1);
        }
        numbers(text, hits);
        templates(text, hits);
        parameters(text, hits);
        return hits;
    }

    private static int end(String text, int from) {
        int end = from;
        while (end < text.length()
                && end - from < LONGEST
                && " \"`<>)".indexOf(text.charAt(end)) < 0
                && !symbol(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /**
     * The signs between ASCII and the letters: in no address, but often in bytes that are no text.
     */
    private static boolean symbol(char c) {
        return c >= 0x7F && c < 0xC0;
    }

    /** A question that ends in "=", or a name in braces. */
    private static boolean filled(String text, int from, int end) {
        String link = text.substring(from, end);
        int question = link.indexOf('?');
        return link.indexOf('{') >= 0
                || link.indexOf('$') >= 0
                || text.startsWith("<", end)
                || link.indexOf("%s") >= 0
                || (question >= 0 && (link.endsWith("=") || link.endsWith("=…")));
    }

    private static void numbers(String text, List<Hit> hits) {
        int dots = 0;
        int digits = 0;
        int start = -1;
        for (int i = 0; i <= text.length() && hits.size() < MAX; i++) {
            char c = i < text.length() ? text.charAt(i) : ' ';
            if (c >= '0' && c <= '9') {
                start = start < 0 ? i : start;
                digits++;
            } else if (c == '.' && digits > 0 && digits <= 3 && dots < 3) {
                dots++;
                digits = 0;
            } else {
                if (dots == 3 && digits > 0 && digits <= 3 && !text.startsWith("127.", start)) {
                    hits.add(new Hit(Notion.OUTSIDE, start, i));
                }
                dots = 0;
                digits = 0;
                start = -1;
            }
        }
    }

    /** A name in backticks, as documentation puts parameters. */
    private static void parameters(String text, List<Hit> hits) {
        for (int at = text.indexOf('`'); at >= 0 && hits.size() < 2 * MAX; ) {
            int end = at + 1;
            while (end < text.length() && end - at < LONGEST_NAME && inName(text.charAt(end))) {
                end++;
            }
            boolean name = end - at > 2 && end < text.length() && text.charAt(end) == '`';
            if (name) {
                hits.add(new Hit(Notion.PARAM, at, end + 1));
            }
            at = text.indexOf('`', name ? end + 1 : at + 1);
        }
    }

    private static boolean inName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.';
    }

    /** A host whose first label is to be filled in. */
    private static void templates(String text, List<Hit> hits) {
        for (int at = text.indexOf("}."); at >= 0 && hits.size() < MAX; ) {
            int open = text.lastIndexOf('{', at);
            boolean host =
                    open >= 0
                            && at - open < 60
                            && at + 3 < text.length()
                            && Character.isLetter(text.charAt(at + 2));
            if (host) {
                hits.add(new Hit(Notion.OUTSIDE, open, at + 3));
                hits.add(new Hit(Notion.FILLED_LINK, open, at + 3));
                if (SECRETS.stream().anyMatch(text.substring(open, at)::contains)) {
                    hits.add(new Hit(Notion.SECRET, open, at + 3));
                }
            }
            at = text.indexOf("}.", at + 1);
        }
    }
}
