package io.mcpsf.version;

import io.mcpsf.os.Command;
import io.mcpsf.report.Borrowed;

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
        return ask(Borrowed.node("semver@7.8.6"), questions, "node", "-e", script("semver.js"));
    }

    /** The same from Python's packaging. */
    static List<String> packaging(List<String> questions) throws Exception {
        Path home = Borrowed.pythonHome("packaging==26.3");
        String python = home.resolve("bin/python3").toString();
        return ask(home, questions, python, "-c", script("packaging.py"));
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
}
