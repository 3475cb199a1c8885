package io.mcpsf.run.request;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.policy.MergedPolicy;

import java.nio.file.Path;

/**
 * Code that somebody wants to run, and what it may do. {@code output} is the folder that executions
 * are kept in.
 */
public record ExecRequest(
        CodeLanguage language,
        String code,
        Folders folders,
        MergedPolicy policy,
        String runtime,
        Path output) {

    /** An empty path is a folder that was not given. */
    public record Folders(Path workspace, Path servers, Path skills) {

        public static final Path NONE = Path.of("");

        public static Folders none() {
            return new Folders(NONE, NONE, NONE);
        }
    }
}
