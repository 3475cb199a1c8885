package io.mcpsf.run.guarded;

import io.mcpsf.os.Command;
import io.mcpsf.policy.SecretGrant;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.text.ShellWords;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads the value of a secret from where its grant says, in the user's own name. */
public final class SecretSource {

    private static final int LONGEST = 4096;

    private SecretSource() {}

    /** The value of a grant, where the user's own secrets are no choice. */
    public static String read(String name, SecretGrant grant, Map<String, String> env)
            throws InterruptedException {
        return read(name, grant, env, _ -> Optional.empty());
    }

    /** {@code vault} knows the secrets that the user keeps, by their names. */
    static String read(
            String name,
            SecretGrant grant,
            Map<String, String> env,
            Function<String, Optional<String>> vault)
            throws InterruptedException {
        String from = grant.from();
        int colon = from.indexOf(':');
        String rest = from.substring(colon + 1);
        String value =
                switch (colon < 0 ? from : from.substring(0, colon)) {
                    case "env" -> env.getOrDefault(rest, "");
                    case "file" -> file(name, rest);
                    case "command" -> command(name, rest);
                    default ->
                            vault.apply(name)
                                    .orElseThrow(
                                            () ->
                                                    refused(
                                                            name,
                                                            "the vault has no secret with that"
                                                                    + " name",
                                                            "mcpsf secret set " + name));
                };
        return plain(name, value.strip(), from);
    }

    /** A value that can stand in a request; throws when it cannot. */
    public static String plain(String name, String value, String from) {
        if (value.isEmpty()) {
            throw refused(name, from + " holds nothing", "set it, or remove it from the policy");
        }
        if (value.length() > LONGEST || value.chars().anyMatch(c -> c < 0x21 || c > 0x7e)) {
            throw refused(
                    name,
                    from + " contains more than one word of plain characters",
                    "keep only the token in it");
        }
        return value;
    }

    /** The variable that the server finds its stand-in in. */
    static String variable(String name, SecretGrant grant) {
        return grant.from().startsWith("env:")
                ? grant.from().substring("env:".length())
                : name.toUpperCase(java.util.Locale.ROOT).replace('-', '_');
    }

    private static String file(String name, String path) {
        try (var in = Files.newInputStream(LentFolders.path(path))) {
            return new String(in.readNBytes(2 * LONGEST), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw refused(name, "cannot read " + path, "check the path");
        }
    }

    private static String command(String name, String line) throws InterruptedException {
        Command.Result said = Command.of(ShellWords.split(line)).run();
        if (!said.good()) {
            throw refused(name, "its command failed with code " + said.code(), "try it manually");
        }
        return said.stdout();
    }

    private static RefusedStartException refused(String name, String why, String next) {
        return new RefusedStartException("the secret " + name + " is not available", why, next);
    }
}
