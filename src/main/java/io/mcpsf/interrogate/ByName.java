package io.mcpsf.interrogate;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * What a parameter is likely to want, judged by the words in its name. The first that fits wins.
 */
final class ByName {

    private record Guess(Set<String> words, Function<Plausible, String> value) {}

    /** Accounts of the handbooks, whose check digits are right and which are nobody's. */
    static final String IBAN = "DE89370400440532013000";

    static final String CARD = "4111111111111111";
    static final String ETHEREUM = "0x52908400098527886E0F7030069857D2E4169EE7";
    static final String BITCOIN = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

    private static final Set<String> SECRETS =
            Set.of(
                    "password",
                    "passwd",
                    "passphrase",
                    "secret",
                    "secrets",
                    "token",
                    "apikey",
                    "credential",
                    "credentials",
                    "dsn");

    /** With one of these a key is a secret, and not the name of an entry. */
    private static final Set<String> KEYS =
            Set.of("api", "access", "private", "auth", "license", "signing");

    /** With one of these a token is a bookmark. */
    private static final Set<String> BOOKMARKS =
            Set.of("page", "next", "continuation", "cursor", "sync", "max", "previous", "resume");

    private static final List<Guess> TEXTS =
            List.of(
                    guess(_ -> Formats.DIFF, "diff", "patch"),
                    guess(_ -> Formats.CSV, "csv"),
                    guess(_ -> Formats.ENV, "dotenv"),
                    guess(_ -> Formats.JSON, "json"),
                    guess(_ -> Formats.YAML, "yaml", "yml"),
                    guess(_ -> Formats.XML, "xml"),
                    guess(_ -> Formats.HTML, "html"),
                    guess(_ -> Formats.CRON, "cron", "crontab"),
                    guess(_ -> ETHEREUM, "wallet", "ethereum", "eth"),
                    guess(_ -> BITCOIN, "bitcoin", "btc"),
                    guess(_ -> IBAN, "iban", "bank", "payee"),
                    guess(_ -> "COBADEFFXXX", "bic", "swift"),
                    guess(_ -> CARD, "card", "pan"),
                    guess(p -> p.web().email(), "email", "mail", "recipient", "recipients", "to"),
                    guess(p -> p.web().url(), "url", "uri", "link", "href", "endpoint", "website"),
                    guess(
                            p -> p.places().work(),
                            "dir",
                            "directory",
                            "folder",
                            "cwd",
                            "workdir",
                            "workspace",
                            "root",
                            "repo",
                            "repository",
                            "project"),
                    guess(
                            p -> p.places().file(),
                            "path",
                            "paths",
                            "file",
                            "files",
                            "filename",
                            "filepath",
                            "document",
                            "source",
                            "input"),
                    guess(p -> p.web().host(), "host", "hostname", "domain", "server"),
                    guess(_ -> "192.0.2.10", "ip", "ipaddress"),
                    guess(_ -> "SELECT 1", "sql", "statement"),
                    guess(_ -> "ls", "command", "cmd", "shell"),
                    guess(_ -> "print(1)", "code", "script", "snippet"),
                    guess(_ -> "2 + 2", "expression", "formula", "equation"),
                    guess(_ -> "report", "pattern", "regex", "glob", "filter"),
                    guess(
                            p -> p.phrases().query(),
                            "query",
                            "q",
                            "search",
                            "keyword",
                            "keywords",
                            "term",
                            "prompt",
                            "question",
                            "topic"),
                    guess(
                            p -> p.phrases().city(),
                            "city",
                            "location",
                            "place",
                            "address",
                            "region"),
                    guess(_ -> "Europe/Lisbon", "timezone", "tz", "zone"),
                    guess(_ -> "2026-03-14", "date", "day", "since", "until", "from", "start"),
                    guess(_ -> "10:30", "time", "hour"),
                    guess(_ -> "en", "language", "lang", "locale"),
                    guess(_ -> "PT", "country"),
                    guess(_ -> "EUR", "currency"),
                    guess(_ -> "main", "branch", "ref"),
                    guess(_ -> "1.0.0", "version"),
                    guess(_ -> "json", "format", "type", "encoding"),
                    guess(_ -> "left-pad", "package", "module", "library"),
                    guess(_ -> "blue", "color", "colour"),
                    guess(_ -> "+12025550123", "phone"),
                    guess(_ -> "1", "id", "ids", "key", "index"),
                    guess(
                            p -> p.phrases().person(),
                            "name",
                            "user",
                            "username",
                            "owner",
                            "author",
                            "person",
                            "title"),
                    guess(
                            p -> p.phrases().sentence(),
                            "text",
                            "content",
                            "message",
                            "body",
                            "description",
                            "comment",
                            "note",
                            "thought"));

    private static final List<Guess> NUMBERS =
            List.of(
                    guess(_ -> "8080", "port"),
                    guess(_ -> "10", "limit", "count", "max", "size", "top", "n", "results"),
                    guess(_ -> "1", "page", "id", "index", "number", "depth", "days", "line"),
                    guess(_ -> "0", "offset", "skip", "start", "timeout", "delay"),
                    guess(_ -> "2026", "year"),
                    guess(_ -> "38.7", "lat", "latitude"),
                    guess(_ -> "-9.1", "lon", "lng", "longitude"));

    private static final Pattern HUMP = Pattern.compile("([a-z0-9])([A-Z])");
    private static final Pattern GAP = Pattern.compile("[^a-z]+");

    private ByName() {}

    static String text(String hostileName, Plausible plausible) {
        Set<String> words = words(hostileName);
        return secret(words)
                ? plausible.secrets().named(hostileName)
                : find(TEXTS, words, plausible).orElse("example");
    }

    /** Whether this asks for something that nobody else may know. */
    private static boolean secret(Set<String> words) {
        boolean key = words.contains("key") && !Collections.disjoint(KEYS, words);
        boolean connection = words.contains("connection") && words.contains("string");
        return key
                || connection
                || (!Collections.disjoint(SECRETS, words)
                        && Collections.disjoint(BOOKMARKS, words));
    }

    /** Whether any text will do under this name: no place, command or identifier is meant. */
    static boolean free(String hostileName, Plausible plausible) {
        String usual = text(hostileName, plausible);
        return !secret(words(hostileName))
                && (usual.equals("example")
                        || usual.equals(plausible.phrases().query())
                        || usual.equals(plausible.phrases().city())
                        || usual.equals(plausible.phrases().person())
                        || usual.equals(plausible.phrases().sentence()));
    }

    static Optional<String> number(String hostileName, Plausible plausible) {
        return find(NUMBERS, words(hostileName), plausible);
    }

    private static Optional<String> find(
            List<Guess> guesses, Set<String> words, Plausible plausible) {
        // A hostile schema asks for thousands of names, so no stream for each guess.
        for (Guess guess : guesses) {
            if (!Collections.disjoint(words, guess.words())) {
                return Optional.of(guess.value().apply(plausible));
            }
        }
        return Optional.empty();
    }

    /** The words of {@code snake_case}, {@code camelCase} and {@code kebab-case} names. */
    static Set<String> words(String hostileName) {
        String name = InterrogationLimits.cut(hostileName, InterrogationLimits.NAME);
        String spaced = HUMP.matcher(name).replaceAll("$1 $2");
        String lower = spaced.toLowerCase(Locale.ROOT);
        return Set.copyOf(List.of(GAP.matcher(lower).replaceAll(" ").strip().split(" ")));
    }

    private static Guess guess(Function<Plausible, String> value, String... words) {
        return new Guess(Set.of(words), value);
    }
}
