package io.mcpsf.service.worker;

import io.mcpsf.os.Trees;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/** Folders for jobs that run, named by our process, so that those of a killed one are known. */
final class WorkFolders {

    private final Path work;

    WorkFolders(Path work) {
        this.work = work;
    }

    /** One of them, deleted when it is closed. */
    record Open(Path path) implements AutoCloseable {
        @Override
        public void close() {
            Trees.delete(path);
        }
    }

    Open open(String token) throws IOException {
        Files.createDirectories(work);
        Path folder = work.resolve(ProcessHandle.current().pid() + "-" + token);
        return new Open(
                Files.createDirectory(
                        folder,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------"))));
    }

    /** Deletes what processes left that are gone. */
    void sweep() {
        if (!Files.isDirectory(work)) {
            return;
        }
        List<Path> left;
        try (Stream<Path> all = Files.list(work)) {
            left =
                    all.filter(f -> f.getFileName().toString().matches("[0-9]{1,9}-[0-9a-z]{26}"))
                            .filter(f -> !alive(f.getFileName().toString()))
                            .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + work, e);
        }
        left.forEach(Trees::delete);
    }

    private static boolean alive(String name) {
        return ProcessHandle.of(Long.parseLong(name.substring(0, name.indexOf('-')))).isPresent();
    }
}
