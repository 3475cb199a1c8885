package io.mcpsf.service.access;

/**
 * Who asks: a key, or whoever sits at the machine while there are no keys. {@code byCookie} asks
 * for more proof before something is changed, because browsers send cookies by themselves.
 */
public record Principal(String keyId, String name, Post post, KeyLimits limits, boolean byCookie) {

    /** The id of whoever asks without a key while there are none. */
    public static final String LOCAL = "local";

    /** The id in the log for those who had no valid key. */
    public static final String NOBODY = "nobody";

    /** In the team of whoever names none. */
    public Principal(String keyId, String name, Role role, KeyLimits limits, boolean byCookie) {
        this(keyId, name, Post.of(role), limits, byCookie);
    }

    public static Principal local() {
        return new Principal(LOCAL, LOCAL, Role.OPERATOR, KeyLimits.local(), false);
    }

    public Role role() {
        return post.role();
    }

    public String team() {
        return post.team();
    }

    /** Whether what belongs to a team is there for them. */
    public boolean sees(String team) {
        return post.sees(team);
    }

    public boolean isLocal() {
        return keyId.equals(LOCAL);
    }

    Principal withCookie() {
        return new Principal(keyId, name, post, limits, true);
    }
}
