package io.mcpsf.version;

import io.mcpsf.os.Command;
import io.mcpsf.os.Trees;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The libraries that the package managers themselves use, asked line by line. */
final class Oracle {

    private static final int ANSWERS = 16 << 20;

    private Oracle() {}

    /** One answer per question from node-semver: version, tab, range, or version, tab, version. */
    static List<String> nodeSemver(List<String> questions) throws Exception {
        return inFolder(
                folder -> {
                    good(
                            Command.of(
                                            "npm",
                                            "install",
                                            "--ignore-scripts",
                                            "--no-audit",
                                            "--no-fund",
                                            "semver@7")
                                    .with("HOME", System.getProperty("user.home", "/root"))
                                    .in(folder)
                                    .within(Duration.ofMinutes(2))
                                    .run());
                    return ask(folder, questions, "node", "-e", script("semver.js"));
                });
    }

    /** The same from Python's packaging. */
    static List<String> packaging(List<String> questions) throws Exception {
        return inFolder(
                folder -> {
                    python(folder, "packaging");
                    return ask(folder, questions, "python3", "-c", script("packaging.py"));
                });
    }

    private static void python(Path folder, String what) throws Exception {
        good(
                Command.of("python3", "-m", "pip", "install", "-q", "--target", ".", what)
                        .with("HOME", System.getProperty("user.home", "/root"))
                        .with("PATH", System.getenv("PATH"))
                        .in(folder)
                        .within(Duration.ofMinutes(2))
                        .run());
    }

    private static List<String> ask(Path folder, List<String> questions, String... program)
            throws Exception {
        Command.Result result =
                Command.of(program)
                        .with("PATH", System.getenv("PATH"))
                        .in(folder)
                        .keeping(ANSWERS)
                        .within(Duration.ofMinutes(2))
                        .run(String.join("\n", questions).getBytes(StandardCharsets.UTF_8));
        return good(result).stdout().lines().toList();
    }

    private static String script(String name) throws Exception {
        return Files.readString(Path.of("src/test/resources/oracle", name));
    }

    static Command.Result good(Command.Result result) {
        if (!result.good()) {
            throw new AssertionError(result.complaint());
        }
        return result;
    }

    private interface Asking {
        List<String> ask(Path folder) throws Exception;
    }

    private static List<String> inFolder(Asking asking) throws Exception {
        Path folder = Files.createTempDirectory("oracle-");
        try {
            return asking.ask(folder);
        } finally {
            Trees.delete(folder);
        }
    }
}
