package io.mcpsf.exec.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Files that are made of a stranger's words, read by the real interpreters. */
final class ToolFilesTest {

    private static final String PLAIN =
            """
            {"name":"read_file","description":"Reads a file.","inputSchema":{"type":"object",
             "properties":{"limit":{"type":"integer","description":"Lines at most"},
               "path":{"type":"string"},"mode":{"enum":["text","bytes"]},
               "tags":{"type":"array","items":{"type":"string"}},
               "both":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["path"]},
             "outputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}
            """;

    /** Everything that could end a string, a comment or a line. */
    private static final String BREAKOUT =
            "\"\"\" + open('/tmp/x') ''' \\\" \\\\\" */ process.exit(7) /* \n"
                    + "*/ throw 1\n"
                    + "\"\"\"\n"
                    + "raise SystemExit(7)\n"
                    + "\"\"\"\r\n"
                    + "\u2028throw 2 \u202e `${1}` {@link x} \\N{BULLET} \\x";

    @TempDir Path folder;

    @Test
    void aToolIsOneTypedFunctionInEachLanguage() {
        Map<String, String> files = ToolFiles.of("disk", List.of(Json.read(PLAIN)));

        assertThat(files.get("read_file.py"))
                .contains(
                        "def read_file(path: str, limit: int | None = None, mode: Literal[\"text\","
                                + " \"bytes\"] | None = None, tags: list[str] | None = None, both:"
                                + " str | None | None = None) -> dict[str, Any]:")
                .contains("Reads a file.")
                .contains("Lines at most");
        assertThat(files.get("read_file.d.mts"))
                .contains("\"path\": string;")
                .contains("\"limit\"?: number;")
                .contains("\"mode\"?: \"text\" | \"bytes\";")
                .contains("\"both\"?: string | null;")
                .contains("export type Output = { \"text\": string };")
                .contains("export declare function read_file(input: Input): Promise<Output>;");
        assertThat(files.get("README.md")).contains("- `read_file`: Reads a file.");
        assertThat(files).containsKeys("__init__.py", "index.mjs", "index.d.mts");
    }

    @Test
    void namesThatAreNoIdentifiersBecomeSomeAndNoTwoAreAlike() {
        var names = new Identifiers();

        assertThat(
                        List.of(
                                names.of("a-b"),
                                names.of("a.b"),
                                names.of("A_B"),
                                names.of("class"),
                                names.of("../../etc/passwd"),
                                names.of("1st"),
                                names.of(""),
                                names.of("__init__"),
                                names.of("x();import os"),
                                names.of("наме")))
                .containsExactly(
                        "a_b",
                        "a_b_2",
                        "A_B_3",
                        "class_",
                        "etc_passwd",
                        "n1st",
                        "n",
                        "init__",
                        "x___import_os",
                        "n_2");
        assertThat(names.of("x".repeat(1000))).hasSize(64);
    }

    @Test
    void wordsThatTryToEndAStringOrACommentAreOnlyWords() throws Exception {
        JsonNode tool = hostile();
        write(ToolFiles.of("evil", List.of(tool)));

        String id = "x____process_exit_7____";
        assertThat(
                        ran(
                                "python3",
                                "-c",
                                "import servers.evil as e; print(sorted(n for n in dir(e) if n[0]"
                                        + " == 'x'))"))
                .isEqualTo("['" + id + "']\n");
        assertThat(
                        ran(
                                "python3",
                                "-c",
                                "import servers.evil as e; print(e.%s.__doc__.count('raise SystemExit(7)'))"
                                        .formatted(id)))
                .isEqualTo("2\n");
        assertThat(
                        ran(
                                "node",
                                "--input-type=module",
                                "-e",
                                "import * as e from '%s/servers/evil/index.mjs'; console.log(Object.keys(e).join())"
                                        .formatted(folder)))
                .isEqualTo(id + "\n");
        // No TypeScript compiler is here: a declaration has code nowhere but between comments.
        String types = Files.readString(folder.resolve("servers/evil/" + id + ".d.mts"));
        assertThat(
                        types.replace(id, "")
                                .replaceAll("(?s)/\\*.*?\\*/", "")
                                .replaceAll("\"([^\"\\\\]|\\\\.)*\"", ""))
                .doesNotContain("throw")
                .doesNotContain("process")
                .doesNotContain("\u2028");
        assertThat(types.chars().filter(c -> c > 0x7e)).isEmpty();
    }

    @Test
    void aCallSendsTheNamesThatTheServerUses() throws Exception {
        write(ToolFiles.of("evil", List.of(hostile())));
        String fake =
                """
                import servers._mcpsf as m
                import servers.evil as e
                m.ask = lambda q: {"content": [{"type": "text", "text": repr(q["arguments"])}], "got": q["tool"]}
                print(e.x____process_exit_7____(1, class_=2))
                """;

        assertThat(ran("python3", "-c", fake))
                .contains("\"a']};raise SystemExit(7)\": 1")
                .contains("'class': 2");
    }

    private static JsonNode hostile() {
        var tool =
                Json.object().put("name", "x(); process.exit(7) //").put("description", BREAKOUT);
        var input = tool.putObject("inputSchema").put("type", "object");
        var properties = input.putObject("properties");
        properties.putObject("a']};raise SystemExit(7)").put("description", BREAKOUT);
        properties.putObject("class").putArray("enum").add("\"]; raise SystemExit(7)").add("\\");
        input.putArray("required").add("a']};raise SystemExit(7)");
        return tool;
    }

    private void write(Map<String, String> files) throws IOException {
        Path home = Files.createDirectories(folder.resolve("servers/evil"));
        for (String shared : ToolFiles.SHARED) {
            Files.writeString(folder.resolve("servers").resolve(shared), ToolFiles.shared(shared));
        }
        for (var file : files.entrySet()) {
            Files.writeString(home.resolve(file.getKey()), file.getValue());
        }
    }

    /** What it printed; a program that fails says why instead. */
    private String ran(String... command) throws Exception {
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? said : "exit " + process.exitValue() + ": " + said;
    }
}
