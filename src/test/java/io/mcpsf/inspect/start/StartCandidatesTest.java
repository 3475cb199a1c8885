package io.mcpsf.inspect.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.inspect.start.StartPlan.Channel;
import io.mcpsf.inspect.start.StartPlan.Ready;
import io.mcpsf.model.Demand;
import io.mcpsf.model.Demand.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** The trees are those of real servers, cut down to what tells how they are started. */
final class StartCandidatesTest {

    private static final String AT = "/opt/x";

    @TempDir private Path root;

    @Test
    void theReadmeSaysWhichArgumentsABinWants() throws IOException {
        npm(
                "@a/server-map",
                "{\"name\":\"@a/server-map\",\"bin\":{\"mcp-map\":\"dist/index.js\"}}");
        put("node_modules/@a/server-map/dist/index.js", "");
        put(
                "node_modules/@a/server-map/README.md",
                """
                ```json
                {"mcpServers": {"map": {"command": "npx", "args": [
                  "-y", "--silent", "--registry=https://registry.site.example/", "@a/server-map", "--stdio"]}}}
                ```
                """);

        assertThat(words(npm("@a/server-map")))
                .containsExactly(
                        "node /opt/x/node_modules/@a/server-map/dist/index.js --stdio",
                        "node /opt/x/node_modules/@a/server-map/dist/index.js");
    }

    @Test
    void blanksAreFilledByWhatStandsInThem() throws IOException {
        npm("files", "{\"name\":\"files\",\"bin\":\"i.js\"}");
        put("node_modules/files/i.js", "");

        assertThat(afterReadme("\"<path-to-your-vault>\"")).isEqualTo("/home/a/Documents");
        assertThat(afterReadme("\"/Users/me/Desktop\", \"/path/to/other/dir\""))
                .isEqualTo("/home/a/Documents");
        assertThat(afterReadme("\"/absolute/path/to/database.db\""))
                .isEqualTo("/home/a/Documents/notes.db");
        assertThat(afterReadme("\"postgresql://localhost/mydb\""))
                .isEqualTo("postgresql://app:app@db.site.example:5432/app");
        assertThat(afterReadme("\"--repository\", \"path/to/git/repo\""))
                .isEqualTo("--repository /home/a/work");
        assertThat(afterReadme("\"--api-key=YOUR_API_KEY\""))
                .isEqualTo("--api-key=s:--api-key of files");
        assertThat(afterReadme("\"--mode\", \"fast\"")).isEqualTo("--mode fast");
    }

    @Test
    void theStartThatIsToldMostOftenComesFirst() throws IOException {
        npm("t", "{\"name\":\"t\",\"bin\":\"i.js\"}");
        put("node_modules/t/i.js", "");
        String slim = block("npx", "\"t@latest\", \"--slim\"", "");
        String usual = block("cmd", "\"/c\", \"npx\", \"-y\", \"t\"", "");
        put("node_modules/t/README.md", slim + usual + usual);

        assertThat(words(npm("t")))
                .containsExactly(
                        "node /opt/x/node_modules/t/i.js",
                        "node /opt/x/node_modules/t/i.js --slim");
    }

    @Test
    void variablesAreGivenWhenEverybodySetsThemAndKeptSpareElse() throws IOException {
        npm("g", "{\"name\":\"g\",\"bin\":\"i.js\"}");
        put("node_modules/g/i.js", "");
        put(
                "node_modules/g/README.md",
                block("npx", "\"g\"", "\"GITHUB_TOKEN\": \"<token>\"")
                        + block(
                                "npx",
                                "\"g\"",
                                "\"GITHUB_TOKEN\": \"x\", \"LIMIT\": \"5\", \"PATH\": \"/bin\""));

        Ready first = npm("g").getFirst();

        assertThat(first.env()).containsOnlyKeys("GITHUB_TOKEN");
        assertThat(first.env()).containsEntry("GITHUB_TOKEN", "s:GITHUB_TOKEN");
        assertThat(first.needs().given()).extracting(Demand::name).containsExactly("GITHUB_TOKEN");
        assertThat(first.needs().spare()).extracting(Demand::name).containsExactly("LIMIT");
    }

    @Test
    void aKeyWithoutWhichTheCodeStopsIsGivenAndADefaultIsNot() throws IOException {
        npm("k", "{\"name\":\"k\",\"bin\":\"i.js\"}");
        put(
                "node_modules/k/i.js",
                """
                const KEY = process.env.BRAVE_API_KEY;
                if (!KEY) { console.error("no key"); process.exit(1); }
                const other = process.env.OTHER_API_KEY || "none";
                if (!process.env.BASE_URL) { throw new Error("no url"); }
                """);

        Ready first = npm("k").getFirst();

        assertThat(first.env()).containsOnlyKeys("BRAVE_API_KEY");
        assertThat(first.needs().spare())
                .extracting(Demand::name)
                .containsExactly("BASE_URL", "OTHER_API_KEY");
    }

    @Test
    void aToolBecomesAServerByTheWordInItsCode() throws IOException {
        npm("ng", "{\"name\":\"ng\",\"bin\":{\"ng\":\"b.js\"}}");
        put("node_modules/ng/b.js", "");
        put("node_modules/ng/src/mcp/cli.js", "class C { command = 'mcp'; describe = 'x'; }");

        assertThat(words(npm("ng")).getFirst()).isEqualTo("node /opt/x/node_modules/ng/b.js mcp");
    }

    @Test
    void aFlagForStandardInputIsTakenWhenTheServerAlsoSpeaksHttp() throws IOException {
        npm("m", "{\"name\":\"m\",\"bin\":\"i.js\"}");
        put(
                "node_modules/m/i.js",
                "import {StdioServerTransport, StreamableHTTPServerTransport} from 'sdk';"
                        + "if (process.argv.includes(\"--stdio\")) {} else { app.listen(3001) }");

        assertThat(words(npm("m")).getFirst()).endsWith("i.js --stdio");
    }

    @Test
    void aServerThatOnlySpeaksHttpIsSaidToBeSo() throws IOException {
        npm("h", "{\"name\":\"h\",\"bin\":\"i.js\"}");
        put(
                "node_modules/h/i.js",
                "new StreamableHTTPServerTransport(); app.listen(process.env.PORT || 8123)");

        assertThat(npm("h").getFirst().setting().channel())
                .isEqualTo(new Channel.Http(8123, "/mcp"));
    }

    @Test
    void theRegistrysFileDeclaresArgumentsAndVariables() throws IOException {
        npm("r", "{\"name\":\"r\",\"bin\":\"i.js\"}");
        put("node_modules/r/i.js", "");
        put(
                "node_modules/r/server.json",
                """
                {"packages": [{"registryType": "npm", "identifier": "r", "transport": {"type": "stdio"},
                  "packageArguments": [
                    {"type": "positional", "valueHint": "directory", "isRequired": true},
                    {"type": "named", "name": "--level", "default": "1"}],
                  "environmentVariables": [
                    {"name": "R_ACCESS", "isRequired": true, "isSecret": true},
                    {"name": "R_MODE", "isRequired": false}]}]}
                """);

        Ready first = npm("r").getFirst();

        assertThat(words(List.of(first)))
                .containsExactly("node /opt/x/node_modules/r/i.js /home/a/Documents");
        assertThat(first.env()).containsExactly(java.util.Map.entry("R_ACCESS", "s:R_ACCESS"));
        assertThat(first.needs().spare()).extracting(Demand::name).containsExactly("R_MODE");
    }

    @Test
    void smitheryAndBundlesAndImagesAreRead() throws IOException {
        put("package.json", "{\"name\":\"s\",\"bin\":\"dist/index.js\"}");
        put("dist/index.js", "");
        put(
                "smithery.yaml",
                """
                startCommand:
                  type: stdio
                  configSchema: {type: object, required: [dbPath], properties: {dbPath: {type: string}}}
                  commandFunction: |-
                    (config) => ({command:'node',args:['dist/index.js', config.dbPath], env: {S_TOKEN: config.t}})
                """);
        assertThat(words(folder()).getFirst())
                .isEqualTo("node /opt/x/dist/index.js /home/a/Documents/notes.db");

        Files.delete(root.resolve("smithery.yaml"));
        put(
                "manifest.json",
                """
                {"server": {"type": "node", "mcp_config": {"command": "node",
                  "args": ["${__dirname}/dist/index.js", "${user_config.where}", "${user_config.extra}"],
                  "env": {"K": "${user_config.key}"}}},
                 "user_config": {"where": {"type": "directory", "required": true},
                  "extra": {"type": "string"}, "key": {"type": "string", "required": true}}}
                """);
        Ready bundle = folder().getFirst();
        assertThat(words(List.of(bundle)))
                .containsExactly("node /opt/x/dist/index.js /home/a/Documents");
        assertThat(bundle.env()).containsKey("K");

        Files.delete(root.resolve("manifest.json"));
        put("Dockerfile", "FROM x\nENTRYPOINT [\"node\", \"dist/index.js\", \"--serve\"]\n");
        assertThat(words(folder()))
                .contains("node /opt/x/dist/index.js", "node /opt/x/dist/index.js --serve");
    }

    @Test
    void aDistributionIsStartedByItsScriptInItsEnvironment() throws IOException {
        venv("mcp_server_git", "mcp-server-git = mcp_server_git:main\n");
        put(
                "lib/python3.11/site-packages/mcp_server_git-1.0.dist-info/METADATA",
                "Name: mcp-server-git\n\n"
                        + block("uvx", "\"mcp-server-git\", \"--repository\", \"path/to/repo\"", "")
                        + block(
                                "python",
                                "\"-m\", \"mcp_server_git\", \"--repository\", \"path/to/repo\"",
                                ""));
        put("bin/mcp-server-git", "#!/somewhere/bin/python\n");

        assertThat(words(candidates(new TreeKind.Python("mcp-server-git"))))
                .containsExactly(
                        "/opt/x/bin/python /opt/x/bin/mcp-server-git --repository /home/a/work",
                        "/opt/x/bin/python -m mcp_server_git --repository /home/a/work",
                        "/opt/x/bin/python /opt/x/bin/mcp-server-git");
    }

    @Test
    void aScriptThatWasNotWrittenIsCalledByItsName() throws IOException {
        venv("tool_mcp", "tool = tool_mcp.cli:app.run\nevil = os:system('x')\n");

        assertThat(words(candidates(new TreeKind.Python("tool_mcp"))))
                .containsExactly(
                        "/opt/x/bin/python -c import sys; import tool_mcp.cli;"
                                + " sys.exit(tool_mcp.cli.app.run())");
    }

    @Test
    void aServerObjectThatNobodyRunsIsRun() throws IOException {
        put("weather.py", "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP(\"weather\")\n");
        put(".venv/bin/python", "");

        assertThat(words(folder()))
                .containsExactly("/opt/x/.venv/bin/python -c import weather; weather.mcp.run()");
    }

    @Test
    void whatIsNotBuiltHasABuildScript() throws IOException {
        put(
                "package.json",
                "{\"name\":\"b\",\"bin\":\"dist/i.js\",\"scripts\":{\"build\":\"tsc\"}}");
        assertThat(StartFinder.buildScript(root)).contains("build");

        put("dist/i.js", "");
        assertThat(StartFinder.buildScript(root)).isEmpty();
    }

    @Test
    void hostileNamesAndCommandsLeadNowhere() throws IOException {
        npm("e", "{\"name\":\"e\",\"bin\":\"i.js\"}");
        put("node_modules/e/i.js", "");
        put(
                "node_modules/e/README.md",
                block("bash", "\"-c\", \"curl x | sh\"", "")
                        + block("node", "\"-e\", \"evil()\"", "")
                        + block("node", "\"../../../etc/passwd.js\"", "")
                        + block(
                                "npx",
                                "\"e\"",
                                "\"LD_PRELOAD\": \"/x\", \"NODE_OPTIONS\": \"-r x\""));

        assertThat(words(npm("e"))).containsExactly("node /opt/x/node_modules/e/i.js");
        assertThat(npm("e").getFirst().env()).isEmpty();
        assertThat(npm("../../etc")).isEmpty();
        assertThat(npm("nobody")).isEmpty();
    }

    @Test
    void noMangledFileBreaksTheSearch() throws IOException {
        var chance = new Random(4);
        String readme = block("npx", "\"f\", \"<dir>\"", "\"A_TOKEN\": \"x\"").repeat(3);
        String json =
                "{\"name\":\"f\",\"bin\":{\"f\":\"i.js\"},\"exports\":{\".\":{\"import\":\"i.js\"}}}";
        String code =
                """
                const k = process.env.A_KEY;
                if (!k) { throw 1 }
                .command('mcp <x>')
                mcpServers\
                """;
        for (int round = 0; round < 100; round++) {
            npm("f", mangled(json, chance));
            put("node_modules/f/README.md", mangled(readme, chance));
            put("node_modules/f/i.js", mangled(code, chance));
            put("node_modules/f/server.json", mangled(json, chance));
            put("node_modules/f/smithery.yaml", mangled("startCommand: {a: [1, &x b]}", chance));

            assertThat(npm("f").size()).isLessThanOrEqualTo(12);
        }
    }

    private static String mangled(String text, Random chance) {
        var mangled = new StringBuilder(text);
        for (int i = chance.nextInt(6); i > 0 && !mangled.isEmpty(); i--) {
            int at = chance.nextInt(mangled.length());
            switch (chance.nextInt(3)) {
                case 0 -> mangled.deleteCharAt(at);
                case 1 -> mangled.insert(at, "{[\"'\\<$".charAt(chance.nextInt(7)));
                default -> mangled.setLength(at);
            }
        }
        return mangled.toString();
    }

    private String afterReadme(String arguments) throws IOException {
        put("node_modules/files/README.md", block("npx", "\"-y\", \"files\", " + arguments, ""));
        List<String> argv = npm("files").getFirst().argv();
        return String.join(" ", argv.subList(2, argv.size()));
    }

    private static String block(String command, String arguments, String env) {
        return """
        ```json
        { // for a client
          "mcpServers": {"one": {"command": "%s", "args": [%s], "env": {%s},}}
        }
        ```
        """
                .formatted(command, arguments, env);
    }

    private void venv(String module, String scripts) throws IOException {
        String info = "lib/python3.11/site-packages/" + module + "-1.0.dist-info/";
        put(info + "entry_points.txt", "[console_scripts]\n" + scripts);
        put(info + "RECORD", module + "/__init__.py,sha256=x,1\n../../bin/x,,\n");
        put("lib/python3.11/site-packages/" + module + "/__init__.py", "");
    }

    private static List<String> words(List<Ready> plans) {
        return plans.stream().map(plan -> String.join(" ", plan.argv())).toList();
    }

    private void npm(String name, String manifest) throws IOException {
        put("node_modules/" + name + "/package.json", manifest);
    }

    private List<Ready> npm(String name) {
        return candidates(new TreeKind.Npm(name));
    }

    private List<Ready> folder() {
        return candidates(new TreeKind.Folder());
    }

    private List<Ready> candidates(TreeKind hint) {
        return StartFinder.candidates(root, AT, hint, furniture());
    }

    static Furniture furniture() {
        return new Furniture(
                new Furniture.Places(
                        "/home/a",
                        "/home/a/Documents",
                        "/home/a/Documents/notes.txt",
                        "/home/a/Documents/notes.db",
                        "/home/a/work"),
                Furniture.Services.at("db.site.example"),
                demand -> (demand.kind() == Kind.SECRET ? "s:" : "p:") + demand.name());
    }

    private void put(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
