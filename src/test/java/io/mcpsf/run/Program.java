package io.mcpsf.run;

import io.mcpsf.os.Command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A program that a test needs: found on this machine, or installed on it. */
public final class Program {

    private static final List<String> FOLDERS =
            List.of("/usr/local/go/bin", "/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin");

    private Program() {}

    /** Its path. When it is missing the package is installed; a test without it must fail. */
    public static synchronized Path need(String name, String packageName)
            throws InterruptedException {
        Path found = find(name);
        if (!Files.isExecutable(found)) {
            Command.Result installed =
                    Command.of(
                                    "apt-get",
                                    "-o",
                                    "DPkg::Lock::Timeout=120",
                                    "install",
                                    "-y",
                                    "-q",
                                    "--no-install-recommends",
                                    packageName)
                            .with("DEBIAN_FRONTEND", "noninteractive")
                            .within(Duration.ofMinutes(5))
                            .run();
            found = find(name);
            if (!Files.isExecutable(found)) {
                throw new AssertionError(
                        "this test needs %s: apt-get install %s: %s"
                                .formatted(name, packageName, installed.complaint()));
            }
        }
        return found;
    }

    private static Path find(String name) {
        return FOLDERS.stream()
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(Path.of("/usr/bin", name));
    }
}
