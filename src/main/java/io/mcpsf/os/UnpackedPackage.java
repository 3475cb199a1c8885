package io.mcpsf.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * The files of a package of this system, fetched by apt, which verifies it, and unpacked without
 * being installed.
 */
public final class UnpackedPackage {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private UnpackedPackage() {}

    /** Fetches and unpacks it below {@code work}, an empty folder of the caller's. */
    public static Path of(String name, Path work) throws IOException, InterruptedException {
        must(
                Command.of(
                                "apt-get",
                                "-q",
                                "-o",
                                "APT::Sandbox::User=" + System.getProperty("user.name", "root"),
                                "download",
                                name)
                        .withOnly(SystemPackages.environment())
                        .in(work)
                        .within(PATIENCE)
                        .run());
        try (Stream<Path> files = Files.list(work)) {
            Path deb =
                    files.filter(file -> file.toString().endsWith(".deb"))
                            .findFirst()
                            .orElseThrow(() -> new IOException("apt fetched no " + name));
            Path tree = work.resolve("tree");
            must(
                    Command.of("dpkg-deb", "-x", deb.toString(), tree.toString())
                            .within(PATIENCE)
                            .run());
            return tree;
        }
    }

    private static void must(Command.Result result) throws IOException {
        if (!result.good()) {
            throw new IOException(result.complaint());
        }
    }
}
