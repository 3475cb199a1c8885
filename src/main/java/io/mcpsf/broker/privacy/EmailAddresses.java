package io.mcpsf.broker.privacy;

import java.util.ArrayList;
import java.util.List;

/**
 * E-mail addresses: what stands around an at sign, as far as an address can reach. Walks outwards
 * from each at sign, so that no text makes it slow.
 */
final class EmailAddresses implements Recogniser {

    private static final int LOCAL = 64;
    private static final int DOMAIN = 253;

    @Override
    public List<Span> find(String hostile) {
        var found = new ArrayList<Span>();
        int last = 0;
        for (int at = hostile.indexOf('@'); at >= 0; at = hostile.indexOf('@', at + 1)) {
            int start = at;
            while (start > last && at - start < LOCAL && local(hostile.charAt(start - 1))) {
                start--;
            }
            while (start < at && hostile.charAt(start) == '.') {
                start++;
            }
            int end = at + 1;
            while (end < hostile.length() && end - at <= DOMAIN && domain(hostile.charAt(end))) {
                end++;
            }
            while (end > at + 1 && !Character.isLetterOrDigit(hostile.charAt(end - 1))) {
                end--;
            }
            if (start < at
                    && hostile.charAt(at - 1) != '.'
                    && host(hostile.substring(at + 1, end))) {
                found.add(new Span(start, end, PersonalKind.EMAIL));
                last = end;
            }
        }
        return found;
    }

    private static boolean local(char c) {
        return Character.isLetterOrDigit(c) || "._%+-'!#$&*/=?^`{|}~".indexOf(c) >= 0;
    }

    private static boolean domain(char c) {
        return Character.isLetterOrDigit(c) || c == '.' || c == '-';
    }

    /** Labels with dots between them, the last of which is a word. */
    private static boolean host(String domain) {
        int dot = domain.lastIndexOf('.');
        return dot > 0
                && domain.length() - dot > 2
                && !domain.contains("..")
                && !domain.startsWith("-")
                && domain.substring(dot + 1).codePoints().allMatch(Character::isLetter);
    }
}
