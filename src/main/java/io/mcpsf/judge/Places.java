package io.mcpsf.judge;

import java.util.List;
import java.util.regex.Pattern;

/** Places where a server may write without anybody minding. */
final class Places {

    private static final List<Pattern> SCRATCH =
            Paths.globs(
                    "/tmp/**",
                    "/var/tmp/**",
                    "/dev/**",
                    "/proc/**",
                    "/run/**",
                    "~/.cache/**",
                    "~/.npm/**",
                    "~/.local/state/**",
                    "**/.cache/**",
                    "**/__pycache__/**",
                    "**/*.log",
                    "**/logs/**",
                    "**/*-{wal,shm,journal}");

    private static final List<Pattern> HOME = Paths.globs("~/**");
    private static final List<Pattern> BUILT =
            Paths.globs("**/node_modules/**", "**/.git/**", "**/.venv/**", "**/venv/**");

    private Places() {}

    /** Temporary files, caches, logs and what a database keeps beside itself. */
    static boolean scratch(String path) {
        return Paths.anyGlob(SCRATCH, path);
    }

    /** What a person would miss: in the home, no cache, nothing that a tool makes again. */
    static boolean belongings(String path) {
        return Paths.anyGlob(HOME, path) && !scratch(path) && !Paths.anyGlob(BUILT, path);
    }
}
