package io.mcpsf.judge.poison;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds readable messages that a text holds in base64, base32, hexadecimal, binary or decimal
 * numbers, percent signs or escapes, and those that are in them again.
 */
final class Decoding {

    private static final int MOST = 20;
    private static final int LONGEST = 8_192;
    private static final int LAYERS = 2;
    private static final int SHORTEST_WORD = 16;
    private static final int MAX_PADDING = 6;
    private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{20,}+");
    private static final Pattern BASE32 = Pattern.compile("[A-Z2-7]{24,}+");
    private static final Pattern PERCENT = Pattern.compile("%([0-9A-Fa-f]{2})");
    private static final Pattern ESCAPE =
            Pattern.compile(
                    "\\\\[xX]([0-9a-fA-F]{2})|\\\\u([0-9a-fA-F]{4})|&#x([0-9a-fA-F]{2,5});"
                            + "|&#([0-9]{2,6});");
    private static final int MIN_NUMBERS = 8;
    private static final String BASE32_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    private Decoding() {}

    static List<String> in(String text) {
        var found = new ArrayList<String>();
        look(text, LAYERS, found);
        return found;
    }

    private static void look(String text, int layers, List<String> found) {
        int before = found.size();
        words(text, found);
        escapes(text, found);
        numbers(text, found);
        int after = Math.min(found.size(), before + MOST);
        if (layers > 1) {
            for (int i = before; i < after; i++) {
                look(found.get(i), layers - 1, found);
            }
        }
    }

    private static void words(String text, List<String> found) {
        int count = 0;
        for (int start = 0; start < text.length() && count < MOST; ) {
            int end = start;
            while (end < text.length() && end - start < LONGEST && encodes(text.charAt(end))) {
                end++;
            }
            if (end - start < SHORTEST_WORD) {
                start = end + 1;
                continue;
            }
            int close = end;
            while (close < text.length()
                    && close - end < MAX_PADDING
                    && text.charAt(close) == '=') {
                close++;
            }
            count++;
            String word = text.substring(start, close);
            start = close;
            if (word.length() % 2 == 0 && HEX.matcher(word).matches()) {
                add(found, HexFormat.of().parseHex(word));
            }
            if (word.indexOf('%') >= 0) {
                found.add(percent(word));
            }
            String bare = word.replace("=", "");
            if (BASE32.matcher(bare).matches()) {
                base32(found, bare);
            }
            base64(found, bare);
        }
    }

    /** By hand, because most texts hold no such word and a pattern is slow to find that. */
    private static boolean encodes(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || "+/_%.-".indexOf(c) >= 0;
    }

    private static void base64(List<String> found, String word) {
        String standard = word.replace('-', '+').replace('_', '/');
        while (standard.endsWith(".")) {
            standard = standard.substring(0, standard.length() - 1);
        }
        if (standard.length() % 4 == 1 || standard.indexOf('%') >= 0) {
            return;
        }
        try {
            add(found, Base64.getDecoder().decode(standard));
        } catch (IllegalArgumentException _) {
            // A long word and nothing else.
        }
    }

    private static void base32(List<String> found, String word) {
        var bytes = new ByteArrayOutputStream();
        int bits = 0;
        int held = 0;
        for (int i = 0; i < word.length(); i++) {
            held = (held << 5) | BASE32_LETTERS.indexOf(word.charAt(i));
            bits += 5;
            if (bits >= 8) {
                bits -= 8;
                bytes.write(held >> bits);
                held &= (1 << bits) - 1;
            }
        }
        add(found, bytes.toByteArray());
    }

    private static String percent(String word) {
        return PERCENT.matcher(word)
                .replaceAll(
                        m ->
                                Matcher.quoteReplacement(
                                        String.valueOf((char) Integer.parseInt(m.group(1), 16))));
    }

    /** The whole text with its escapes written out, where there are many. */
    private static void escapes(String text, List<String> found) {
        if (text.indexOf('\\') < 0 && !text.contains("&#")) {
            return;
        }
        Matcher matcher = ESCAPE.matcher(text);
        int count = 0;
        while (count < MIN_NUMBERS && matcher.find()) {
            count += hides(character(matcher.toMatchResult())) ? 1 : 0;
        }
        if (count >= MIN_NUMBERS) {
            found.add(ESCAPE.matcher(text).replaceAll(m -> Matcher.quoteReplacement(character(m))));
        }
    }

    /** Writers of JSON and HTML escape marks; nobody has to escape a letter. */
    private static boolean hides(String escaped) {
        return escaped.chars().anyMatch(c -> Character.isLetterOrDigit(c) || c == ' ');
    }

    private static String character(MatchResult match) {
        for (int group = 1; group <= 3; group++) {
            if (match.group(group) != null) {
                return Character.toString(Integer.parseInt(match.group(group), 16));
            }
        }
        int decimal = Integer.parseInt(match.group(4));
        return Character.isValidCodePoint(decimal) ? Character.toString(decimal) : "";
    }

    /** Runs of bytes with gaps: {@code 69 67 6e}, {@code 0x69, 0x67}, {@code 105 103}, 01101001. */
    private static void numbers(String text, List<String> found) {
        var run = new ArrayList<String>();
        int runs = 0;
        int start = 0;
        for (int i = 0; i <= text.length() && runs < MOST; i++) {
            boolean part = i < text.length() && Character.isLetterOrDigit(text.charAt(i));
            if (part) {
                continue;
            }
            int length = i - start;
            boolean gap = length == 0;
            boolean begins = length > 1 && length <= 10 && HexFormat.isHexDigit(text.charAt(start));
            String word = begins ? text.substring(start, i) : "";
            if (number(word)) {
                run.add(word.startsWith("0x") ? word.substring(2) : word);
            } else if (!gap) {
                runs += run(run, found);
                run.clear();
            }
            start = i + 1;
        }
        run(run, found);
    }

    private static boolean number(String word) {
        String bare = word.startsWith("0x") ? word.substring(2) : word;
        boolean hex = bare.length() == 2 && HexFormat.isHexDigit(bare.charAt(0));
        hex &= bare.length() == 2 && HexFormat.isHexDigit(bare.charAt(1));
        boolean digits = !bare.isEmpty() && bare.chars().allMatch(c -> c >= '0' && c <= '9');
        return hex || (digits && (bare.length() == 3 || bare.length() == 8));
    }

    private static int run(List<String> run, List<String> found) {
        if (run.size() < MIN_NUMBERS) {
            return 0;
        }
        bytes(found, run, 16);
        bytes(found, run, 10);
        bytes(found, run, 2);
        return 1;
    }

    private static void bytes(List<String> found, List<String> run, int radix) {
        var bytes = new ByteArrayOutputStream();
        for (String word : run) {
            try {
                int value = Integer.parseInt(word, radix);
                if (value > 255) {
                    return;
                }
                bytes.write(value);
            } catch (NumberFormatException _) {
                return;
            }
        }
        add(found, bytes.toByteArray());
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
