package io.mcpsf.text;

/**
 * JSON that can be shown on a terminal: what is hidden is written as an escape of JSON itself, so
 * that a program reads the very same strings and a person is not fooled.
 */
public final class JsonText {

    private JsonText() {}

    /** The text must be well-formed JSON; its own line breaks stay. */
    public static String visible(String json) {
        var out = new StringBuilder(json.length() + 64);
        for (int i = 0; i < json.length(); ) {
            int codePoint = json.codePointAt(i);
            int length = Character.charCount(codePoint);
            // Below 0x7f only the layout is left: writers escape the rest inside strings.
            if (codePoint >= 0x7f && Hidden.is(codePoint)) {
                for (int k = i; k < i + length; k++) {
                    out.append(String.format("\\u%04x", (int) json.charAt(k)));
                }
            } else {
                out.appendCodePoint(codePoint);
            }
            i += length;
        }
        return out.toString();
    }
}
