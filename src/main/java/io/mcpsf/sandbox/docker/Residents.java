package io.mcpsf.sandbox.docker;

import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The processes of this host. */
final class Residents {

    private Residents() {}

    /** The one that runs this very file, wherever it is shown to it. */
    static Optional<Long> running(Path program) {
        try {
            Object wanted = Files.readAttributes(program, "unix:dev,ino");
            try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
                for (Path process : all) {
                    if (wanted.equals(image(process))) {
                        return Optional.of(Long.parseLong(process.getFileName() + ""));
                    }
                }
            }
            return Optional.empty();
        } catch (IOException | DirectoryIteratorException e) {
            throw new ExecutorException("cannot look at the processes of this host", e);
        }
    }

    /** Which file a process runs; nothing for one of the kernel's, or that is gone. */
    private static Object image(Path process) {
        try {
            return Files.readAttributes(process.resolve("exe"), "unix:dev,ino");
        } catch (IOException e) {
            return "";
        }
    }
}
