package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.TestService;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** {@code session} against a real service: words in, what is printed and the exit code out. */
@Tag("chamber")
final class SessionVerbTest {

    @TempDir Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void aSessionIsOpenedUsedKeptAndErasedByWords() throws Exception {
        try (TestService service = TestService.withSessions(folder, Duration.ofMinutes(10))) {
            String id = said(service, 0, "open").strip();
            Path file = Files.writeString(folder.resolve("in.csv"), "1,2\n");
            Path back = folder.resolve("back.csv");

            assertThat(said(service, 0, "exec", id, "-c", "x = 41")).isEmpty();
            assertThat(said(service, 0, "exec", id, "-c", "x + 1")).isEqualTo("42\n");
            assertThat(said(service, 1, "exec", id, "-c", "1 / 0")).isEmpty();
            assertThat(err.toString(StandardCharsets.UTF_8)).contains("ZeroDivisionError");
            said(service, 0, "upload", id, file.toString(), "data/in.csv");
            assertThat(said(service, 0, "ls", id, "/workspace/data")).contains("in.csv");
            said(service, 0, "download", id, "/workspace/data/in.csv", back.toString());
            assertThat(back).hasContent("1,2");
            said(service, 0, "pause", id);
            assertThat(said(service, 0, "list")).contains(id, "paused");
            said(service, 0, "resume", id);
            String snapshot = said(service, 0, "snapshot", id).strip();
            assertThat(said(service, 0, "snapshots")).contains(snapshot);
            said(service, 0, "close", id);
            String next = said(service, 0, "open", "--from", snapshot).strip();
            assertThat(said(service, 0, "exec", next, "-c", "print(open('data/in.csv').read())"))
                    .contains("1,2");
            assertThat(said(service, 0, "approvals")).isEmpty();
            said(service, 0, "erase", id);
            assertThat(said(service, 0, "snapshots")).isEmpty();
            said(service, 2, "dance", id);
        }
    }

    private String said(TestService service, int code, String... words) {
        out.reset();
        err.reset();
        var ends = new Console.Ends(false, false, 80, true);
        var env = Map.of("MCPSF_API_URL", service.uri("").toString());
        var console =
                new Console(new PrintStream(out, true), new PrintStream(err, true), ends, env);
        var all = new String[words.length + 1];
        all[0] = "session";
        System.arraycopy(words, 0, all, 1, words.length);

        int got = Main.cli(console).run(all);

        assertThat(got).as(String.join(" ", words) + ": " + err).isEqualTo(code);
        return out.toString(StandardCharsets.UTF_8);
    }
}
