package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;

import org.jspecify.annotations.Nullable;

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

    /** Below the working folder when it lies there: short, and ready to be copied. */
    static String shown(@Nullable Path folder) {
        if (folder == null) {
            return "";
        }
        Path here = Path.of("").toAbsolutePath();
        Path there = folder.toAbsolutePath().normalize();
        return there.startsWith(here) && !there.equals(here)
                ? here.relativize(there).toString()
                : there.toString();
    }
}
