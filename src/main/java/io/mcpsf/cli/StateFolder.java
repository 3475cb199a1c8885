package io.mcpsf.cli;

import java.nio.file.Path;
import java.util.Map;

/** Where what is kept for the user lies by default: not below the working folder, which varies. */
final class StateFolder {

    private StateFolder() {}

    static Path of(Map<String, String> env, String what) {
        String state = env.getOrDefault("XDG_STATE_HOME", "");
        Path base =
                state.startsWith("/")
                        ? Path.of(state)
                        : Path.of(System.getProperty("user.home"), ".local", "state");
        return base.resolve("mcpsf").resolve(what);
    }
}
