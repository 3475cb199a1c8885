package io.mcpsf.run.request;

import io.mcpsf.policy.MergedPolicy;

import java.nio.file.Path;
import java.util.Map;

/**
 * A sandbox that somebody wants to keep for a while, and what may happen in it. {@code seeds} are
 * folders of this host whose copies are the first content of writable places, by their path inside;
 * {@code output} is the folder that its executions are kept in.
 */
public record SessionRequest(
        MergedPolicy policy,
        ExecRequest.Folders folders,
        Map<String, Path> seeds,
        Map<String, String> env,
        Path output) {

    public SessionRequest {
        seeds = Map.copyOf(seeds);
        env = Map.copyOf(env);
    }
}
