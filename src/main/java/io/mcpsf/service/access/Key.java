package io.mcpsf.service.access;

/** A key as it is kept: its secret is not. Zero stands for never. */
public record Key(String id, String name, Post post, KeyLimits limits, Times times, String hash) {

    /** In milliseconds since 1970. */
    public record Times(long created, long expires, long used, long revoked) {}

    public Role role() {
        return post.role();
    }

    public String team() {
        return post.team();
    }

    boolean opens(long now) {
        return times.revoked() == 0 && (times.expires() == 0 || times.expires() > now);
    }

    Principal principal() {
        return new Principal(id, name, post, limits, false);
    }
}
