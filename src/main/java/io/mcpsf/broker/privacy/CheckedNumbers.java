package io.mcpsf.broker.privacy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers that prove themselves by check digits: payment cards (Luhn) and IBANs (mod 97). */
final class CheckedNumbers {

    /** Digits in groups, as they are printed on cards. */
    private static final Pattern CARD =
            Pattern.compile(
                    "(?<![0-9A-Za-z.,_-])[2-6][0-9]{3}(?:[ -]?[0-9]){9,15}(?![0-9A-Za-z_])");

    private static final Pattern IBAN =
            Pattern.compile("(?<![0-9A-Za-z])[A-Z]{2}[0-9]{2}(?: ?[0-9A-Z]){11,30}(?![0-9A-Za-z])");

    /** Lengths by country, as the registry of IBANs has them. */
    private static final Map<String, Integer> LENGTHS = lengths();

    private CheckedNumbers() {}

    static List<Span> cards(String hostile) {
        var found = new ArrayList<Span>();
        Matcher each = CARD.matcher(hostile);
        while (each.find()) {
            String digits = each.group().replaceAll("[ -]", "");
            if (issued(digits) && luhn(digits)) {
                found.add(new Span(each.start(), each.end(), PersonalKind.CARD));
            }
        }
        return found;
    }

    static List<Span> ibans(String hostile) {
        var found = new ArrayList<Span>();
        Matcher each = IBAN.matcher(hostile);
        for (int from = 0; each.find(from); ) {
            int end = iban(hostile, each.start());
            if (end > 0) {
                found.add(new Span(each.start(), end, PersonalKind.IBAN));
            }
            from = Math.max(end, each.start() + 2);
        }
        return found;
    }

    /** Where an IBAN that begins here ends; negative when none does. */
    private static int iban(String text, int start) {
        int wanted = LENGTHS.getOrDefault(text.substring(start, start + 2), 0);
        var letters = new StringBuilder(34);
        int at = start;
        while (at < text.length() && letters.length() < wanted) {
            char c = text.charAt(at++);
            if (c != ' ') {
                letters.append(c);
            }
        }
        return wanted > 0 && letters.length() == wanted && mod97(letters.toString()) == 1 ? at : -1;
    }

    /** Ranges of the large networks and their lengths. */
    private static boolean issued(String digits) {
        int four = Integer.parseInt(digits.substring(0, 4));
        int length = digits.length();
        if (digits.startsWith("4")) {
            return length == 13 || length == 16 || length == 19;
        }
        if (digits.startsWith("34") || digits.startsWith("37")) {
            return length == 15;
        }
        if (digits.startsWith("30") || digits.startsWith("36") || digits.startsWith("38")) {
            return length >= 14;
        }
        boolean master = (four >= 5100 && four <= 5599) || (four >= 2221 && four <= 2720);
        boolean others =
                digits.startsWith("6")
                        || digits.startsWith("50")
                        || (four >= 5600 && four <= 5899)
                        || (four >= 3528 && four <= 3589)
                        || (four >= 2200 && four <= 2204);
        return master ? length == 16 : others && length >= 16;
    }

    static boolean luhn(String digits) {
        return luhnSum(digits) % 10 == 0;
    }

    /** The digit that makes a number without its last one pass. */
    static int luhnDigit(String withoutLast) {
        return (10 - luhnSum(withoutLast + "0") % 10) % 10;
    }

    private static int luhnSum(String digits) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int weighted = i % 2 == 1 ? digit * 2 : digit;
            sum += weighted > 9 ? weighted - 9 : weighted;
        }
        return sum;
    }

    /** The remainder by which a whole IBAN is known: 1 for a good one. */
    static int mod97(String iban) {
        String turned = iban.substring(4) + iban.substring(0, 4);
        int rest = 0;
        for (int i = 0; i < turned.length(); i++) {
            int value = Character.digit(turned.charAt(i), 36);
            rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
        }
        return rest;
    }

    private static Map<String, Integer> lengths() {
        var lengths = new java.util.HashMap<String, Integer>();
        String registry =
                "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22"
                    + " DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21"
                    + " HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21"
                    + " LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29"
                    + " RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22"
                    + " VG24 XK20";
        for (String entry : registry.split(" ")) {
            lengths.put(entry.substring(0, 2), Integer.parseInt(entry.substring(2)));
        }
        return lengths;
    }
}
