package io.mcpsf.run;

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
        Fuzz fuzz) {

    /** How much hostile input is sent; below zero means: as the profile says. */
    public record Fuzz(int calls, Duration time) {

        /** As the profile says. */
        public static Fuzz usual() {
            return new Fuzz(-1, Duration.ofSeconds(-1));
        }
    }

    /** The same with as much hostile input as the profile says. */
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
                Fuzz.usual());
    }

    public AssessRequest {
        command = List.copyOf(command);
        serverArgs = List.copyOf(serverArgs);
        allowNet = List.copyOf(allowNet);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    }
}
