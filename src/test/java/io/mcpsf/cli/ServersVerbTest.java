package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The list of servers that code may call. */
final class ServersVerbTest {

    @TempDir Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void listsAndRemovesWhatWasAddedAndRefusesNamesThatCodeCannotImport() throws Exception {
        Files.writeString(
                folder.resolve("servers.json"),
                """
                {"notes": {"source": "npm:notes", "arguments": ["--api-key", "sk-verysecretvalue"],
                  "env": {"TOKEN": "hidden"}, "tools": {"a": "1", "b": "2"}}}
                """);
        Files.createDirectory(folder.resolve("notes"));

        assertThat(run("servers", "list", "--dir", folder.toString())).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("notes  2 tools  npm:notes")
                .doesNotContain("verysecret")
                .doesNotContain("hidden");
        assertThat(run("servers", "remove", "other", "--dir", folder.toString())).isEqualTo(2);
        assertThat(run("servers", "remove", "notes", "--dir", folder.toString())).isZero();
        assertThat(folder.resolve("notes")).doesNotExist();
        assertThat(run("servers", "list", "--dir", folder.toString())).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();

        for (String name : new String[] {"../up", "Upper", "class", "_private", "a-b", "1st"}) {
            assertThat(run("servers", "add", name, "--", "npx", "-y", "x")).as(name).isEqualTo(2);
            assertThat(err.toString(StandardCharsets.UTF_8)).contains("a server needs a name");
        }
    }

    private int run(String... args) {
        out.reset();
        err.reset();
        var console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        new Console.Ends(false, false, 100, true),
                        Map.of());
        return Main.cli(console).run(args);
    }
}
