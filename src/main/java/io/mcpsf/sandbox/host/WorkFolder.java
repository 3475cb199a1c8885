package io.mcpsf.sandbox.host;

import io.mcpsf.os.Cleanup;
import io.mcpsf.os.Trees;
import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Where a run keeps what is too large for memory: a folder of the disk for temporary things, with a
 * name like anybody's, open to this user alone, and written down first, so that the next sweep
 * removes it when its maker was killed.
 */
public final class WorkFolder {

    private WorkFolder() {}

    /** A new one. Closing the cleanup deletes it. */
    public static Path make(Cleanup undo) {
        Path own = StateRoot.here().own(undo);
        Path noted = StateRoot.folder(own.resolve("work"), "rwx------");
        Path work = Path.of(System.getProperty("java.io.tmpdir", "/tmp"), StateRoot.plainName());
        new Journal(noted).note(Journal.Kind.TREE, work.toAbsolutePath());
        try {
            Files.createDirectory(
                    work,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new ExecutorException("cannot make a temporary folder " + work, e);
        }
        undo.add(() -> Trees.delete(work));
        return work;
    }
}
