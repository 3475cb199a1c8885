package io.mcpsf.sandbox.host;

import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a sandbox made outside its run folder, written down before it is made, so that after a crash
 * it can be removed by whoever comes next.
 */
public final class Journal {

    /** The kinds of things that outlive their maker. */
    public enum Kind {
        MOUNT,
        CGROUP,
        SLOT,
        CONTAINER
    }

    public record Entry(Kind kind, Path path) {}

    private static final String NAME = "journal";

    private final Path file;

    public Journal(Path runFolder) {
        this.file = runFolder.resolve(NAME);
    }

    public void note(Kind kind, Path path) {
        try {
            Files.writeString(
                    file,
                    kind + " " + path + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new ExecutorException("cannot write " + file, e);
        }
    }

    /** Newest first: the order in which to undo. */
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        if (Files.exists(file)) {
            try {
                for (String line : Files.readAllLines(file)) {
                    parse(line).ifPresent(entries::addFirst);
                }
            } catch (IOException e) {
                throw new ExecutorException("cannot read " + file, e);
            }
        }
        return entries;
    }

    private static Optional<Entry> parse(String line) {
        int space = line.indexOf(' ');
        for (Kind kind : Kind.values()) {
            if (space > 0 && kind.name().equals(line.substring(0, space))) {
                return Optional.of(new Entry(kind, Path.of(line.substring(space + 1))));
            }
        }
        return Optional.empty(); // Cut short by the crash: then the thing was not made either.
    }
}
