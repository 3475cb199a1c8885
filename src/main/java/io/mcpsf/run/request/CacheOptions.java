package io.mcpsf.run.request;

import java.nio.file.Path;
import java.util.List;

/**
 * What is kept and what is fetched around an assessment.
 *
 * @param offline nothing is fetched; what the cache holds must do
 * @param fresh nothing that was installed before is used again
 * @param cache where fetched and installed things are kept; empty for the user's usual place
 * @param bill the form of the bill of materials that is kept beside CycloneDX: spdx, or empty
 * @param hold is called while the sandbox still stands, before it is taken down
 */
public record CacheOptions(boolean offline, boolean fresh, Path cache, String bill, Hold hold) {

    private static final CacheOptions USUAL =
            new CacheOptions(false, false, Path.of(""), "", _ -> {});

    /** With no other bill of materials than the usual. */
    public CacheOptions(boolean offline, boolean fresh, Path cache, Hold hold) {
        this(offline, fresh, cache, "", hold);
    }

    /** Somebody who looks around in a sandbox whose questions are over. */
    @FunctionalInterface
    public interface Hold {

        /**
         * Returns when the sandbox may be taken down; {@code how} says how to look inside, and is
         * empty when its server has ended.
         */
        void until(List<String> how) throws InterruptedException;
    }

    /** Online, what was installed is used again, and nothing is held. */
    public static CacheOptions usual() {
        return USUAL;
    }
}
