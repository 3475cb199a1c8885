package io.mcpsf.service.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.report.Borrowed;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/** Against moto, an S3 stand-in that others wrote, installed by pip. */
@Tag("peers")
final class S3BlobsTest extends BlobsContract {

    private static final SigV4.Credentials WHO =
            new SigV4.Credentials("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG", "", "us-east-1");

    @TempDir static Path home;
    private static Process server;
    private static URI endpoint;

    @BeforeAll
    static void startServer() throws Exception {
        // What it needs for all other services would take half a minute more.
        Path python = Borrowed.python("moto[s3]==5.2.5", "flask==3.1.3", "flask-cors==6.0.5");
        int port = freePort();
        endpoint = URI.create("http://127.0.0.1:" + port);
        server =
                new ProcessBuilder(python.resolveSibling("moto_server").toString(), "-p", "" + port)
                        .redirectErrorStream(true)
                        .redirectOutput(home.resolve("moto.log").toFile())
                        .start();
        awaitServer();
        HttpRequest make =
                HttpRequest.newBuilder(endpoint.resolve("/cases"))
                        .PUT(HttpRequest.BodyPublishers.noBody())
                        .build();
        try (var http = HttpClient.newHttpClient()) {
            assertThat(http.send(make, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        }
    }

    @AfterAll
    static void stopServer() {
        server.destroyForcibly();
    }

    @Override
    protected Blobs blobs() {
        return new S3Blobs(
                new S3Blobs.Bucket(endpoint, "cases", "mcpsf/"),
                WHO,
                InstantSource.system(),
                HttpClient.newHttpClient());
    }

    @Test
    void signaturesAreThoseOfTheExampleInTheDocumentation() {
        var who =
                new SigV4.Credentials(
                        "AKIAIOSFODNN7EXAMPLE",
                        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
                        "",
                        "us-east-1");
        Map<String, String> headers =
                new SigV4(who, InstantSource.fixed(Instant.parse("2013-05-24T00:00:00Z")))
                        .headers(
                                "GET",
                                "examplebucket.s3.amazonaws.com",
                                "/",
                                "max-keys=2&prefix=J",
                                SigV4.NOTHING);

        assertThat(headers.get("Authorization"))
                .endsWith(
                        "Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void awaitServer() throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        try (var http = HttpClient.newHttpClient()) {
            while (true) {
                try {
                    http.send(
                            HttpRequest.newBuilder(endpoint).build(),
                            HttpResponse.BodyHandlers.discarding());
                    return;
                } catch (IOException e) {
                    assertThat(System.nanoTime()).isLessThan(deadline);
                    Thread.sleep(100);
                }
            }
        }
    }
}
