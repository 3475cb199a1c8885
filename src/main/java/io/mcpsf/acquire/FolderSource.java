package io.mcpsf.acquire;

import io.mcpsf.model.Artifact;
import io.mcpsf.model.Target;
import io.mcpsf.os.TreeCopy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;

/** A folder on this machine: copied, and never touched. */
public final class FolderSource {

    /** More than any server that people would install. */
    private static final TreeCopy.Caps CAPS = new TreeCopy.Caps(200_000, 2L << 30, 64);

    /** The history of the code is no part of what would be installed, and can be huge. */
    private static final Set<String> LEFT_OUT = Set.of(".git");

    private FolderSource() {}

    /**
     * Copies the folder to {@code into}, which must not lie inside it. What had to be left out is
     * said to {@code notes} in our own words.
     */
    public static Artifact acquire(Target.Local target, Path into, Consumer<String> notes) {
        return acquire(target, into, CAPS, notes);
    }

    static Artifact acquire(
            Target.Local target, Path into, TreeCopy.Caps caps, Consumer<String> notes) {
        Path folder = target.folder();
        if (!Files.exists(folder)) {
            throw new AcquireException(
                    "cannot read " + folder,
                    "there is no such folder",
                    "Check the spelling; a repository is written github:OWNER/REPOSITORY");
        }
        if (!Files.isDirectory(folder)) {
            throw new AcquireException(
                    "cannot read " + folder,
                    "it is a file, but not a supported archive",
                    "Give the folder that the server is in");
        }
        try {
            return copy(target, folder.toRealPath(), into, caps, notes);
        } catch (TreeCopy.RefusedException e) {
            throw new AcquireException(
                    folder + " cannot be assessed", String.valueOf(e.getMessage()), "", e);
        } catch (AccessDeniedException e) {
            throw new AcquireException("cannot read " + e.getFile(), "permission denied", "", e);
        } catch (IOException e) {
            throw new AcquireException("cannot copy " + folder, String.valueOf(e), "", e);
        }
    }

    private static Artifact copy(
            Target.Local target, Path folder, Path into, TreeCopy.Caps caps, Consumer<String> notes)
            throws IOException {
        Path copy = into.toAbsolutePath().normalize();
        Files.createDirectories(copy);
        if (copy.toRealPath().startsWith(folder)) {
            throw new AcquireException(
                    "cannot copy " + folder,
                    "the copy would be inside it",
                    "Assess a folder below it");
        }
        TreeCopy.Copied copied = TreeCopy.digest(folder, copy, caps, LEFT_OUT);
        TreeCopy.Counts counts = copied.counts();
        if (counts.files() == 0) {
            throw new AcquireException(
                    "cannot assess " + folder,
                    "it contains no files",
                    "Give the folder with the server's package.json or pyproject.toml");
        }
        if (counts.outsideLinks() > 0) {
            notes.accept("links that lead out of the folder, skipped: " + counts.outsideLinks());
        }
        if (Files.exists(folder.resolve(".git"))) {
            notes.accept(".git was skipped");
        }
        return new Artifact(
                target, TreeDigest.of(copied.entries()), copy, counts.files(), counts.bytes());
    }
}
