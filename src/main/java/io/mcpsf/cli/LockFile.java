package io.mcpsf.cli;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.report.change.ToolLock;
import io.mcpsf.run.request.UsageException;

import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** {@code mcpsf.lock} on disk. */
record LockFile(Path path) {

    private static final String NAME = "mcpsf.lock";

    static OptionSpec option() {
        return CommandOptions.option("FILE", "The lock file (default ./" + NAME + ").", "--lock");
    }

    static LockFile of(ParseResult words) {
        String word = CommandOptions.value(words, "--lock", NAME);
        try {
            return new LockFile(Path.of(word));
        } catch (InvalidPathException e) {
            throw new UsageException(
                    "--lock " + word + " is not a valid path", "", "--lock " + NAME);
        }
    }

    /**
     * The one to hold a case against. One that came with what was assessed is its author's word,
     * who would pin what they ship; unless it is named, it does not count.
     */
    static LockFile against(ParseResult words, String source, Path here) {
        LockFile file = of(words);
        if (!words.hasMatchedOption("--lock")
                && Assessed.by(source, here).repository(here.resolve(file.path()))) {
            throw new UsageException(
                    file.path() + " is part of what was assessed",
                    "the author of the server may have written it",
                    "--lock " + file.path() + " if it is yours");
        }
        return file;
    }

    boolean there() {
        return Files.isRegularFile(path);
    }

    ToolLock read() {
        try {
            return ToolLock.read(Files.readString(path));
        } catch (IOException | BadJsonException e) {
            throw new UsageException(
                    "cannot read " + path, String.valueOf(e.getMessage()), "mcpsf pin CASE");
        }
    }

    void write(ToolLock lock) {
        if (Files.isSymbolicLink(path)) {
            throw new UsageException(
                    path + " is a symbolic link",
                    "it could point anywhere",
                    "--lock FILE names the file itself");
        }
        try {
            Files.writeString(path, lock.text());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + path, e);
        }
    }
}
