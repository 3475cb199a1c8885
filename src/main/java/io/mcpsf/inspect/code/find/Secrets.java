package io.mcpsf.inspect.code.find;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Credentials by their form. Only forms that nothing else has: a guess would cry wolf. */
final class Secrets {

    private static final Map<String, Pattern> FORMS = forms();

    /** Documentation and tests are full of these. */
    private static final Pattern MADE_UP =
            Pattern.compile(
                    "(?i)example|xxxx|0000|1111|abcdef|123456|your|test|dummy|fake|sample|\\.\\.\\.");

    private Secrets() {}

    /** The kind of credential that a text holds. */
    static Optional<String> kind(String text) {
        for (Map.Entry<String, Pattern> form : FORMS.entrySet()) {
            Matcher matcher = form.getValue().matcher(text);
            if (matcher.find() && !MADE_UP.matcher(matcher.group()).find()) {
                return Optional.of(form.getKey());
            }
        }
        return Optional.empty();
    }

    /** The text with every credential cut down to its beginning. */
    static String redacted(String text) {
        String clean = text;
        for (Pattern form : FORMS.values()) {
            clean =
                    form.matcher(clean)
                            .replaceAll(
                                    m ->
                                            Matcher.quoteReplacement(
                                                    m.group().substring(0, 6)
                                                            + "<"
                                                            + (m.group().length() - 6)
                                                            + " more>"));
        }
        return clean;
    }

    private static Map<String, Pattern> forms() {
        Map<String, Pattern> all = new LinkedHashMap<>();
        all.put("aws access key", Pattern.compile("\\b(AKIA|ASIA)[0-9A-Z]{16}\\b"));
        all.put(
                "github token",
                Pattern.compile("\\b(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\\w{60,})"));
        all.put("gitlab token", Pattern.compile("\\bglpat-[\\w-]{20,}"));
        all.put("slack token", Pattern.compile("\\bxox[abpors]-[0-9]{8,}-[\\w-]{20,}"));
        all.put(
                "openai key",
                Pattern.compile("\\bsk-(proj-)?[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}"));
        all.put("anthropic key", Pattern.compile("\\bsk-ant-api\\d\\d-[\\w-]{80,}"));
        all.put("npm token", Pattern.compile("\\bnpm_[A-Za-z0-9]{36}\\b"));
        all.put("stripe key", Pattern.compile("\\b[sr]k_live_[A-Za-z0-9]{24,}"));
        all.put("telegram bot", Pattern.compile("\\b\\d{8,10}:AA[\\w-]{33}\\b"));
        all.put(
                "private key",
                Pattern.compile(
                        "-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[\\s\\\\n"
                                + "]{0,8}[A-Za-z0-9+/=]{60}"));
        return all;
    }
}
