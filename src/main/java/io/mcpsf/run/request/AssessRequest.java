package io.mcpsf.run.request;

import io.mcpsf.model.CaseFile;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a user asks for. An empty {@code command} means: find out how it starts. A zero {@code
 * timeout} means: as the profile says.
 */
public record AssessRequest(
        String source,
        List<String> command,
        List<String> serverArgs,
        Map<String, String> env,
        List<String> allowNet,
        String profile,
        Path output,
        String runtime,
        Duration timeout,
        long seed,
        CacheOptions caching,
        Access access,
        ModelUse model,
        Fuzz fuzz,
        Bounds bounds,
        List<CaseFile.Origin> origins,
        List<String> detectors) {

    /** With every detector. */
    public AssessRequest(
            String source,
            List<String> command,
            List<String> serverArgs,
            Map<String, String> env,
            List<String> allowNet,
            String profile,
            Path output,
            String runtime,
            Duration timeout,
            long seed,
            CacheOptions caching,
            Access access,
            ModelUse model,
            Fuzz fuzz,
            Bounds bounds,
            List<CaseFile.Origin> origins) {
        this(
                source,
                command,
                serverArgs,
                env,
                allowNet,
                profile,
                output,
                runtime,
                timeout,
                seed,
                caching,
                access,
                model,
                fuzz,
                bounds,
                origins,
                List.of());
    }

    /**
     * What the sandbox must promise, and how much it may use; an empty tier demands nothing, and
     * below zero means: as usual.
     */
    public record Bounds(String tier, long memoryBytes, double cpus) {

        /** As usual. */
        public static Bounds usual() {
            return new Bounds("", -1, -1);
        }
    }

    /**
     * How much hostile input is sent, and how often each tool is called with valid input; below
     * zero means: as the profile says.
     */
    public record Fuzz(int calls, Duration time, int validCalls) {

        /** As the profile says. */
        public static Fuzz usual() {
            return new Fuzz(-1, Duration.ofSeconds(-1), -1);
        }

        public int validCalls(Profile profile) {
            return validCalls < 0 ? profile.callsPerTool() : validCalls;
        }
    }

    /** For a server that is started here, and so needs no access. */
    public AssessRequest(
            String source,
            List<String> command,
            List<String> serverArgs,
            Map<String, String> env,
            List<String> allowNet,
            String profile,
            Path output,
            String runtime,
            Duration timeout,
            long seed,
            CacheOptions caching) {
        this(
                source,
                command,
                serverArgs,
                env,
                allowNet,
                profile,
                output,
                runtime,
                timeout,
                seed,
                caching,
                Access.none(),
                ModelUse.none(),
                Fuzz.usual(),
                Bounds.usual(),
                List.of());
    }

    /** With nothing kept beyond the usual. */
    public AssessRequest(
            String source,
            List<String> command,
            List<String> serverArgs,
            Map<String, String> env,
            List<String> allowNet,
            String profile,
            Path output,
            String runtime,
            Duration timeout,
            long seed) {
        this(
                source,
                command,
                serverArgs,
                env,
                allowNet,
                profile,
                output,
                runtime,
                timeout,
                seed,
                CacheOptions.usual());
    }

    public AssessRequest {
        command = List.copyOf(command);
        serverArgs = List.copyOf(serverArgs);
        allowNet = List.copyOf(allowNet);
        origins = List.copyOf(origins);
        detectors = List.copyOf(detectors);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    }

    /** The same with another profile. */
    public AssessRequest with(String other) {
        return with(other, runtime);
    }

    /** The same on another runtime. */
    public AssessRequest on(String other) {
        return with(profile, other);
    }

    private AssessRequest with(String profile, String runtime) {
        return new AssessRequest(
                source,
                command,
                serverArgs,
                env,
                allowNet,
                profile,
                output,
                runtime,
                timeout,
                seed,
                caching,
                access,
                model,
                fuzz,
                bounds,
                origins,
                detectors);
    }
}
