package io.mcpsf.inspect.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.inspect.start.StartPlan.Channel;
import io.mcpsf.inspect.start.StartPlan.Needs;
import io.mcpsf.inspect.start.StartPlan.Ready;
import io.mcpsf.inspect.start.StartPlan.Setting;
import io.mcpsf.model.Demand;
import io.mcpsf.model.Demand.Kind;
import io.mcpsf.model.Exit;
import io.mcpsf.model.FileObservation;
import io.mcpsf.model.SocketObservation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** The words are those of real servers that did not start. */
final class DiagnosisTest {

    private static final Ended DIED = new Ended.Died(new Exit.Code(1));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Error: BRAVE_API_KEY environment variable is required | BRAVE_API_KEY SECRET
                    Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables | SLACK_BOT_TOKEN SECRET, SLACK_TEAM_ID UUID
                    Missing required environment variables: JIRA_URL | JIRA_URL URL
                    KeyError: 'NOTION_TOKEN' | NOTION_TOKEN SECRET
                    KeyError: 'MYSQL_HOST' | MYSQL_HOST HOST
                    ❌ Error: DATABASE_URL is not set | DATABASE_URL POSTGRES
                    """)
    void aVariableThatIsNamedIsGiven(String said, String wanted) {
        Cure cure = read(said).orElseThrow();

        assertThat(((Cure.NeedsVariable) cure).demands())
                .extracting(demand -> demand.name() + " " + demand.kind())
                .containsExactly(wanted.split(", "));
    }

    @Test
    void aVariableThatWasGivenIsNotAskedForAgainAndAnErrorCodeIsNone() {
        var tried = new Ready(List.of("node", "x.js"), Map.of("ACME_KEY", "v"), "");

        assertThat(Diagnosis.read(tried, DIED, "ACME_KEY is invalid: required", "", List.of()))
                .isEmpty();
        assertThat(read("Error [ERR_INVALID_ARG_VALUE]: expected a string")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Usage: mcp-obsidian <vault-directory> | /home/a/Documents
                    Usage: server <allowed-directory> [additional-directories...] | /home/a/Documents
                    Usage: srv --token <api-token> | --token s:--token
                    server.py: error: the following arguments are required: --db-path | --db-path /home/a/Documents/notes.db
                    error: missing required argument 'path' | /home/a/Documents
                    error: required option '-t, --token <token>' not specified | --token s:--token
                    Error: Missing argument 'DIRECTORY'. | /home/a/Documents
                    Please provide a database URL as a command-line argument | postgresql://app:app@db.site.example:5432/app
                    usage: tool [-h] {index,serve,export} ... | serve
                    """)
    void anArgumentThatAUsageNamesIsGiven(String said, String wanted) {
        var tried = new Ready(List.of("node", "x.js"), Map.of(), "");

        Ready next =
                Cures.apply(tried, read(said).orElseThrow(), StartCandidatesTest.furniture())
                        .orElseThrow();

        assertThat(String.join(" ", next.argv())).isEqualTo("node x.js " + wanted);
    }

    @Test
    void whatIsAskedForAgainIsGivenBehindAFlag() {
        String said = "Missing required argument: path";
        var furniture = StartCandidatesTest.furniture();
        var first = new Ready(List.of("node", "x.js"), Map.of(), "");
        Ready second = Cures.apply(first, read(said).orElseThrow(), furniture).orElseThrow();

        Cure cure = Diagnosis.read(second, DIED, said, "", List.of()).orElseThrow();

        assertThat(Cures.apply(second, cure, furniture).orElseThrow().argv())
                .endsWith("--path", "/home/a/Documents");
    }

    @Test
    void theChoicesOfAFlagAreNoSubcommands() {
        assertThat(read("usage: x [-h] [--transport {stdio,sse}]\nx: error: bad")).isEmpty();
    }

    @Test
    void aSchemaThatIsNotMetNamesItsVariables() {
        String zod =
                """
                ZodError: [
                  { "code": "invalid_type",
                    "path": [
                      "BRAVE_API_KEY"
                    ],
                    "message": "Required" } ]
                """;
        assertThat(read(zod).orElseThrow().sentence()).contains("BRAVE_API_KEY");

        String pydantic =
                "1 validation error for Settings\napi_token\n  Field required [type=missing]";
        assertThat(read(pydantic).orElseThrow().sentence()).contains("api_token");
    }

    @Test
    void aVariableThatTakesOneOfAFewWordsGetsTheFirst() {
        for (String said :
                List.of(
                        "[Server] ACME_ENVIRONMENT must be either \"production\" or \"sandbox\","
                                + " got: \"main\"",
                        "Invalid ACME_ENVIRONMENT. Must be one of: production, sandbox",
                        "ACME_ENVIRONMENT: expected 'production' | 'sandbox'")) {
            assertThat(read(said))
                    .as(said)
                    .contains(new Cure.NeedsValue("ACME_ENVIRONMENT", "production"));
        }
    }

    @Test
    void noValueIsReadOutOfAComplaintThatOffersNone() {
        for (String said :
                List.of(
                        "ACME_KEY must be set",
                        "ACME_URL must be a valid url, or empty",
                        "ACME_ENVIRONMENT must be one of $(id), sandbox")) {
            assertThat(read(said).orElseThrow()).as(said).isNotInstanceOf(Cure.NeedsValue.class);
        }
    }

    @Test
    void aHelpTextThatOffersAServerIsTakenAtItsWord() {
        String help =
                "Usage: tool [options]\n\nCommands:\n  build   Builds\n  mcp     Serves MCP\n";

        assertThat(read(help).orElseThrow())
                .isInstanceOfSatisfying(
                        Cure.NeedsArgument.class,
                        cure -> assertThat(cure.words()).containsExactly("mcp"));
    }

    @Test
    void theBreakOfThePythonSdkIsToldAndCuredByItsOlderVersion() {
        for (String said :
                List.of(
                        "ModuleNotFoundError: No module named 'mcp.server.fastmcp'. This is mcp"
                                + " 2.x",
                        "AttributeError: 'Server' object has no attribute 'list_resources'",
                        "ImportError: cannot import name 'McpError' from 'mcp' (/opt/x/mcp.py)")) {
            Cure cure = read(said).orElseThrow();

            assertThat(cure).isInstanceOf(Cure.NeedsOtherVersion.class);
            assertThat(cure.sentence()).contains("needed mcp<2").contains(said.substring(0, 20));
        }
    }

    @Test
    void troubleOfTheSystemIsNamed() {
        assertThat(sentence("error while loading shared libraries: libnss3.so: cannot open"))
                .isEqualTo("needed the library libnss3.so (Debian: libnss3)");
        assertThat(sentence("Error: EROFS: read-only file system, mkdir '/opt/x/logs'"))
                .isEqualTo("needed to write to /opt/x/logs: given a writable copy of its folder");
        assertThat(sentence("OSError: [Errno 30] Read-only file system: '/opt/x/c.json'"))
                .startsWith("needed to write to /opt/x/c.json");
        assertThat(sentence("Error: spawn rg ENOENT"))
                .isEqualTo("needed the program rg (Debian: ripgrep)");
        assertThat(
                        sentence(
                                "Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module:"
                                        + " node:sqlite"))
                .isEqualTo("needed a newer node");
        assertThat(sentence("TypeError: webidl.util.markAsUncloneable is not a function"))
                .isEqualTo("needed a newer node");
        assertThat(sentence("This package requires Node.js version 22 or higher"))
                .isEqualTo("needed node 22");
        assertThat(
                        sentence(
                                "Error: Could not locate the bindings file. Tried:\n"
                                        + " '/x/node_modules/sqlite3/build/a.node'"))
                .isEqualTo("the native module sqlite3 was not built by the install");
        assertThat(sentence("Error: Cannot find module 'zod'\n at require (node:internal:12)"))
                .isEqualTo(
                        "does not run with the newest libraries; needed those of the day of its"
                                + " release (its dependency zod is not installed)");
        assertThat(sentence("Error: connect ECONNREFUSED 127.0.0.1:9222"))
                .isEqualTo("it needs a service that does not answer: 127.0.0.1:9222");
    }

    @Test
    void whoWritesToHisOwnFolderAndDiesSilentlyGetsACopy() {
        var tried = new Ready(List.of("node", "/opt/x/i.js"), Map.of(), "");
        var wrote =
                new FileObservation.FileOpened(
                        "/opt/x/data/log", "log", FileObservation.Access.CREATE, false);

        assertThat(Diagnosis.read(tried, DIED, "", "", List.of(wrote)))
                .contains(new Cure.NeedsWritableFolder("/opt/x/data/log"));
        assertThat(Diagnosis.read(tried, new Ended.Died(new Exit.Code(0)), "", "", List.of()))
                .isEmpty();
    }

    @Test
    void whoListensIsSpokenToThere() {
        var bound = new SocketObservation.Bound("tcp", "0.0.0.0", 4000);
        var tried = new Ready(List.of("node", "x.js"), Map.of(), "");

        assertThat(Diagnosis.read(tried, new Ended.Mute(), "", "", List.of(bound)))
                .contains(new Cure.NeedsOtherTransport(new Channel.Http(4000, "/mcp")));
        assertThat(
                        Diagnosis.read(
                                tried,
                                new Ended.Mute(),
                                "MCP server listening on http://localhost:3001/sse",
                                "",
                                List.of()))
                .contains(new Cure.NeedsOtherTransport(new Channel.Http(3001, "/sse")));
    }

    @Test
    void spareVariablesAreTheLastResort() {
        var spare = new Demand("X_TOKEN", Kind.SECRET, "README");
        var tried =
                new Ready(
                        List.of("node", "x.js"),
                        Map.of(),
                        "",
                        Setting.usual(),
                        new Needs(List.of(), List.of(spare)));

        assertThat(Diagnosis.read(tried, DIED, "bye", "", List.of()))
                .contains(new Cure.NeedsVariable(List.of(spare)));
        assertThat(Diagnosis.read(tried, new Ended.Mute(), "hello", "", List.of())).isEmpty();
    }

    @Test
    void noWordsOfAServerBreakTheReading() {
        var chance = new Random(11);
        String seeds =
                "usage: <{[--'\"ENOENT spawn KeyError: 'A' required TOKEN_X \n"
                        + " Field required EROFS ";
        for (int round = 0; round < 150; round++) {
            var said = new StringBuilder();
            for (int i = chance.nextInt(3000); i > 0; i--) {
                said.append(seeds.charAt(chance.nextInt(seeds.length())));
            }
            read(said.toString()).ifPresent(cure -> assertThat(cure.sentence()).isNotEmpty());
        }
        assertThat(read("A_B ".repeat(200_000))).isNotNull();
        assertThat(read("usage: " + "<".repeat(200_000))).isNotNull();
    }

    private static String sentence(String said) {
        return read(said).map(Cure::sentence).orElse("nothing");
    }

    private static Optional<Cure> read(String said) {
        var tried = new Ready(List.of("node", "x.js"), Map.of(), "");
        return Diagnosis.read(tried, DIED, said, "", List.of());
    }
}
