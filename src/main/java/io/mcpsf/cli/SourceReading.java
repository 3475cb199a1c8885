package io.mcpsf.cli;

import io.mcpsf.discover.ConfigEntries;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.model.Target;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.source.BadSourceException;
import io.mcpsf.source.Sources;
import io.mcpsf.text.Printable;
import io.mcpsf.text.ShellWords;
import io.mcpsf.text.Spelling;

import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Reads whatever a developer has at hand as a source: a word, a command line, or an entry of a
 * client's configuration. A plain name is looked up, and asked about when two registries have it.
 */
record SourceReading(Console console, Ports.Naming naming, InputStream answers) {

    GivenSource read(ParseResult words, List<String> behind, Path here)
            throws InterruptedException {
        String word = CommandOptions.first(words);
        String config = CommandOptions.value(words, "--config", "");
        if (!config.isEmpty()) {
            refuseTwo(word, "--config " + config);
            return entry(file(Path.of(config)), words, config, here);
        }
        if (words.hasMatchedOption("--server")) {
            throw new UsageException(
                    "--server needs --config",
                    "it names an entry of a client's configuration",
                    "--config FILE --server NAME");
        }
        if (word.isEmpty()) {
            return behind.isEmpty() ? nothing() : CommandSource.read(behind, here);
        }
        if (word.stripLeading().startsWith("{")) {
            return entry(text(word), words, "the given JSON", here);
        }
        if (word.contains(" ") && !Files.exists(here.resolve(word))) {
            List<String> line = AssessRequestReader.command(word);
            if (CommandSource.is(line)) {
                GivenSource given = CommandSource.read(line, here);
                return behind.isEmpty()
                        ? given
                        : new GivenSource(given.source(), given.command(), behind, given.env());
            }
        }
        boolean offline = words.hasMatchedOption("--offline");
        return GivenSource.of(offline ? word : named(word, here), behind);
    }

    private static GivenSource nothing() {
        throw new UsageException(
                "no source was given",
                "a source is a package, a folder, a repository, a URL or a command",
                "mcpsf assess @scope/server, or mcpsf help assess");
    }

    private static void refuseTwo(String word, String other) {
        if (!word.isEmpty()) {
            throw new UsageException(
                    "two sources were given: %s and %s".formatted(word, other),
                    "one assessment has one source",
                    "mcpsf assess " + ShellWords.join(List.of(word)));
        }
    }

    private GivenSource entry(ConfigEntries entries, ParseResult words, String where, Path here) {
        String name = chosen(entries.names(), CommandOptions.value(words, "--server", ""), where);
        String address = entries.address(name);
        if (!address.isEmpty()) {
            return GivenSource.of(address, List.of());
        }
        var chance = new SecureRandom();
        GivenSource given = CommandSource.read(entries.command(name, chance), here);
        var env = new LinkedHashMap<>(given.env());
        env.putAll(entries.variables(name, chance));
        return new GivenSource(given.source(), given.command(), given.arguments(), env);
    }

    private static String chosen(List<String> names, String wanted, String where) {
        if (names.isEmpty()) {
            throw new UsageException(
                    "no MCP server in " + where,
                    "it has no entry with a command or a URL",
                    "mcpsf discover lists the servers that your clients have configured");
        }
        if (wanted.isEmpty() && names.size() == 1) {
            return names.getFirst();
        }
        if (names.contains(wanted)) {
            return wanted;
        }
        String close =
                Spelling.nearest(wanted, names).map(n -> "did you mean " + n + "? ").orElse("");
        throw new UsageException(
                wanted.isEmpty()
                        ? "%s has %d servers".formatted(where, names.size())
                        : "%s has no server %s".formatted(where, wanted),
                "the names are " + String.join(", ", names),
                wanted.isEmpty() ? "--server " + names.getFirst() : close + "--server NAME");
    }

    private static ConfigEntries file(Path file) {
        try {
            return ConfigEntries.file(file);
        } catch (BadJsonException e) {
            throw new UsageException(
                    "cannot read " + file,
                    String.valueOf(e.getMessage()),
                    "pass a client's configuration, such as .mcp.json");
        }
    }

    private static ConfigEntries text(String json) {
        try {
            return ConfigEntries.text(json);
        } catch (BadJsonException e) {
            throw new UsageException(
                    "the source is not valid JSON",
                    String.valueOf(e.getMessage()),
                    "quote the whole entry with single quotes, or use --config FILE");
        }
    }

    /** The word with the registry that has it. */
    private String named(String word, Path here) throws InterruptedException {
        try {
            if (!Sources.namesNoRegistry(word, here)) {
                return word;
            }
        } catch (BadSourceException e) {
            return word; // Told by whoever fetches it.
        }
        int at = word.indexOf('@');
        String name = at < 0 ? word : word.substring(0, at);
        String version = at < 0 ? "" : word.substring(at + 1);
        List<Target> homes = naming.packages(name, version);
        return switch (homes.size()) {
            case 0 -> word;
            case 1 -> spelled(homes.getFirst(), at < 0 ? "" : word.substring(at));
            default -> asked(word, at < 0 ? "" : word.substring(at));
        };
    }

    private static String spelled(Target home, String version) {
        return home instanceof Target.Pypi
                ? "pypi:" + home.name() + version
                : home.name() + version;
    }

    private String asked(String word, String version) {
        String name = word.substring(0, word.length() - version.length());
        List<String> both = List.of("npm:" + name + version, "pypi:" + name + version);
        if (!console.ends().errIsTerminal()) {
            throw new UsageException(
                    "%s is the name of two packages".formatted(word),
                    "npm and PyPI both have one, and they need not be related",
                    "mcpsf assess %s, or mcpsf assess %s".formatted(both.get(0), both.get(1)));
        }
        console.err()
                .println(
                        Printable.line(
                                "npm and PyPI both have a package %s. Which one?".formatted(name)));
        console.err().println("  1  " + Printable.line(both.get(0)));
        console.err().println("  2  " + Printable.line(both.get(1)));
        console.err().print("Choose [1/2]: ");
        console.err().flush();
        int answer = answer();
        if (answer != '1' && answer != '2') {
            throw new UsageException(
                    "none was chosen",
                    "two registries have a package of this name",
                    "mcpsf assess %s, or mcpsf assess %s".formatted(both.get(0), both.get(1)));
        }
        return both.get(answer - '1');
    }

    private int answer() {
        try {
            return answers.read();
        } catch (IOException e) {
            return -1;
        }
    }
}
