package io.mcpsf.sandbox.oci;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.Trial;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Another user of the same machine, a real one, while a sandbox runs. */
@Tag("chamber")
@Timeout(120)
final class OtherUserTest {

    private static final Path STATE = Path.of("/run/mcpsf");

    /** Says of each path that it is given whether it may be read or written. */
    private static final String TRY =
            "while read -r path; do [ -r \"$path\" ] && echo \"reads $path\";"
                    + " [ -w \"$path\" ] && echo \"writes $path\"; done";

    @ParameterizedTest
    @ValueSource(strings = {"crun", "runc"})
    void neitherReadsNorWritesAnythingOfARun(String runtime) throws Exception {
        try (OciExecutor executor =
                OciRuntimes.choose(OciRuntimes.Preference.parse(runtime), line -> {})) {
            var trial = new Trial(executor);
            var draft = trial.spec(List.of("sh", "-c", "touch /tmp/mine; echo ready; sleep 99"));
            try (Sandbox sandbox = trial.start(draft)) {
                Trial.readUntil(sandbox, "ready\n");
                List<String> all = allOfOurs();
                assertThat(all).anyMatch(path -> path.endsWith("/mine")).hasSizeGreaterThan(20);

                assertThat(tried(List.of("sh", "-c", TRY), all)).contains("reads", "writes");
                assertThat(tried(asNobody(TRY), all)).isEmpty();
            }
        }
    }

    private static List<String> asNobody(String line) {
        return List.of(
                "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "sh", "-c", line);
    }

    private static String tried(List<String> argv, List<String> paths) throws Exception {
        byte[] lines = String.join("\n", paths).concat("\n").getBytes(StandardCharsets.UTF_8);
        Command.Result result = Command.of(argv).run(lines);
        assertThat(result.stderr()).isEmpty();
        return result.stdout();
    }

    /** As root sees it; links and the host's own programs, which are shown in there, left out. */
    private static List<String> allOfOurs() throws IOException {
        String mine = ProcessHandle.current().pid() + ".";
        var found = new ArrayList<>(List.of(STATE.toString()));
        try (Stream<Path> runs = Files.list(STATE)) {
            for (Path run :
                    runs.filter(at -> at.getFileName().toString().startsWith(mine)).toList()) {
                try (Stream<Path> all = Files.find(run, 5, (_, is) -> !is.isSymbolicLink())) {
                    all.map(Path::toString)
                            .filter(path -> !path.contains("/usr/"))
                            .forEach(found::add);
                }
            }
        }
        return found;
    }
}
