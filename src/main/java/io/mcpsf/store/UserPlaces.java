package io.mcpsf.store;

import io.mcpsf.os.Ownership;
import io.mcpsf.os.UserFolders;

import java.nio.file.Path;
import java.util.Map;

/** The folders of a user's own configuration and data, and whose word a file is. */
public final class UserPlaces {

    private UserPlaces() {}

    /** {@code $XDG_CONFIG_HOME/mcpsf}, else {@code ~/.config/mcpsf}. */
    public static Path config(Map<String, String> env) {
        return UserFolders.of(env).config().resolve("mcpsf");
    }

    /** {@code $XDG_DATA_HOME/mcpsf}, else {@code ~/.local/share/mcpsf}. */
    public static Path data(Map<String, String> env) {
        return UserFolders.of(env).data().resolve("mcpsf");
    }

    /** Whether this user alone can have written the file. */
    public static boolean usersWord(Path file) {
        return Ownership.oursAlone(file);
    }
}
