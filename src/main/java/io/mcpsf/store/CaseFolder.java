package io.mcpsf.store;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.Evidence;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;

/** The folder of one case. */
public record CaseFolder(String id, Path folder) {

    public static final String EVIDENCE = "evidence.jsonl";

    private static final Pattern NAME =
            Pattern.compile("((export|profile)/)?[A-Za-z0-9][A-Za-z0-9._-]{0,100}");

    /** The case whose folder this is. */
    public static CaseFolder of(Path folder) {
        return new CaseFolder(String.valueOf(folder.getFileName()), folder);
    }

    /**
     * The path of a file of the case, whose name is one plain word, in one of its folders or not.
     */
    public Path file(String name) {
        if (!NAME.matcher(name).matches() || name.contains("..")) {
            throw new StoreException("not a name for a file of a case");
        }
        return folder.resolve(name);
    }

    /** Writes a whole file; a reader sees the old one or the new one, never a part. */
    public Path write(String name, byte[] content) {
        Path file = file(name);
        Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
        try {
            try {
                Path parent = file.getParent();
                if (!folder.equals(parent) && Files.isSymbolicLink(parent)) {
                    throw new StoreException(parent + " is a symbolic link");
                }
                Files.createDirectories(parent);
                Files.deleteIfExists(fresh);
                Files.write(fresh, content, StandardOpenOption.CREATE_NEW);
                return Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (IOException e) {
            throw new StoreException("Cannot write " + file + ": " + e, e);
        }
    }

    public Path write(String name, String content) {
        return write(name, content.getBytes(StandardCharsets.UTF_8));
    }

    /** A new file that grows line by line while the case goes on, such as the evidence. */
    public OutputStream grow(String name) {
        try {
            return new BufferedOutputStream(
                    Files.newOutputStream(
                            file(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    1 << 16);
        } catch (IOException e) {
            throw new StoreException("Cannot begin " + file(name) + ": " + e, e);
        }
    }

    /** The evidence of the case as it was kept. */
    public Evidence evidence() {
        Path file = file(EVIDENCE);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new StoreException("The case " + id + " has no evidence.");
        }
        try (Reader lines = Files.newBufferedReader(file)) {
            return EvidenceFormat.read(lines);
        } catch (IOException | BadJsonException e) {
            throw new StoreException("Cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
