package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where remote clients are served, and the key that lets them in; {@code made} when it was made up
 * here and must be shown.
 */
record RunHttp(String host, int port, String key, boolean made) {

    private static final Pattern PLACE =
            Pattern.compile("(?:([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:]+]):)?([0-9]{1,5})");

    private static final int SHORTEST_KEY = 16;
    private static final int KEY_BYTES = 24;
    private static final int LARGEST_FILE = 4096;

    static void declare(CommandSpec spec) {
        spec.addOption(
                CommandOptions.option(
                        "[HOST:]PORT",
                        "Serves remote clients over HTTP instead of standard input and output"
                                + " (default host 127.0.0.1).",
                        "--http"));
        spec.addOption(
                CommandOptions.option(
                        "SOURCE",
                        "Key for --http, from env:NAME or file:PATH (default: a new one, printed on"
                                + " standard error).",
                        "--http-key"));
    }

    /** Empty without {@code --http}. */
    static Optional<RunHttp> of(ParseResult words, Map<String, String> env) {
        String place = CommandOptions.value(words, "--http", "");
        String source = CommandOptions.value(words, "--http-key", "");
        if (place.isEmpty() && !source.isEmpty()) {
            throw new UsageException(
                    "--http-key has no effect without --http", "nothing listens", "--http 8080");
        }
        if (place.isEmpty()) {
            return Optional.empty();
        }
        Matcher matcher = PLACE.matcher(place);
        if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65_535) {
            throw new UsageException(
                    "--http %s is not a valid address".formatted(place), "", "--http 8080");
        }
        String host = matcher.group(1) == null ? "127.0.0.1" : matcher.group(1);
        return Optional.of(
                new RunHttp(
                        host.replaceAll("[\\[\\]]", ""),
                        Integer.parseInt(matcher.group(2)),
                        source.isEmpty() ? fresh() : read(source, env),
                        source.isEmpty()));
    }

    /** The address as a client has it in its configuration. */
    String url(int listening) {
        return "http://%s:%d/mcp"
                .formatted(host.contains(":") ? "[" + host + "]" : host, listening);
    }

    /** Says where it listens, and what a client needs. */
    void announce(int listening, Consumer<String> tell) {
        tell.accept("mcpsf: listening on " + url(listening));
        if (made) {
            tell.accept("mcpsf: clients need the header Authorization: Bearer " + key);
        }
        if (!loopback()) {
            tell.accept(
                    "mcpsf: warning: the connection is not encrypted; use a TLS proxy in front");
        }
    }

    boolean loopback() {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
    }

    private static String fresh() {
        byte[] bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String read(String source, Map<String, String> env) {
        String key =
                switch (source.replaceFirst(":.*", "")) {
                    case "env" -> env.getOrDefault(source.substring("env:".length()), "");
                    case "file" -> file(Path.of(source.substring("file:".length())));
                    default ->
                            throw new UsageException(
                                    "--http-key %s is not understood".formatted(source),
                                    "a key on the command line is visible to all users",
                                    "--http-key env:NAME or file:PATH");
                };
        if (key.length() < SHORTEST_KEY || !key.matches("[\\x21-\\x7E]+")) {
            throw new UsageException(
                    "the key from %s can't be used".formatted(source),
                    "it must have at least %d printable characters".formatted(SHORTEST_KEY),
                    "openssl rand -hex 24");
        }
        return key;
    }

    private static String file(Path path) {
        try (var in = Files.newInputStream(path)) {
            return new String(in.readNBytes(LARGEST_FILE), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UsageException("cannot read " + path, "", "--http-key file:PATH");
        }
    }
}
