package io.mcpsf.judge;

import java.util.List;

/** Places where a server may write without anybody minding. */
final class HarmlessPlaces {

    private static final List<PathGlob> SCRATCH =
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

    /** What git writes and removes on its own, whatever it is asked: no work of anybody. */
    private static final List<PathGlob> GIT =
            Paths.globs(
                    "**/.git/*.lock",
                    "**/.git/index",
                    "**/.git/{AUTO_MERGE,SQUASH_MSG,MERGE_HEAD,MERGE_RR,MERGE_MSG,MERGE_MODE}",
                    "**/.git/{CHERRY_PICK_HEAD,REVERT_HEAD,FETCH_HEAD,ORIG_HEAD,BISECT_LOG}",
                    "**/.git/rebase-{merge,apply}/**");

    private static final List<PathGlob> HOME = Paths.globs("~/**");
    private static final List<PathGlob> BUILT =
            Paths.globs("**/node_modules/**", "**/.git/**", "**/.venv/**", "**/venv/**");

    private HarmlessPlaces() {}

    /** Temporary files, caches, logs and what a database keeps beside itself. */
    static boolean scratch(String path) {
        return Paths.anyGlob(SCRATCH, path);
    }

    /** The notes that git keeps of what it is doing; its hooks, objects and branches are none. */
    static boolean gitNotes(String path) {
        return Paths.anyGlob(GIT, path);
    }

    /** What a person would miss: in the home, no cache, nothing that a tool makes again. */
    static boolean belongings(String path) {
        return Paths.anyGlob(HOME, path) && !scratch(path) && !Paths.anyGlob(BUILT, path);
    }
}
