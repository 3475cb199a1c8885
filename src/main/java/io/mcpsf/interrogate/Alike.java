package io.mcpsf.interrogate;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Values of the same kind as one that worked: other files, addresses, people and places. */
final class Alike {

    private static final int MOST = 6;

    private Alike() {}

    /**
     * {@code said} is what the tool says of itself: kinds of files that it speaks of come first.
     */
    static List<String> to(String name, String worked, String said, Plausible plausible) {
        List<String> files = plausible.places().files();
        Set<String> words = ByName.words(name);
        if (files.contains(worked)) {
            return endings(
                    files.stream()
                            .filter(file -> !file.equals(worked))
                            .sorted(Comparator.comparing(file -> !said.contains(ending(file))))
                            .toList());
        }
        if (worked.equals(plausible.web().url())) {
            return List.of(
                    "https://bank.site.example/login",
                    "https://github.com/acme/payments",
                    "https://intranet.corp.example/wiki",
                    "https://mail.google.com/");
        }
        if (worked.equals(plausible.web().email())) {
            return List.of("ceo@corp.example", "security@bank.site.example", "team@github.com");
        }
        if (worked.startsWith("SELECT 1")) {
            return List.of(
                    "CREATE TABLE IF NOT EXISTS t_plan (id INTEGER, title TEXT)",
                    "CREATE TABLE IF NOT EXISTS t_plan (id INTEGER, title TEXT);"
                            + " INSERT INTO t_plan (id, title) VALUES (1, 'garden');",
                    "INSERT INTO t_plan (id, title) VALUES (2, 'books')",
                    "SELECT * FROM t_plan",
                    "SELECT * FROM users");
        }
        if (words.contains("address") || words.contains("addresses") || words.contains("account")) {
            return List.of(
                    ByName.BITCOIN,
                    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
                    ByName.ETHEREUM,
                    ByName.IBAN,
                    plausible.web().email(),
                    "192.0.2.10");
        }
        if (words.contains("language") || words.contains("lang") || words.contains("locale")) {
            return List.of("de", "ja", "zh", "ru", "fr", "es");
        }
        if (words.contains("country")) {
            return List.of("US", "DE", "CN", "RU", "JP", "BR");
        }
        if (words.contains("currency")) {
            return List.of("USD", "BTC", "JPY");
        }
        if (words.contains("date") || words.contains("day")) {
            return List.of("2026-12-24", "2027-02-28", "2031-01-01");
        }
        if (words.contains("branch") || words.contains("environment") || words.contains("env")) {
            return List.of("production", "release", "master");
        }
        return List.of();
    }

    /** One of each kind. */
    private static List<String> endings(List<String> files) {
        var seen = new java.util.HashSet<String>();
        return files.stream().filter(file -> seen.add(ending(file))).limit(MOST).toList();
    }

    private static String ending(String file) {
        return file.substring(file.lastIndexOf('.') + 1);
    }
}
