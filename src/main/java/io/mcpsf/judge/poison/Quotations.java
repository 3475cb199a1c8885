package io.mcpsf.judge.poison;

import java.util.ArrayList;
import java.util.List;

/** The passages of a text that stand in quotation marks, apart from the strings of JSON. */
final class Quotations {

    private static final int SHORTEST = 8;
    private static final int LONGEST = 400;
    private static final int MOST = 500;

    /** What opens and what closes. Backticks hold code and names, which are no quotations. */
    private static final String OPENING = "\"\u201c\u00ab\u201e\u300c\u300e\u2039'";

    private static final String CLOSING = "\"\u201d\u00bb\u201c\u300d\u300f\u203a'";

    private record Span(int start, int end) {}

    private final List<Span> spans;

    private Quotations(List<Span> spans) {
        this.spans = List.copyOf(spans);
    }

    static Quotations none() {
        return new Quotations(List.of());
    }

    static Quotations in(String text) {
        var spans = new ArrayList<Span>();
        for (int i = 0; i < text.length() && spans.size() < MOST; i++) {
            int kind = OPENING.indexOf(text.charAt(i));
            if (kind >= 0 && opens(text, i)) {
                int end = close(text, i + 1, CLOSING.charAt(kind));
                if (end > 0) {
                    if (end - i > SHORTEST && !inJson(text, i)) {
                        spans.add(new Span(i, end));
                    }
                    i = end;
                }
            }
        }
        return new Quotations(spans);
    }

    boolean any() {
        return !spans.isEmpty();
    }

    boolean hold(int start, int end) {
        for (Span span : spans) {
            if (span.start() < start && end <= span.end()) {
                return true;
            }
        }
        return false;
    }

    /** An apostrophe stands behind a letter. */
    private static boolean opens(String text, int at) {
        return at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1)) || text.charAt(at) > 0x7F;
    }

    private static int close(String text, int from, char mark) {
        for (int i = from; i < text.length() && i - from < LONGEST; i++) {
            boolean inWord =
                    mark == '\''
                            && i + 1 < text.length()
                            && Character.isLetterOrDigit(text.charAt(i + 1));
            if (text.charAt(i) == mark && !inWord) {
                return i;
            }
        }
        return -1;
    }

    /** The value or the name of a member, or an element of a list. */
    private static boolean inJson(String text, int quote) {
        int at = before(text, quote);
        if (at < 0) {
            return false;
        }
        char c = text.charAt(at);
        int further = before(text, at);
        return c == '{'
                || c == '['
                || ((c == ',' || c == ':') && further >= 0 && text.charAt(further) == '"');
    }

    private static int before(String text, int from) {
        int at = from - 1;
        while (at >= 0 && text.charAt(at) == ' ') {
            at--;
        }
        return at;
    }
}
