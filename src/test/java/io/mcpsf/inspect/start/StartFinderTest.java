package io.mcpsf.inspect.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.inspect.Manifest;
import io.mcpsf.inspect.start.StartPlan.None;
import io.mcpsf.inspect.start.StartPlan.Ready;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;

final class StartFinderTest {

    @TempDir private Path root;

    @Test
    void binAsAStringIsStarted() throws IOException {
        put("package.json", "{\"name\":\"x\",\"bin\":\"./dist/cli.js\"}");
        put("dist/cli.js", "#!/usr/bin/env node\n");

        assertThat(find()).isEqualTo(ready("package.json bin", "node", "/app/dist/cli.js"));
    }

    @Test
    void ofSeveralBinsTheOneNamedLikeThePackageIsStarted() throws IOException {
        put("package.json", "{\"name\":\"@a/time\",\"bin\":{\"other\":\"o.js\",\"time\":\"t\"}}");
        put("o.js", "");
        put("t", "#!/usr/bin/env node\n");

        assertThat(find()).isEqualTo(ready("package.json bin", "node", "/app/t"));
    }

    @Test
    void aBinThatIsMissingOrOutsideGivesWayToMain() throws IOException {
        put("package.json", "{\"bin\":{\"a\":\"../../etc/passwd\"},\"main\":\"lib\"}");
        put("lib/index.js", "");

        assertThat(find()).isEqualTo(ready("package.json main", "node", "/app/lib/index.js"));
    }

    @Test
    void aPlainStartScriptIsReadAndAnotherIsNot() throws IOException {
        put("package.json", "{\"scripts\":{\"start\":\"python x.py --quiet\"}}");
        put("x.py", "");
        assertThat(find())
                .isEqualTo(ready("package.json scripts.start", "python3", "/app/x.py", "--quiet"));

        put("package.json", "{\"scripts\":{\"start\":\"tsc && node x.js\"}}");
        assertThat(((None) find()).looked()).contains("package.json scripts.start: needs a shell");
    }

    @Test
    void scriptsOfAPyprojectAreCalledWithTheirPath() throws IOException {
        put(
                "pyproject.toml",
                """
                [project]
                name = "weather"
                description = \"""
                [project.scripts]
                weather = "evil:main"
                \"""
                version = '1.4' # now

                [project.scripts]
                other = "weather.cli:run"
                weather = "weather.server:main"
                """);
        put("src/weather/server.py", "");

        assertThat(find())
                .isEqualTo(
                        new Ready(
                                List.of(
                                        "python3",
                                        "-c",
                                        "import sys; import weather.server;"
                                                + " sys.exit(weather.server.main())"),
                                Map.of("PYTHONPATH", "/app/src"),
                                "pyproject.toml [project.scripts]"));
        assertThat(Manifest.read(root)).isEqualTo(new Manifest("weather", "1.4"));
    }

    @Test
    void aScriptThatIsCodeIsNeverCalled() throws IOException {
        put("pyproject.toml", "[project.scripts]\na = \"os:system('x')\"\nb = \"m:f;g\"\n");
        put("os.py", "");
        put("m.py", "");

        assertThat(find()).isInstanceOf(None.class);
    }

    @Test
    void usualNamesAndPackagesAreTheLastResort() throws IOException {
        put("thing/__main__.py", "");
        assertThat(find())
                .isEqualTo(
                        new Ready(
                                List.of("python3", "-m", "thing"),
                                Map.of("PYTHONPATH", "/app"),
                                "thing/__main__.py"));

        put("build/index.js", "");
        assertThat(find()).isEqualTo(ready("build/index.js", "node", "/app/build/index.js"));

        put("server.py", "");
        assertThat(find()).isEqualTo(ready("server.py", "python3", "/app/server.py"));
    }

    @Test
    void aLinkOutOfTheFolderIsNotFollowed() throws IOException {
        Files.createSymbolicLink(root.resolve("server.py"), Path.of("/etc/passwd"));

        assertThat(find()).isInstanceOf(None.class);
    }

    @Test
    void nothingFoundSaysEverythingThatWasLookedFor() {
        assertThat(((None) find()).looked())
                .contains(
                        "package.json: not there",
                        "server.py: not there",
                        "dist/index.js: not there")
                .hasSizeGreaterThan(12);
    }

    @Test
    void theCommandOfTheUserIsTakenAsItIs() {
        assertThat(StartFinder.command("python3 'my server.py' -v"))
                .isEqualTo(ready("--command", "python3", "my server.py", "-v"));
    }

    @Test
    void strangeManifestsHurtNobody() throws IOException {
        var chance = new Random(11);
        String json =
                "{\"name\":\"@a/b\",\"version\":\"1\",\"bin\":{\"b\":\"x.js\"},\"main\":7,\"scripts\":{\"start\":[]}}";
        String toml =
                """
                [project]
                name = "a"
                [project.scripts]
                a = "b:c"
                scripts = { x = 'y:z' }
                '''\
                """;
        for (int i = 0; i < 500; i++) {
            put("package.json", mutated(json, chance));
            put("pyproject.toml", mutated(toml, chance));
            assertThat(find()).isNotNull();
            assertThat(Manifest.read(root).name().length()).isLessThan(300);
        }
        put("package.json", "[".repeat(100_000));
        assertThat(((None) find()).looked()).contains("package.json: not JSON");
    }

    private static String mutated(String text, Random chance) {
        var changed = new StringBuilder(text);
        for (int k = 0; k < 3; k++) {
            changed.setCharAt(chance.nextInt(changed.length()), (char) (1 + chance.nextInt(200)));
        }
        return changed.substring(chance.nextInt(4));
    }

    private StartPlan find() {
        return StartFinder.find(root, "/app");
    }

    private static Ready ready(String why, String... argv) {
        return new Ready(List.of(argv), Map.of(), why);
    }

    private void put(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
