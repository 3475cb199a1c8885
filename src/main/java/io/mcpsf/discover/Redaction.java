package io.mcpsf.discover;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Secrets in a configuration: what looks like one, and the same text without it. */
final class Redaction {

    static final String HIDDEN = "***";

    private static final Pattern NAME =
            Pattern.compile(
                    "(?i).*(token|secret|passw|api[_-]?key|apikey|access[_-]?key|private[_-]?key|authorization|credential|bearer|cookie|connection[_-]?string|(^|[_-])(pat|pwd|auth|key)$).*");
    private static final Pattern VALUE =
            Pattern.compile(
                    "(?s).*(\\bsk-[A-Za-z0-9_-]{16,}|\\bgh[pousr]_[A-Za-z0-9]{20,}|\\bgithub_pat_\\w{20,}|\\bxox[abeprs]-[A-Za-z0-9-]{10,}|\\bAKIA[A-Z0-9]{16}\\b|\\bglpat-[A-Za-z0-9_-]{16,}|\\bnpm_[A-Za-z0-9]{30,}|\\bAIza[A-Za-z0-9_-]{30,}|\\beyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}\\.|-----BEGIN"
                        + " |\\bpypi-[A-Za-z0-9_-]{30,}|\\bhf_[A-Za-z0-9]{30,}).*");
    private static final Pattern BEARER =
            Pattern.compile("(?i)\\s*(bearer|basic|token)\\s+\\S{8,}.*");

    /** A place-holder that a client fills in: the secret itself is elsewhere. */
    private static final Pattern REFERENCE =
            Pattern.compile(
                    "(?i)\\s*((bearer|basic|token)\\s+)?(\\$\\{\\{?[^}]+}}?|\\$[A-Za-z_]\\w*|%\\w+%|\\{(env|file):[^}]+}|<[^>]*>|)\\s*");

    private static final Pattern USER_INFO =
            Pattern.compile("(?i)([a-z][a-z0-9+.-]*://)[^/@\\s]+@");
    private static final Pattern QUERY = Pattern.compile("([?&#][^=&#\\s]{1,100}=)[^&#\\s]+");

    private Redaction() {}

    /** Whether a variable, header or option of this name holds a secret in clear. */
    static boolean isSecret(String name, String value) {
        if (REFERENCE.matcher(value).matches()) {
            return false;
        }
        return looksSecret(value)
                || (NAME.matcher(name).matches() && value.length() >= 8 && !isPlain(value))
                || (name.equalsIgnoreCase("authorization") && BEARER.matcher(value).matches());
    }

    static boolean looksSecret(String value) {
        return VALUE.matcher(value).matches();
    }

    /** Words that are no secret even under a secret's name. */
    private static boolean isPlain(String value) {
        return value.matches("(?i)true|false|none|null|[0-9]{1,8}|https?://[^@?]*|[/~.][\\w./-]*");
    }

    /** Arguments without the secrets among them. */
    static List<String> arguments(List<String> hostile) {
        var shown = new ArrayList<String>();
        boolean next = false;
        for (String word : hostile) {
            int equals = word.indexOf('=');
            if (next && !word.startsWith("-")) {
                shown.add(REFERENCE.matcher(word).matches() ? word : HIDDEN);
            } else if (equals > 0
                    && isSecret(word.substring(0, equals), word.substring(equals + 1))) {
                shown.add(word.substring(0, equals + 1) + HIDDEN);
            } else if (looksSecret(word)) {
                shown.add(HIDDEN);
            } else {
                shown.add(address(word));
            }
            next = equals < 0 && word.startsWith("-") && NAME.matcher(word).matches();
        }
        return shown;
    }

    /** Whether any argument holds a secret. */
    static boolean inArguments(List<String> hostile) {
        return !arguments(hostile).equals(hostile);
    }

    /** An address without user, password and the values of its query. */
    static String address(String hostile) {
        if (!hostile.contains("://")) {
            return hostile;
        }
        String bare = USER_INFO.matcher(hostile).replaceAll("$1");
        return QUERY.matcher(bare).replaceAll("$1" + HIDDEN);
    }
}
