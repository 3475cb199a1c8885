package io.mcpsf.cli;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.report.change.ToolLock;
import io.mcpsf.run.UsageException;

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
        return Words.option("FILE", "The lock file (default ./" + NAME + ").", "--lock");
    }

    static LockFile of(ParseResult words) {
        String word = Words.value(words, "--lock", NAME);
        try {
            return new LockFile(Path.of(word));
        } catch (InvalidPathException e) {
            throw new UsageException("--lock " + word + " is no path", "", "--lock " + NAME);
        }
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
        try {
            Files.writeString(path, lock.text());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + path, e);
        }
    }
}
