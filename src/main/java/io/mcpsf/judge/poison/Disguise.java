package io.mcpsf.judge.poison;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Other ways to read a text whose letters were spaced out, swapped for digits or turned round. */
final class Disguise {

    private static final int MAX = 16 << 10;
    private static final int RUN = 8;
    private static final String SEPARATORS = ".-_*|·~/\u2022";
    private static final String LEET = "0134578@$";
    private static final String LETTERS = "oieastbas";
    private static final Pattern SPACES = Pattern.compile("\\s+");

    /** What English words look like after a turn by thirteen letters. */
    private static final List<String> TURNED =
            List.of(
                    "vtaber",
                    "cnffjbeq",
                    "vafgehpgvba",
                    "gur hfre",
                    "gb gur",
                    "fraq gur",
                    "ernq gur",
                    "flfgrz",
                    "sbejneq",
                    "qb abg",
                    "frperg");

    private static final List<String> REVERSED =
            List.of(
                    "erongi",
                    "drowssap",
                    "noitcurtsni",
                    "resu eht",
                    "eht dnes",
                    "eht daer",
                    "metsys",
                    "drawrof",
                    "ton od",
                    "terces");

    /** Words with digits that are spelt so. */
    private static final Set<String> SPELT =
            Set.of(
                    "base64", "base32", "sha256", "sha1", "sha512", "utf8", "oauth2", "ipv4",
                    "ipv6", "mp3", "mp4", "h264", "k8s", "i18n", "s3", "ec2", "md5", "http2",
                    "log4j", "log4j2", "x509", "ed25519", "rs256", "hs256", "web3", "p12");

    private Disguise() {}

    /** The text as it would read without its disguise; nothing when it wears none. */
    static List<String> readings(String hostile) {
        String cut = hostile.length() > MAX ? hostile.substring(0, MAX) : hostile;
        String text = Plain.normalized(cut);
        var readings = new ArrayList<String>();
        String joined = Spacing.joined(text, RUN, SEPARATORS);
        if (!joined.equals(text)) {
            readings.add(joined);
        }
        if (leet(joined)) {
            readings.add(plainLetters(joined, 'i'));
            readings.add(plainLetters(joined, 'l'));
        }
        String small = text.toLowerCase(java.util.Locale.ROOT);
        if (TURNED.stream().anyMatch(small::contains)) {
            readings.add(turned(text));
        }
        if (REVERSED.stream().anyMatch(small::contains)) {
            readings.add(new StringBuilder(text).reverse().toString());
        }
        String selected = selectors(cut);
        if (!selected.isEmpty()) {
            readings.add(selected);
        }
        return readings;
    }

    private static boolean leet(String text) {
        int swapped = 0;
        int words = 0;
        if (LEET.chars().noneMatch(c -> text.indexOf(c) >= 0)) {
            return false;
        }
        for (String word : SPACES.split(text, 2_000)) {
            int letters = 0;
            int digits = 0;
            boolean between = false;
            for (int i = 0; i < word.length(); i++) {
                char c = word.charAt(i);
                letters += Character.isLetter(c) ? 1 : 0;
                if (LEET.indexOf(c) >= 0) {
                    digits++;
                    between |= i + 1 < word.length() && Character.isLetter(word.charAt(i + 1));
                }
            }
            boolean known = SPELT.contains(word.toLowerCase(java.util.Locale.ROOT));
            words += letters > 1 ? 1 : 0;
            swapped += letters >= 1 && digits > 0 && between && !known ? 1 : 0;
        }
        return swapped >= 3 && swapped * 5 >= words;
    }

    private static String plainLetters(String text, char one) {
        var plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int at = LEET.indexOf(c);
            boolean near =
                    (i > 0 && wordly(text.charAt(i - 1)))
                            || (i + 1 < text.length() && wordly(text.charAt(i + 1)));
            char letter = c == '1' ? one : at < 0 ? c : LETTERS.charAt(at);
            plain.append(at >= 0 && near ? letter : c);
        }
        return plain.toString();
    }

    private static boolean wordly(char c) {
        return Character.isLetter(c) || LEET.indexOf(c) >= 0 || c == '_';
    }

    private static String turned(String text) {
        var plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 'a' && c <= 'z') {
                plain.append((char) ('a' + (c - 'a' + 13) % 26));
            } else if (c >= 'A' && c <= 'Z') {
                plain.append((char) ('A' + (c - 'A' + 13) % 26));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    /** Bytes that are written in variation selectors, which nobody sees. */
    private static String selectors(String text) {
        if (text.chars().noneMatch(c -> (c >= 0xFE00 && c <= 0xFE0F) || c == 0xDB40)) {
            return "";
        }
        var bytes = new java.io.ByteArrayOutputStream();
        text.codePoints()
                .forEach(
                        c -> {
                            if (c >= 0xFE00 && c <= 0xFE0F) {
                                bytes.write(c - 0xFE00);
                            } else if (c >= 0xE0100 && c <= 0xE01EF) {
                                bytes.write(c - 0xE0100 + 16);
                            }
                        });
        return bytes.size() < RUN ? "" : bytes.toString(StandardCharsets.UTF_8);
    }
}
