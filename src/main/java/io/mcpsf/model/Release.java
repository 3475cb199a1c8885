package io.mcpsf.model;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;

/**
 * What a publisher and a registry say about some bytes: claims, except for the integrity, which we
 * checked. What is not known is an empty string.
 *
 * @param scripts what the package wants run, by the name of the occasion ({@code postinstall})
 */
public record Release(
        String name,
        String version,
        Origin origin,
        Standing standing,
        Map<String, String> scripts) {

    public Release {
        scripts = Map.copyOf(scripts);
    }

    /**
     * Where the bytes came from.
     *
     * @param uri the very address they were read from, with nothing secret in it
     * @param packed the archive as it was received, or the empty path
     * @param integrity the digest that was promised and found: {@code sha512-…} as npm writes it,
     *     {@code sha256:…}, or {@code git:…} for a commit
     * @param provenance the build attestation that the registry offers: its kind or address; that
     *     there is one was read, its signature was not checked
     */
    public record Origin(String uri, Path packed, String integrity, String provenance) {}

    /**
     * How the release stands today.
     *
     * @param publishedAt ISO 8601
     * @param deprecated why its publisher or the registry warns of it (deprecated, yanked)
     * @param pickedBecause why this version and not another one
     */
    public record Standing(String publishedAt, String deprecated, String pickedBecause) {

        private static final long SECONDS_OF_A_DAY = 86_400;

        /** The day after, when everything that it was released with was there. */
        public Optional<LocalDate> day() {
            try {
                long second = Instant.parse(publishedAt).getEpochSecond();
                return Optional.of(LocalDate.ofEpochDay(second / SECONDS_OF_A_DAY + 1));
            } catch (DateTimeException nobodySays) {
                return Optional.empty();
            }
        }
    }

    /** Nobody published it. */
    public static Release none() {
        return new Release(
                "", "", new Origin("", Path.of(""), "", ""), new Standing("", "", ""), Map.of());
    }
}
