package io.mcpsf.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.cli.RealCommands;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates made by openssl, the real command, and curl as the client. */
@Tag("peers")
@Timeout(120)
final class TlsByFilesTest {

    private static final int NOT_TRUSTED = 60;

    @TempDir Path folder;
    @AutoClose private RealCommands commands;

    /** How a program ended and what it said. */
    private record Ended(int code, String said) {}

    @BeforeEach
    void certificates() throws Exception {
        commands = new RealCommands(folder);
        openssl(
                "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test-ca -keyout ca.key -out"
                        + " ca.pem");
        openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out server.key");
        openssl("req -new -key server.key -subj /CN=mcpsf -out server.csr");
        Files.writeString(folder.resolve("names"), "subjectAltName=DNS:mcpsf.test,IP:127.0.0.1\n");
        openssl(
                "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile"
                        + " names -out leaf.pem");
        Files.writeString(
                folder.resolve("server.pem"),
                Files.readString(folder.resolve("leaf.pem"))
                        + Files.readString(folder.resolve("ca.pem")));
    }

    @Test
    void whoeverTrustsItsSignerIsAnsweredAndNobodyElse() throws Exception {
        String address = serve("server.pem", "server.key");

        Ended trusted = run("curl", "-sS", "--cacert", "ca.pem", address + "/health");
        assertThat(trusted.code()).as(trusted.said()).isZero();
        assertThat(trusted.said()).contains("ok");

        assertThat(run("curl", "-sS", address + "/health").code()).isEqualTo(NOT_TRUSTED);
        assertThat(run("curl", "-sS", "--cacert", "ca.pem", "--tls-max", "1.1", address).code())
                .isNotZero();
        assertThat(run("curl", "-sS", address.replace("https", "http") + "/health").said())
                .doesNotContain("\"ok\"");
    }

    @Test
    void aCookieOverTlsIsForTlsAlone() throws Exception {
        Path data = folder.resolve("data");
        Ended made =
                run(
                        RealCommands.line(
                                        "key",
                                        "create",
                                        "--role",
                                        "admin",
                                        "--name",
                                        "me",
                                        "--data",
                                        data.toString())
                                .toArray(String[]::new));
        Matcher key = Pattern.compile("mcpsf_\\w+").matcher(made.said());
        assertThat(key.find()).as(made.said()).isTrue();
        String address = serve("server.pem", "server.key");

        Ended signed =
                run(
                        "curl",
                        "-sS",
                        "-D",
                        "-",
                        "--cacert",
                        "ca.pem",
                        "-H",
                        "Content-Type: application/json",
                        "-d",
                        "{\"key\":\"" + key.group() + "\"}",
                        address + "/api/v1/session");

        assertThat(signed.said()).contains("mcpsf_session=").contains("; Secure");
    }

    @Test
    void whoeverCameByTlsIsToldToComeSoAgain() throws Exception {
        String address = serve("server.pem", "server.key");

        for (String path : new String[] {"/health", "/", "/api/v1/jobs", "/api/none"}) {
            Ended answer = run("curl", "-sS", "-i", "--cacert", "ca.pem", address + path);
            assertThat(answer.said()).as(path).containsIgnoringCase("Strict-Transport-Security: ");
        }
    }

    @Test
    void aKeyThatDoesNotFitIsSaidToBeSo() throws Exception {
        openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out other.key");
        openssl("genpkey -algorithm RSA -out rsa.key");
        openssl("pkey -in server.key -traditional -out old.key");
        Files.writeString(folder.resolve("text"), "hello\n");

        assertThat(refused("server.pem", "other.key")).contains("does not belong to");
        assertThat(refused("server.pem", "rsa.key")).contains("does not belong to");
        assertThat(refused("server.pem", "old.key")).contains("openssl pkcs8 -topk8");
        assertThat(refused("server.pem", "none")).contains("cannot read the file", "none");
        assertThat(refused("none", "server.key")).contains("cannot read the file", "none");
        assertThat(refused("text", "server.key")).contains("text");
    }

    private String refused(String certificate, String key) throws Exception {
        List<String> words =
                RealCommands.line(
                        "serve",
                        "--bind",
                        "127.0.0.1:0",
                        "--data",
                        folder.resolve("data").toString(),
                        "--tls-cert",
                        folder.resolve(certificate).toString(),
                        "--tls-key",
                        folder.resolve(key).toString());
        Ended ended = run(words.toArray(String[]::new));
        assertThat(ended.code()).as(ended.said()).isEqualTo(2);
        assertThat(ended.said()).doesNotContain("\tat ");
        return ended.said();
    }

    private String serve(String certificate, String key) throws Exception {
        return commands.serve(
                        "--workers",
                        "0",
                        "--data",
                        folder.resolve("data").toString(),
                        "--tls-cert",
                        folder.resolve(certificate).toString(),
                        "--tls-key",
                        folder.resolve(key).toString())
                .address()
                .toString();
    }

    private void openssl(String words) throws Exception {
        Ended ended = run(("openssl " + words).split(" "));
        assertThat(ended.code()).as(ended.said()).isZero();
    }

    private Ended run(String... words) throws IOException, InterruptedException {
        Path said = folder.resolve("said");
        Process process =
                new ProcessBuilder(words)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(said));
    }
}
