package io.mcpsf.sandbox.docker;

import io.mcpsf.os.Command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Docker Compose of this system's packages, only unpacked, for one engine. */
public final class ComposeProgram {

    private static final Path UNPACKED = Path.of("target", "compose").toAbsolutePath();
    private static final List<String> PACKAGES =
            List.of(
                    "docker-compose",
                    "python3-attr",
                    "python3-certifi",
                    "python3-chardet",
                    "python3-distro",
                    "python3-docker",
                    "python3-dockerpty",
                    "python3-docopt",
                    "python3-dotenv",
                    "python3-idna",
                    "python3-jsonschema",
                    "python3-pkg-resources",
                    "python3-pyrsistent",
                    "python3-requests",
                    "python3-six",
                    "python3-texttable",
                    "python3-urllib3",
                    "python3-websocket",
                    "python3-yaml");

    private ComposeProgram() {}

    /** {@code docker-compose} with these words in a project's folder; a failure fails the test. */
    public static void run(PrivateEngine engine, Path project, String... words) {
        PrivateEngine.unpack(PACKAGES, UNPACKED);
        var argv =
                new ArrayList<>(List.of("/usr/bin/python3", UNPACKED + "/usr/bin/docker-compose"));
        argv.addAll(List.of(words));
        var env = new HashMap<>(engine.environment());
        env.put("PYTHONPATH", UNPACKED + "/usr/lib/python3/dist-packages");
        PrivateEngine.must(
                Command.of(argv).withOnly(env).in(project).within(Duration.ofMinutes(3)));
    }
}
