package io.mcpsf.judge;

import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;

import java.util.List;
import java.util.Set;

/**
 * What an installation may write: its packages, wherever the package managers keep them. Anything
 * else is judged as strictly as at run time.
 */
final class Installing {

    private static final Set<String> MANAGERS =
            Set.of("npm", "npx", "pnpm", "yarn", "bun", "corepack", "pip", "pipx", "uv", "poetry");

    private static final List<PathGlob> PACKAGES =
            Paths.globs(
                    "**/node_modules/**",
                    "**/{site-packages,dist-packages}/**",
                    "**/{.venv,venv,.tox}/**",
                    "~/.npm/**",
                    "~/.node-gyp/**",
                    "~/.yarn/**",
                    "~/.bun/**",
                    "~/.local/{lib,share}/**",
                    "~/.config/{yarn,pnpm,uv,configstore}/**",
                    "~/{.cargo,.rustup,go,.gradle,.m2,.nuget,.dotnet,.electron-gyp}/**");

    private static final List<PathGlob> THEIRS =
            Paths.globs("~/**", "/etc/**", "/var/spool/**", "/boot/**");

    private Installing() {}

    /** False for what an installation writes as such, here and at any other time true. */
    static boolean outside(Trail trail, Seen seen, String path) {
        if (seen.at().phase() != Phase.INSTALL) {
            return true;
        }
        return Paths.anyGlob(THEIRS, path)
                && !HarmlessPlaces.scratch(path)
                && !Paths.anyGlob(PACKAGES, path)
                && Programs.self(trail, seen.at()).stream().noneMatch(MANAGERS::contains);
    }
}
