package io.mcpsf.discover;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Located;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How an entry starts its server, with a worthless word of the same kind in the place of each
 * secret: a configured server can be assessed as its user has it, and learns nothing by that.
 */
public record DecoySetup(LaunchCommand launch, Map<String, String> env) {

    private static final Pattern VENDOR =
            Pattern.compile(
                    "(sk-|gh[pousr]_|github_pat_|xox[abeprs]-|AKIA|glpat-|npm_|AIza|pypi-|hf_)?.*",
                    Pattern.DOTALL);
    private static final String LETTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int SHORTEST = 16;
    private static final int LONGEST = 200;

    public DecoySetup {
        env = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(env));
    }

    /** Empty when the entry is not understood; {@link BadJsonException} when its file isn't. */
    public static Optional<DecoySetup> of(ConfiguredServer server, RandomGenerator chance) {
        Path file = server.place().file();
        ConfigEdit config = ConfigEdit.of(file.getFileName().toString(), ConfigText.text(file));
        List<String> at = server.place().at();
        return config.command(at)
                .flatMap(entry -> LaunchCommand.of(entry.command()))
                .map(
                        launch ->
                                new DecoySetup(
                                        new LaunchCommand(
                                                launch.source(),
                                                launch.program(),
                                                arguments(launch.arguments(), chance)),
                                        environment(config.entry(at), chance)));
    }

    private static List<String> arguments(List<String> words, RandomGenerator chance) {
        var safe = new ArrayList<String>();
        for (String word : Redaction.arguments(words)) {
            safe.add(word.replace(Redaction.HIDDEN, decoy("", chance)));
        }
        return safe;
    }

    /** The whole command line of an entry, decoys in the place of its secrets; empty for none. */
    static List<String> command(ConfigEdit config, List<String> at, RandomGenerator chance) {
        return config.command(at)
                .map(entry -> arguments(entry.command(), chance))
                .orElse(List.of());
    }

    static Map<String, String> environment(Optional<Located> entry, RandomGenerator chance) {
        var env = new LinkedHashMap<String, String>();
        if (entry.isEmpty() || !(entry.get() instanceof Located.Members members)) {
            return env;
        }
        for (String key : List.of("env", "environment", "envs")) {
            if (members.members().get(key) instanceof Located.Members variables) {
                variables
                        .members()
                        .forEach(
                                (name, value) -> {
                                    if (value instanceof Located.Scalar scalar) {
                                        env.put(name, safe(name, scalar.value(), chance));
                                    }
                                });
            }
        }
        // What is only named comes from somewhere else, and may be anything.
        GuardedEntry.variables(members).forEach(name -> env.putIfAbsent(name, decoy("", chance)));
        return env;
    }

    /** A reference that the client would fill in is as secret as what it stands for. */
    private static String safe(String name, String value, RandomGenerator chance) {
        boolean reference = value.contains("$") || value.startsWith("{");
        return reference || Redaction.isSecret(name, value) ? decoy(value, chance) : value;
    }

    private static String decoy(String secret, RandomGenerator chance) {
        Matcher vendor = VENDOR.matcher(secret);
        String begin = vendor.matches() && vendor.group(1) != null ? vendor.group(1) : "";
        int length = Math.clamp(secret.length() - begin.length(), SHORTEST, LONGEST);
        var decoy = new StringBuilder(begin);
        chance.ints(length, 0, LETTERS.length()).forEach(i -> decoy.append(LETTERS.charAt(i)));
        return decoy.toString();
    }
}
