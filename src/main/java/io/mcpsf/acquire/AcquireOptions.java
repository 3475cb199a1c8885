package io.mcpsf.acquire;

/**
 * How to acquire.
 *
 * @param offline nothing is fetched; only what the cache holds counts
 * @param node the version of Node.js that will run it, or empty when none counts
 * @param python the version of Python that will run it, or empty when none counts
 */
public record AcquireOptions(boolean offline, String node, String python) {

    /** Online, and every version of a runtime is right. */
    public static AcquireOptions usual() {
        return new AcquireOptions(false, "", "");
    }
}
