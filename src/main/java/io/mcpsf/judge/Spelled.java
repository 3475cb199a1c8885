package io.mcpsf.judge;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text together with what its encoded parts spell, for a search of plain words in it. */
final class Spelled {

    /** What is looked at of one message, which a sample can make as long as it likes. */
    private static final int MAX_TEXT = 64 << 10;

    private static final int MAX_PARTS = 200;
    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/_-]{8,}");
    private static final Pattern HEX = Pattern.compile("(?:[0-9a-fA-F]{2}){6,}");

    private Spelled() {}

    /** In lower case: the text, unescaped, and its parts of base64 and hex decoded once. */
    static String out(String hostile) {
        String text = Message.cut(hostile, MAX_TEXT);
        var all = new StringBuilder(text);
        if (text.indexOf('%') >= 0 || text.indexOf('+') >= 0) {
            all.append('\n').append(unescaped(text));
        }
        int parts = 0;
        for (Matcher m = HEX.matcher(text); m.find() && parts++ < MAX_PARTS; ) {
            append(all, HexFormat.of().parseHex(m.group()));
        }
        for (Matcher m = BASE64.matcher(text); m.find() && parts++ < MAX_PARTS; ) {
            String part = m.group().replace('-', '+').replace('_', '/');
            append(all, Base64.getDecoder().decode(part.substring(0, part.length() & ~3)));
        }
        return all.toString().toLowerCase(Locale.ROOT);
    }

    private static void append(StringBuilder all, byte[] decoded) {
        all.append('\n').append(new String(decoded, StandardCharsets.ISO_8859_1));
    }

    private static String unescaped(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return "";
        }
    }
}
