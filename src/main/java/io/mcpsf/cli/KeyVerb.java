package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;
import io.mcpsf.service.Foundation;
import io.mcpsf.service.access.Key;
import io.mcpsf.service.access.KeyLimits;
import io.mcpsf.service.access.Keys;
import io.mcpsf.service.access.Post;
import io.mcpsf.service.access.Role;
import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** {@code key create}, {@code key list} and {@code key revoke ID}: the keys of a service. */
record KeyVerb(Console console, InstantSource clock) implements Verb {

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command("key", "Creates, lists and revokes API keys of a service.");
        spec.addPositional(CommandOptions.word("ACTION", "1", "create, list or revoke."));
        spec.addPositional(
                PositionalParamSpec.builder()
                        .index("1")
                        .arity("0..1")
                        .type(String.class)
                        .paramLabel("ID")
                        .description("The key to revoke.")
                        .build());
        spec.addOption(CommandOptions.option("NAME", "The owner of the key.", "--name"));
        spec.addOption(
                CommandOptions.option(
                        "ROLE",
                        "viewer, submitter (default), approver, admin, or operator (all teams).",
                        "--role"));
        spec.addOption(
                CommandOptions.option(
                        "TEAM",
                        "The team whose jobs, reports and audit log it can see (default: default).",
                        "--team"));
        spec.addOption(
                CommandOptions.option("N", "Requests per minute (default 600).", "--per-minute"));
        spec.addOption(
                CommandOptions.option(
                        "TIME",
                        "The key ends after this time, such as 30d or 12h (default: never).",
                        "--expires"));
        ServiceWords.declare(spec);
        return spec;
    }

    @Override
    public int run(ParseResult words) {
        try (Foundation foundation = ServiceWords.open(words, console.env())) {
            Keys keys = foundation.keys();
            switch (CommandOptions.first(words)) {
                case "create" -> create(words, keys);
                case "list" -> keys.all().forEach(this::print);
                case "revoke" -> revoke(CommandOptions.second(words), keys);
                default ->
                        throw new UsageException(
                                CommandOptions.first(words) + ": unknown action of key",
                                "the actions are create, list and revoke",
                                "mcpsf help key");
            }
        }
        return ExitCode.FINE;
    }

    private void create(ParseResult words, Keys keys) {
        String word = CommandOptions.value(words, "--role", "submitter");
        Role role =
                Role.named(word)
                        .orElseThrow(
                                () ->
                                        new UsageException(
                                                "--role " + word + " is unknown",
                                                "the roles are viewer, submitter, approver, admin"
                                                        + " and operator",
                                                "leave it out for submitter"));
        String team = CommandOptions.value(words, "--team", Post.DEFAULT);
        if (!Post.isTeam(team)) {
            throw new UsageException(
                    "--team is not a valid team name",
                    "it may have lower-case letters, digits and dashes, at most 40",
                    "--team red");
        }
        String perMinute = CommandOptions.value(words, "--per-minute", "600");
        if (!perMinute.matches("[1-9][0-9]{0,6}")) {
            throw new UsageException(
                    "--per-minute is not a positive number", "", "--per-minute 600");
        }
        KeyLimits usual = KeyLimits.usual();
        var limits =
                new KeyLimits(Integer.parseInt(perMinute), usual.jobsAtOnce(), usual.jobsPerDay());
        long expires = expires(words);
        try {
            Keys.Made made =
                    keys.make(
                            CommandOptions.value(words, "--name", word),
                            new Post(role, team),
                            limits,
                            expires);
            // The secret alone on stdout, so that a script can keep it.
            console.err()
                    .println(
                            "key %s%s; it is not shown again:"
                                    .formatted(made.key().id(), ends(made.key())));
            console.err().flush();
            console.out().println(made.secret());
        } catch (Keys.FirstKeyException e) {
            throw new UsageException(
                    "the first key must have the role admin",
                    "once a key exists, only an admin can create others",
                    "mcpsf key create --role admin --name "
                            + CommandOptions.value(words, "--name", "me"));
        }
    }

    /** In milliseconds since 1970; zero for never. */
    private long expires(ParseResult words) {
        String word = CommandOptions.value(words, "--expires", "");
        return word.isEmpty()
                ? 0
                : clock.instant().plus(Durations.read("--expires", word)).toEpochMilli();
    }

    private String ends(Key key) {
        long expires = key.times().expires();
        if (expires == 0) {
            return "";
        }
        Instant end = Instant.ofEpochMilli(expires).truncatedTo(ChronoUnit.SECONDS);
        return (expires <= clock.millis() ? ", expired " : ", expires ") + end;
    }

    private void revoke(String id, Keys keys) {
        try {
            if (!keys.revoke(id)) {
                throw new UsageException("unknown key: " + id, "", "mcpsf key list");
            }
        } catch (Keys.LastAdminException e) {
            throw new UsageException(
                    "the last admin key cannot be revoked", "", "mcpsf key create --role admin");
        }
    }

    private void print(Key key) {
        console.out()
                .println(
                        Printable.line(
                                "%s  %-9s  %-12s  %s%s%s"
                                        .formatted(
                                                key.id(),
                                                key.role().word(),
                                                key.team(),
                                                key.name(),
                                                ends(key),
                                                key.times().revoked() > 0 ? "  (revoked)" : "")));
    }
}
