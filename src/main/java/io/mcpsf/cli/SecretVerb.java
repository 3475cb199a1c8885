package io.mcpsf.cli;

import io.mcpsf.broker.SecretVault;
import io.mcpsf.policy.SecretGrant;
import io.mcpsf.run.guarded.SecretSource;
import io.mcpsf.run.guarded.UserSecrets;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.run.request.UsageException;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code secret set|list|delete}: secrets that policies name with {@code from: vault}. */
record SecretVerb(Console console, InputStream in) implements Verb {

    private static final int LONGEST = 4096;

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "secret", "Stores secrets, encrypted, for policies that name them.");
        spec.addPositional(CommandOptions.word("ACTION", "1", "set, list or delete."));
        spec.addPositional(
                PositionalParamSpec.builder()
                        .index("1")
                        .arity("0..1")
                        .type(String.class)
                        .paramLabel("NAME")
                        .description("The name that policies use.")
                        .build());
        spec.addOption(
                CommandOptions.option(
                        "SOURCE",
                        "env:VARIABLE, file:PATH or command:LINE (default: standard input).",
                        "--from"));
        spec.usageMessage()
                .footer("", "Values are never shown. A policy uses one with from: vault.");
        return spec;
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        SecretVault vault = UserSecrets.of(console.env());
        String name = CommandOptions.second(words);
        switch (CommandOptions.first(words)) {
            case "list" ->
                    vault.list()
                            .forEach(
                                    entry ->
                                            console.out()
                                                    .println(
                                                            entry.name() + "  " + entry.created()));
            case "set" -> vault.set(checked(name), value(words, name));
            case "delete" -> {
                if (!vault.delete(checked(name))) {
                    throw new UsageException("unknown secret: " + name, "", "mcpsf secret list");
                }
            }
            default ->
                    throw new UsageException(
                            CommandOptions.first(words) + ": unknown action of secret",
                            "the actions are set, list and delete",
                            "mcpsf help secret");
        }
        return ExitCode.FINE;
    }

    private static String checked(String name) {
        if (!SecretVault.isName(name)) {
            throw new UsageException(
                    "a secret needs a name",
                    "it starts with a letter and has letters, digits, - and _, at most 64",
                    "mcpsf secret set github");
        }
        return name;
    }

    private String value(ParseResult words, String name) throws InterruptedException {
        String from = CommandOptions.value(words, "--from", "");
        try {
            if (!from.isEmpty()) {
                var grant =
                        new SecretGrant(
                                from, List.of(), List.of(), SecretGrant.PutAs.HEADER, false);
                return SecretSource.read(name, grant, console.env());
            }
            String said = new String(in.readNBytes(LONGEST + 1), StandardCharsets.UTF_8).strip();
            return SecretSource.plain(name, said, "standard input");
        } catch (RefusedStartException e) {
            throw new UsageException(String.valueOf(e.getMessage()), e.why(), e.next());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read standard input", e);
        }
    }
}
