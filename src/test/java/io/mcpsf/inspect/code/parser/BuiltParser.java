package io.mcpsf.inspect.code.parser;

import io.mcpsf.os.Command;
import io.mcpsf.os.SystemPackages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The real parser, built where a user's would be, so that all tests of a machine share it. */
public final class BuiltParser {

    private BuiltParser() {}

    public static synchronized Path program() {
        String own = System.getenv().getOrDefault("MCPSF_CACHE", "");
        Path cache =
                own.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache", "mcpsf")
                        : Path.of(own);
        return ParserBuild.built(cache).orElseGet(() -> build(cache));
    }

    private static Path build(Path cache) {
        try {
            if (!SystemPackages.here("cc")) {
                SystemPackages.install("gcc", said -> {});
                SystemPackages.install("libc6-dev", said -> {});
            }
            Path work = Files.createTempDirectory("parser-test-");
            Map<String, Path> packages = new HashMap<>();
            for (ParserBuild.Source one : ParserBuild.PACKAGES) {
                Path folder = Files.createDirectory(work.resolve(one.name()));
                run(folder, "npm", "pack", "--silent", one.name() + "@" + one.version());
                run(
                        folder,
                        "tar",
                        "xzf",
                        one.name() + "-" + one.version() + ".tgz",
                        "--strip-components=1");
                packages.put(one.name(), folder);
            }
            return ParserBuild.build(packages, cache, work);
        } catch (IOException e) {
            throw new IllegalStateException("no parser for the tests", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("no parser for the tests", e);
        }
    }

    private static void run(Path folder, String... argv) throws InterruptedException {
        Command.Result result =
                Command.of(argv)
                        .withOnly(System.getenv())
                        .in(folder)
                        .within(Duration.ofMinutes(3))
                        .run();
        if (!result.good()) {
            throw new IllegalStateException(argv[0] + ": " + result.complaint());
        }
    }
}
