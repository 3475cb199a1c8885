package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder for cases, looked at before minutes of work are done for it. */
final class OutputFolder {

    private OutputFolder() {}

    /** The folder itself, when it is writable or can be made. */
    static Path writable(Path folder) {
        Path there = folder.toAbsolutePath().normalize();
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there)) {
            throw refused(folder, there + " is a file");
        }
        if (!Files.isWritable(there) || there.startsWith("/proc") || there.startsWith("/sys")) {
            throw refused(folder, "you may not write in " + there);
        }
        return folder;
    }

    private static UsageException refused(Path folder, String why) {
        return new UsageException(
                "cannot write cases to " + folder, why, "--output DIR, with a folder of yours");
    }
}
