package io.mcpsf.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A virtual environment of Python with a package from PyPI. */
public final class PythonHome {

    private PythonHome() {}

    public static Path with(Path folder, String... packages) throws Exception {
        Path home = folder.resolve("python");
        run(folder, "python3", "-m", "venv", home.toString());
        for (String one : packages) {
            run(folder, home.resolve("bin/pip").toString(), "install", "-q", one);
        }
        return home;
    }

    private static void run(Path folder, String... words) throws Exception {
        Path log = folder.resolve("python.log");
        Process process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(String.join(" ", words)).isZero();
    }
}
