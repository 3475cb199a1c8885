package io.mcpsf.os;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where a user keeps things, by the XDG rules: a variable that holds no absolute path is as if it
 * was not set. Otherwise it would mean a folder of whatever place we happen to stand in, which may
 * be a stranger's.
 */
public record UserFolders(Map<String, String> env, Path home) {

    /** By {@code HOME} where that is a path, else by the list of users. */
    public static UserFolders of(Map<String, String> env) {
        String home = env.getOrDefault("HOME", "");
        return new UserFolders(
                env, Path.of(home.startsWith("/") ? home : System.getProperty("user.home", "/")));
    }

    public Path config() {
        return folder("XDG_CONFIG_HOME", ".config");
    }

    public Path cache() {
        return folder("XDG_CACHE_HOME", ".cache");
    }

    public Path data() {
        return folder("XDG_DATA_HOME", ".local/share");
    }

    public Path state() {
        return folder("XDG_STATE_HOME", ".local/state");
    }

    private Path folder(String variable, String usual) {
        String said = env.getOrDefault(variable, "").strip();
        return said.startsWith("/") ? Path.of(said) : home.resolve(usual);
    }
}
