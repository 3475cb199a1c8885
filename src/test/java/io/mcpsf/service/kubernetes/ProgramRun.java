package io.mcpsf.service.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs a program to its end, which must be a good one. */
final class ProgramRun {

    private ProgramRun() {}

    static void ran(Path folder, Map<String, String> env, List<String> words)
            throws IOException, InterruptedException {
        var builder =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("ran.log").toFile());
        builder.environment().putAll(env);
        if (builder.start().waitFor() != 0) {
            throw new IOException(words + ": " + Files.readString(folder.resolve("ran.log")));
        }
    }
}
