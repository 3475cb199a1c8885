package io.mcpsf.run.request;

/** Our own version, from the jar. */
public final class Version {

    private Version() {}

    public static String ours() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "unpacked" : version;
    }
}
