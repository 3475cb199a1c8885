package io.mcpsf.acquire;

/**
 * How to acquire.
 *
 * @param offline nothing is fetched; only what the cache holds counts
 * @param node the version of Node.js that will run it, or empty when none counts
 * @param python the version of Python that will run it, or empty when none counts
 */
public record Settings(boolean offline, String node, String python) {

    /** Online, and every version of a runtime is right. */
    public static Settings usual() {
        return new Settings(false, "", "");
    }
}
