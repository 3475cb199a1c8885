package io.mcpsf.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.sandbox.Footprint;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Many sessions at a time, while the service is killed twice: nothing is left, nothing crosses. */
@Tag("chamber")
@Tag("release")
@Tag("alone")
final class ManySessionsTest {

    private static final int SESSIONS = Integer.getInteger("sessions.count", 200);
    private static final int AT_A_TIME = 20;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Process> services = new ArrayList<>();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private final AtomicLong openedNanos = new AtomicLong();
    private int port;

    @AfterEach
    void stop() {
        services.forEach(Process::destroyForcibly);
    }

    @Test
    void noneLeavesAnythingAndNoneSeesWhatIsAnothers() throws Exception {
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        start();
        long begin = System.nanoTime();
        var crossed = new ArrayList<String>();
        var places = new Semaphore(AT_A_TIME);
        try (var tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < SESSIONS; i++) {
                int number = i;
                places.acquire();
                if (number == SESSIONS / 3 || number == 2 * SESSIONS / 3) {
                    killAndStartAgain();
                }
                tasks.execute(
                        () -> {
                            try {
                                String wrong = whole(number);
                                if (!wrong.isEmpty()) {
                                    synchronized (crossed) {
                                        crossed.add(wrong);
                                    }
                                }
                            } finally {
                                places.release();
                            }
                        });
            }
        }
        long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
        Process last = services.getLast();
        last.destroy();
        assertThat(last.waitFor(60, TimeUnit.SECONDS)).isTrue();

        System.getLogger(getClass().getName())
                .log(
                        System.Logger.Level.INFO,
                        "%d sessions, %d tried again after a kill, %d s, opened in %d ms on average"
                                .formatted(
                                        done.get(),
                                        lost.get(),
                                        seconds,
                                        openedNanos.get() / Math.max(1, done.get()) / 1_000_000));
        assertThat(crossed).isEmpty();
        assertThat(done).hasValue(SESSIONS);
        for (Process service : services) {
            assertThat(Footprint.of(service.pid())).as("of service " + service.pid()).isEmpty();
        }
        try (var left = Files.list(folder.resolve("data/sessions"))) {
            assertThat(left).isEmpty();
        }
    }

    /** Tries until it is through: who is killed in the middle begins again. */
    private String whole(int number) {
        while (true) {
            try {
                return once(number);
            } catch (IOException e) {
                lost.incrementAndGet();
                awaitHealth();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Empty when it saw its own things and nothing else. */
    private String once(int number) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        String at =
                "/api/v1/sessions/"
                        + Json.text(Json.read(send("POST", "/api/v1/sessions", "{}")), "id");
        openedNanos.addAndGet(System.nanoTime() - begin);
        send("PUT", at + "/file?path=mark", "mark " + number);
        String code =
                """
                import os
                assert 'x' not in globals()
                x = %d
                print(open('/workspace/mark').read(), sorted(os.listdir('/workspace')), os.listdir('/home/user'))
                """
                        .formatted(number);
        String first = output(at, code);
        String second = output(at, "print(x)");
        send("DELETE", at, "");
        done.incrementAndGet();
        boolean own =
                first.equals("mark %d ['data', 'mark', 'results'] []\n".formatted(number))
                        && second.equals(number + "\n");
        return own ? "" : number + ": " + first + second;
    }

    private String output(String at, String code) throws IOException, InterruptedException {
        String body = Json.text(Json.object().put("code", code));
        JsonNode log = Json.read(send("POST", at + "/executions", body));
        return Json.text(log, "stdout") + Json.text(log, "stderr");
    }

    private String send(String method, String path, String body)
            throws IOException, InterruptedException {
        HttpResponse<String> answer =
                http.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .timeout(PATIENCE)
                                .header("Content-Type", "application/json")
                                .method(method, BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            // A session that the service before had, or that did not fit beside others yet.
            throw new IOException(path + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    private void killAndStartAgain() throws IOException, InterruptedException {
        Process service = services.getLast();
        service.destroyForcibly();
        service.waitFor();
        start();
    }

    private void start() throws IOException {
        var words =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx768m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.mcpsf.cli.Main",
                        "serve",
                        "--bind",
                        "127.0.0.1:" + port,
                        "--data",
                        folder.resolve("data").toString(),
                        "--workers",
                        "0",
                        "--sessions",
                        "" + 2 * AT_A_TIME);
        services.add(
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(
                                folder.resolve("service" + services.size() + ".log").toFile())
                        .start());
        awaitHealth();
    }

    private void awaitHealth() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            try {
                send("GET", "/health", "");
                return;
            } catch (IOException e) {
                try {
                    Thread.sleep(200);
                } catch (InterruptedException interrupted) {
                    throw new AssertionError(interrupted);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        throw new AssertionError("the service did not come up");
    }
}
