package io.mcpsf.report;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs of others that check what we write, fetched once by name and version. */
public final class Borrowed {

    private static final Path BORROWED = Path.of("target/borrowed");
    private static final Path NPM = BORROWED.resolve("npm");

    private Borrowed() {}

    /** A file of an npm package. */
    public static synchronized Path npm(String name, String version, String file)
            throws IOException, InterruptedException {
        try (FileChannel _ = alone()) {
            return fetchNpm(name, version, file);
        }
    }

    private static Path fetchNpm(String name, String version, String file)
            throws IOException, InterruptedException {
        Path there = NPM.resolve("node_modules").resolve(name).resolve(file);
        if (!Files.isRegularFile(there)) {
            Files.createDirectories(NPM);
            run(
                    List.of(
                            "npm",
                            "install",
                            "--prefix",
                            NPM.toString(),
                            "--no-audit",
                            "--no-fund",
                            "--ignore-scripts",
                            name + "@" + version));
        }
        if (!Files.isRegularFile(there)) {
            throw new AssertionError(name + " has no " + file);
        }
        return there;
    }

    /** A Python that has these packages. */
    public static synchronized Path python(String... packages)
            throws IOException, InterruptedException {
        try (FileChannel _ = alone()) {
            return fetchPython(packages);
        }
    }

    /** Tests run in several processes; one of them fetches, until this is closed. */
    private static FileChannel alone() throws IOException {
        Files.createDirectories(BORROWED);
        FileChannel lock =
                FileChannel.open(
                        BORROWED.resolve("lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
        lock.lock();
        return lock;
    }

    /**
     * Each set of packages has a home of its own, since they disagree about versions of others. A
     * pip in each home, and compiling what is never imported, would take most of the time.
     */
    private static Path fetchPython(String... packages) throws IOException, InterruptedException {
        String name = String.join("+", packages).replaceAll("[^a-zA-Z0-9+.=-]", "_");
        Path home = BORROWED.resolve("python").resolve(name).toAbsolutePath();
        Path done = home.resolve("done");
        if (!Files.exists(done)) {
            run(List.of("python3", "-m", "venv", "--clear", "--without-pip", home.toString()));
            var install = new ArrayList<>(List.of("python3", "-m", "pip"));
            install.addAll(List.of("--python", home.toString(), "install", "-q", "--no-compile"));
            install.addAll(List.of(packages));
            run(install);
            Files.createFile(done);
        }
        return home.resolve("bin/python3");
    }

    /** What a program says, both streams together; it must end well. */
    public static String run(List<String> command) throws IOException, InterruptedException {
        Path said = Files.createTempFile("said", ".txt");
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(said.toFile())
                            .start();
            if (!process.waitFor(5, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError(command + " did not end");
            }
            String words = Files.readString(said, StandardCharsets.UTF_8);
            if (process.exitValue() != 0) {
                throw new AssertionError(command + " ended " + process.exitValue() + ": " + words);
            }
            return words;
        } finally {
            Files.deleteIfExists(said);
        }
    }
}
