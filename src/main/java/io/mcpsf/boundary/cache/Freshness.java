package io.mcpsf.boundary.cache;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long an answer may be given again without asking whether it still holds. */
final class Freshness {

    /** What both public registries say of their listings, for one that says nothing. */
    private static final Duration LISTING = Duration.ofMinutes(5);

    /** A listing is not believed for longer, whatever its registry says. */
    private static final Duration LONGEST = Duration.ofHours(1);

    private static final Duration FOREVER = Duration.ofDays(3650);
    private static final Pattern MAX_AGE = Pattern.compile("(?:^|[ ,])max-age=([0-9]{1,10})");

    /** Names with a version in them, which no registry gives to other bytes later. */
    private static final Pattern RELEASE =
            Pattern.compile(
                    ".*/-/[^/]+-[0-9]+\\.[0-9]+\\.[0-9]+[^/]*\\.tgz"
                            + "|.*/[^/]+-[0-9][^/]*\\.(whl|whl\\.metadata|tar\\.gz|zip)");

    private Freshness() {}

    /** None if the answer must not be kept. */
    static Optional<Duration> of(String path, List<String> headerLines) {
        String control = header(headerLines, "cache-control").toLowerCase(Locale.ROOT);
        if (control.contains("no-store") || control.contains("private")) {
            return Optional.empty();
        }
        if (header(headerLines, "vary").contains("*")
                || !header(headerLines, "set-cookie").isEmpty()) {
            return Optional.empty();
        }
        int end = path.indexOf('?');
        String bare = end < 0 ? path : path.substring(0, end);
        if (control.contains("immutable") || (end < 0 && RELEASE.matcher(bare).matches())) {
            return Optional.of(FOREVER);
        }
        if (control.contains("no-cache")) {
            return Optional.of(Duration.ZERO);
        }
        Matcher age = MAX_AGE.matcher(control);
        Duration said = age.find() ? Duration.ofSeconds(Long.parseLong(age.group(1))) : LISTING;
        return Optional.of(said.compareTo(LONGEST) > 0 ? LONGEST : said);
    }

    static String header(List<String> lines, String name) {
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).equalsIgnoreCase(name)) {
                return line.substring(colon + 1).strip();
            }
        }
        return "";
    }
}
