package io.mcpsf.boundary.internet;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gives the packaged answers other people, numbers and places in each run: an account with the same
 * id everywhere would tell a sample where it is. What is the same in two answers stays the same.
 */
final class Redrawn {

    private static final Pattern NAMED =
            Pattern.compile("\\bjmiller(-dev)?\\b|\\bJ Miller\\b|\\bj\\.miller\\b");

    /** Digests, unique ids, numbers of accounts and messages; no times, which begin so. */
    private static final Pattern NUMBERED =
            Pattern.compile(
                    "(?<![0-9A-Za-z_.$-])(?:[0-9a-f]{40}|[0-9a-f]{32}|i-[0-9a-f]{17}"
                            + "|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
                            + "|(?!1[78]\\d{8}(?!\\d))\\d{7,19})(?![0-9A-Za-z_-])");

    /** GitHub's form of an account's number, and what its other ids end with. */
    private static final String USER = "4821973";

    private static final String USER_NODE = "MDQ6VXNlcjQ4MjE5NzM=";
    private static final String NODE = "Aw1TUA";

    private static final String HEX = "0123456789abcdef";
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    private static final List<String> FIRST =
            List.of("Ada", "Ben", "Clara", "Dirk", "Eva", "Finn", "Ivo", "Jana", "Kim", "Lars");
    private static final List<String> LAST =
            List.of("Weber", "Novak", "Hansen", "Costa", "Moreau", "Bauer", "Silva", "Meyer");

    private record Spot(
            String city,
            String region,
            String country,
            String code,
            double latitude,
            double longitude,
            String zone,
            String org,
            String net) {}

    private static final List<Spot> SPOTS =
            List.of(
                    new Spot(
                            "Hamburg",
                            "Hamburg",
                            "Germany",
                            "DE",
                            53.5507,
                            9.9930,
                            "Europe/Berlin",
                            "AS3320 Deutsche Telekom AG",
                            "84.137"),
                    new Spot(
                            "Lyon",
                            "Auvergne-Rhône-Alpes",
                            "France",
                            "FR",
                            45.7485,
                            4.8467,
                            "Europe/Paris",
                            "AS3215 Orange S.A.",
                            "90.63"),
                    new Spot(
                            "Leeds",
                            "England",
                            "United Kingdom",
                            "GB",
                            53.7965,
                            -1.5478,
                            "Europe/London",
                            "AS2856 British Telecommunications PLC",
                            "86.139"),
                    new Spot(
                            "Denver",
                            "Colorado",
                            "United States",
                            "US",
                            39.7392,
                            -104.9847,
                            "America/Denver",
                            "AS7922 Comcast Cable Communications, LLC",
                            "73.14"),
                    new Spot(
                            "Brno",
                            "South Moravian",
                            "Czechia",
                            "CZ",
                            49.1952,
                            16.6080,
                            "Europe/Prague",
                            "AS5610 O2 Czech Republic, a.s.",
                            "90.176"),
                    new Spot(
                            "Porto",
                            "Porto",
                            "Portugal",
                            "PT",
                            41.1496,
                            -8.6110,
                            "Europe/Lisbon",
                            "AS3243 MEO",
                            "85.240"));

    private final RandomGenerator random;
    private final Map<String, String> drawn = new HashMap<>();
    private final String first;
    private final String last;
    private final int year;

    Redrawn(RandomGenerator random) {
        this.random = random;
        this.first = one(FIRST);
        this.last = one(LAST);
        this.year = random.nextInt(70, 99);
    }

    /** The values for places that the data files leave open for where this machine stands. */
    Map<String, String> place() {
        Spot spot = one(SPOTS);
        return Map.of(
                "place.city", spot.city(),
                "place.region", spot.region(),
                "place.country", spot.country(),
                "place.code", spot.code(),
                "place.loc", near(spot.latitude()) + "," + near(spot.longitude()),
                "place.zone", spot.zone(),
                "place.org", spot.org(),
                "place.address",
                        spot.net() + "." + random.nextInt(256) + "." + random.nextInt(1, 255));
    }

    /** A few kilometres off: one point of a city for all runs would be a mark of ours. */
    private String near(double degrees) {
        return String.format(Locale.ROOT, "%.4f", degrees + random.nextDouble(-0.05, 0.05));
    }

    String text(String packaged) {
        String numbered = NUMBERED.matcher(packaged).replaceAll(found -> number(found.group()));
        String user = number(USER);
        String node = "04:User" + user;
        return NAMED.matcher(numbered)
                .replaceAll(found -> Matcher.quoteReplacement(person(found.group())))
                .replace(
                        USER_NODE,
                        Base64.getEncoder()
                                .encodeToString(node.getBytes(StandardCharsets.US_ASCII)))
                .replace(NODE, drawn.computeIfAbsent(NODE, token -> like(token, LETTERS, 0)));
    }

    private String number(String token) {
        return drawn.computeIfAbsent(
                token,
                same ->
                        same.startsWith("i-")
                                ? "i-" + like(same.substring(2), HEX, 1)
                                : same.matches("\\d+") ? like(same, "0123456789", 1) : uuid(same));
    }

    /** The marks of a version stay where they are. */
    private String uuid(String same) {
        return same.length() == 36
                ? like(same.substring(0, 14), HEX, 0)
                        + same.charAt(14)
                        + like(same.substring(15, 19), HEX, 0)
                        + same.charAt(19)
                        + like(same.substring(20), HEX, 0)
                : like(same, HEX, 0);
    }

    private String person(String token) {
        return switch (token) {
            case "J Miller" -> first + " " + last;
            case "j.miller" -> first.toLowerCase(Locale.ROOT) + "." + last.toLowerCase(Locale.ROOT);
            case "jmiller" -> (first.charAt(0) + last).toLowerCase(Locale.ROOT);
            default -> (first.charAt(0) + last).toLowerCase(Locale.ROOT) + year;
        };
    }

    /** Other characters of the alphabet, the first few and all foreign ones kept. */
    private String like(String token, String alphabet, int kept) {
        var other = new StringBuilder(token.substring(0, kept));
        for (char c : token.substring(kept).toCharArray()) {
            other.append(
                    c == '-' || c == '_' ? c : alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return other.toString();
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
