package io.mcpsf.report;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Programs of others that tests need, each set installed once for a user, by names and versions.
 * Where they lie is one more cache of packages, beside those of npm and pip: it outlives the folder
 * of the build, and may be deleted at any time.
 */
public final class Borrowed {

    private static final Path CACHE = cache();

    private Borrowed() {}

    /** A file of an npm package. */
    public static Path npm(String name, String version, String file)
            throws IOException, InterruptedException {
        Path there = node(name + "@" + version).resolve("node_modules").resolve(name).resolve(file);
        if (!Files.isRegularFile(there)) {
            throw new AssertionError(name + " has no " + file);
        }
        return there;
    }

    /** A folder with these npm packages in its node_modules; none of their scripts has run. */
    public static Path node(String... packages) throws IOException, InterruptedException {
        return npmInstall(List.of("--ignore-scripts"), "npm", packages);
    }

    /** The same with their scripts. */
    public static Path nodeWithScripts(String... packages)
            throws IOException, InterruptedException {
        return npmInstall(List.of(), "npm-scripts", packages);
    }

    private static Path npmInstall(List<String> options, String kind, String... packages)
            throws IOException, InterruptedException {
        return once(
                kind,
                packages,
                "@[0-9]",
                home -> {
                    Files.createDirectories(home);
                    Files.writeString(
                            home.resolve("package.json"),
                            "{\"name\":\"borrowed\",\"version\":\"1.0.0\",\"private\":true}");
                    var install = new ArrayList<>(List.of("npm", "install", "--prefix"));
                    install.add(home.toString());
                    install.addAll(List.of("--no-audit", "--no-fund", "--no-package-lock"));
                    install.addAll(options);
                    install.addAll(List.of(packages));
                    run(install);
                });
    }

    /**
     * A Python that has these packages. Each set of packages has a home of its own, since they
     * disagree about versions of others. A pip in each home, and compiling what is never imported,
     * would take most of the time.
     */
    public static Path python(String... packages) throws IOException, InterruptedException {
        return pythonHome(packages).resolve("bin/python3");
    }

    /** The home of the same. */
    public static Path pythonHome(String... packages) throws IOException, InterruptedException {
        return once(
                "python",
                packages,
                "==[0-9]",
                home -> {
                    run(List.of("python3", "-m", "venv", "--clear", "--without-pip", "" + home));
                    var install = new ArrayList<>(List.of("python3", "-m", "pip", "--python"));
                    install.addAll(List.of("" + home, "install", "-q", "--no-compile"));
                    install.addAll(List.of(packages));
                    run(install);
                });
    }

    private interface Install {
        void into(Path home) throws IOException, InterruptedException;
    }

    /** Tests run in several processes; one of them installs. */
    private static synchronized Path once(
            String kind, String[] packages, String exact, Install install)
            throws IOException, InterruptedException {
        for (String one : packages) {
            if (!one.matches(".+" + exact + ".*")) {
                throw new AssertionError(one + " is kept for long, so it needs an exact version");
            }
        }
        String name = String.join("+", Arrays.asList(packages)).replaceAll("[^\\w+.=@-]", "_");
        Path home = CACHE.resolve(kind).resolve(name);
        Path done = home.resolve("done");
        if (Files.exists(done)) {
            return home;
        }
        Files.createDirectories(CACHE);
        try (FileChannel lock =
                FileChannel.open(
                        CACHE.resolve("lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE)) {
            lock.lock();
            if (!Files.exists(done)) {
                install.into(home);
                Files.createFile(done);
            }
        }
        return home;
    }

    private static Path cache() {
        String given = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path caches =
                given.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(given);
        return caches.resolve("mcpsf-test-peers").toAbsolutePath();
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
