package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.boundary.Backbone;
import io.mcpsf.broker.SecretVault;
import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.Status;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.request.Approver;
import io.mcpsf.run.request.CodeEvent;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.SessionFileException;
import io.mcpsf.run.request.SessionHearers;
import io.mcpsf.run.request.SessionRequest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a session is granted beside its sandbox: a person's yes, secrets, servers, tokens. */
@Tag("chamber")
final class SessionEdgesTest {

    private static final String VALUE = "pg-Zq81TtRealValueNobodyMayPrint7";
    private static final String MAIL = "ingrid.halvorsen@fjord.example";

    @TempDir Path folder;
    private final List<String> asked = new ArrayList<>();
    private final List<String> restored = new ArrayList<>();
    private CodeRunner runner;

    @BeforeEach
    void open() throws Exception {
        SecretVault vault = SecretVault.in(folder.resolve("secrets"), Map.of());
        vault.set("database", VALUE);
        var nowhere = new Backbone(Clock.systemUTC(), _ -> new InetAddress[0]);
        runner = CodeRunner.open("crun", _ -> {}, nowhere, vault);
    }

    @AfterEach
    void close() {
        runner.close();
    }

    @Test
    void flaggedCodeAndRevealsWaitForAPersonAndRevealedValuesAreMasked() throws Exception {
        String policy = "secrets: {database: {from: vault, reveal: ask, uses: 1}}";
        String asks =
                """
                from mcpsf_broker import secret
                value = secret("database", "nightly report")
                print(value[:10], end="", flush=True)
                print(value[10:])
                value
                """;
        try (CodeSession session = session(policy, Path.of(""), this::yes)) {
            ExecutionLog flagged = run(session, "import os\nos.system('true')", _ -> {});
            var shown = new ArrayList<CodeEvent>();
            ExecutionLog revealed = run(session, asks, shown::add);
            ExecutionLog right =
                    run(
                            session,
                            "import hashlib; print(hashlib.sha256(value.encode()).hexdigest())",
                            _ -> {});

            assertThat(flagged.ending().status()).isEqualTo(Status.DONE);
            assertThat(asked.getFirst()).contains("line 2");
            assertThat(asked.get(1)).contains("the secret database", "nightly report");
            assertThat(right.output().stdout().strip()).isEqualTo(digest());
            assertThat(revealed.output().stdout()).hasSize(VALUE.length() + 1);
            assertThat(revealed.output().stdout() + shown).doesNotContain(VALUE.substring(5));
            assertThat(shown.toString()).contains("text/plain");
        }
        try (CodeSession session = session(policy, Path.of(""), Approver.nobody())) {
            assertThat(run(session, "import os\nos.system('true')", _ -> {}).ending().status())
                    .isEqualTo(Status.REFUSED);
            assertThat(run(session, asks, _ -> {}).ending().errors().toString())
                    .contains("nobody approved it");
        }
        assertThat(Files.readString(folder.resolve("secrets/audit.jsonl")))
                .contains("\"approved\"", "\"revealed\"", "\"declined\"")
                .doesNotContain(VALUE);
    }

    @Test
    void filesThatComeHaveTokensAndThoseThatGoHaveTheValuesWhereThePolicySaysSo() throws Exception {
        byte[] list = "id,email\n17,%s\n".formatted(MAIL).getBytes(StandardCharsets.UTF_8);
        String hide = "privacy: {hide: [email]%s}";
        String grant = ", restore: {workspace: hand over}";
        try (CodeSession session = session(hide.formatted(grant), Path.of(""), this::yes);
                CodeSession strict = session(hide.formatted(""), Path.of(""), this::yes)) {
            for (CodeSession one : List.of(session, strict)) {
                one.files().write("/workspace/list.csv", new ByteArrayInputStream(list));
                assertThat(run(one, "print(open('list.csv').read())", _ -> {}).output().stdout())
                        .matches("(?s)id,email\n17,[a-z]+@token\\.invalid\n.*");
                assertThatThrownBy(
                                () ->
                                        one.files()
                                                .write(
                                                        "/workspace/x",
                                                        new ByteArrayInputStream(
                                                                new byte[] {0, 1, (byte) 0xff})))
                        .isInstanceOf(SessionFileException.class);
            }
            assertThat(restored).isEmpty();

            assertThat(read(session)).isEqualTo(new String(list, StandardCharsets.UTF_8));
            assertThat(read(strict)).doesNotContain("fjord").contains("@token.invalid");
        }
        assertThat(restored).hasSize(1);
        assertThat(restored.getFirst())
                .contains("\"to\":\"workspace\"", "hand over", "\"user\":\"ada\"")
                .doesNotContain("fjord");
    }

    @Test
    @Tag("release")
    void codeInASessionCallsToolsAndTheServersLiveAsLongAsIt() throws Exception {
        Path servers = PrivacyInCodeTest.servers(folder);
        String policy =
                """
                privacy: {hide: [email, name], restore: {crm: answer customers}}
                limits: {time: 120s}
                """;
        try (CodeSession session = session(policy, servers, this::yes)) {
            ExecutionLog first =
                    run(
                            session,
                            "from servers import crm, other\nsaid = crm.read()\nprint(said)",
                            _ -> {});
            ExecutionLog second =
                    run(
                            session,
                            "mail = said.split('<')[1].rstrip('>')\n"
                                    + "print(crm.length(mail), other.length(mail))",
                            _ -> {});

            assertThat(first.output().stdout()).contains("@token.invalid").doesNotContain("fjord");
            assertThat(second.output().stdout()).isEqualTo("True False\n");
            assertThat(second.access().tools()).hasSize(2);
            assertThat(restored).hasSize(1);
        }
    }

    private boolean yes(String question) {
        return asked.add(question);
    }

    private static String digest() throws Exception {
        return java.util.HexFormat.of()
                .formatHex(
                        java.security.MessageDigest.getInstance("SHA-256")
                                .digest(VALUE.getBytes(StandardCharsets.UTF_8)));
    }

    private static String read(CodeSession session) throws Exception {
        var back = new ByteArrayOutputStream();
        session.files().read("/workspace/list.csv", back, Long.MAX_VALUE);
        return back.toString(StandardCharsets.UTF_8);
    }

    private static ExecutionLog run(
            CodeSession session, String code, java.util.function.Consumer<CodeEvent> events)
            throws InterruptedException {
        return session.execute(
                        new CodeSession.Code(
                                CodeLanguage.PYTHON,
                                code,
                                "python",
                                Map.of(),
                                Duration.ofMinutes(2)),
                        events)
                .log();
    }

    private CodeSession session(String yaml, Path servers, Approver approver)
            throws InterruptedException {
        return runner.open(
                new SessionRequest(
                        MergedPolicy.of(
                                List.of(
                                        PolicyLayer.execution(),
                                        PolicyLayer.read(
                                                "test", yaml.getBytes(StandardCharsets.UTF_8)))),
                        new ExecRequest.Folders(Path.of(""), servers, Path.of("")),
                        Map.of(),
                        Map.of(),
                        folder.resolve("executions")),
                new SessionHearers("ada", _ -> {}, _ -> {}, restored::add, approver));
    }
}
