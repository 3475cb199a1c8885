package io.mcpsf.judge.poison;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds readable messages that a text holds in base64, hexadecimal or percent signs. */
final class Decoding {

    private static final int MOST = 20;
    private static final int LONGEST = 8_192;
    private static final Pattern CANDIDATE = Pattern.compile("[A-Za-z0-9+/_%.-]{16,8192}+={0,2}+");
    private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{20,}+");
    private static final Pattern PERCENT = Pattern.compile("%([0-9A-Fa-f]{2})");

    private Decoding() {}

    static List<String> in(String text) {
        var found = new ArrayList<String>();
        Matcher matcher = CANDIDATE.matcher(text);
        for (int i = 0; i < MOST && matcher.find(); i++) {
            String word = matcher.group();
            if (word.length() % 2 == 0 && HEX.matcher(word).matches()) {
                add(found, HexFormat.of().parseHex(word));
            }
            if (word.indexOf('%') >= 0) {
                found.add(percent(word));
            }
            base64(found, word);
        }
        return found;
    }

    private static void base64(List<String> found, String word) {
        String standard = word.replace('-', '+').replace('_', '/').replace("=", "");
        if (standard.length() % 4 == 1 || standard.indexOf('%') >= 0) {
            return;
        }
        try {
            add(found, Base64.getDecoder().decode(standard));
        } catch (IllegalArgumentException _) {
            // A long word and nothing else.
        }
    }

    private static String percent(String word) {
        return PERCENT.matcher(word)
                .replaceAll(
                        m ->
                                Matcher.quoteReplacement(
                                        String.valueOf((char) Integer.parseInt(m.group(1), 16))));
    }

    private static void add(List<String> found, byte[] bytes) {
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            boolean readable =
                    text.length() <= LONGEST
                            && text.chars().allMatch(c -> c >= ' ' || c == '\n' || c == '\t');
            if (readable) {
                found.add(text);
            }
        } catch (CharacterCodingException _) {
            // Not a text.
        }
    }
}
