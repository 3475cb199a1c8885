package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The real command, each in a Java of its own; closing ends those that still run. */
public final class RealCommands implements AutoCloseable {

    private static final Pattern SERVING = Pattern.compile("serving on (https?://\\S+)");
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Path logs;
    private final List<Process> started = new ArrayList<>();

    /** A service that answers at this address. */
    public record Served(Process process, URI address) {}

    /** What they say goes to files in this folder. */
    public RealCommands(Path logs) {
        this.logs = logs;
    }

    /** Its command line. */
    public static List<String> line(String... words) {
        var line =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-Xmx256m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.mcpsf.cli.Main"));
        line.addAll(List.of(words));
        return line;
    }

    public Process start(String... words) throws IOException {
        Process process =
                new ProcessBuilder(line(words))
                        .redirectErrorStream(true)
                        .redirectOutput(log(started.size()).toFile())
                        .start();
        started.add(process);
        return process;
    }

    /** What the one of this number has said, counted from 0. */
    public String said(int number) throws IOException {
        return Files.readString(log(number));
    }

    /** Starts {@code serve} with these words and returns once it listens. */
    public Served serve(String... words) throws IOException, InterruptedException {
        var all = new ArrayList<>(List.of("serve", "--bind", "127.0.0.1:0"));
        all.addAll(List.of(words));
        int number = started.size();
        Process process = start(all.toArray(String[]::new));
        long deadline = deadline();
        while (true) {
            Matcher serving = SERVING.matcher(said(number));
            if (serving.find()) {
                return new Served(process, URI.create(serving.group(1)));
            }
            assertThat(process.isAlive()).as(said(number)).isTrue();
            pause(deadline);
        }
    }

    /** Until the service takes jobs. */
    public static void awaitReady(URI service) throws IOException, InterruptedException {
        long deadline = deadline();
        while (answer(service.resolve("/ready")).statusCode() != 200) {
            pause(deadline);
        }
    }

    /** Until as many processes wait for jobs. */
    public static void awaitWarm(URI service, int processes)
            throws IOException, InterruptedException {
        long deadline = deadline();
        while (Json.read(answer(service.resolve("/health")).body()).path("warm").intValue(-1)
                != processes) {
            pause(deadline);
        }
    }

    @Override
    public void close() {
        for (Process process : started) {
            process.destroy();
            if (!ended(process)) {
                process.destroyForcibly();
            }
        }
    }

    private static boolean ended(Process process) {
        try {
            return process.waitFor(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Path log(int number) {
        return logs.resolve("log-" + number);
    }

    private static HttpResponse<String> answer(URI address)
            throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private static long deadline() {
        return System.nanoTime() + PATIENCE.toNanos();
    }

    private static void pause(long deadline) throws InterruptedException {
        assertThat(System.nanoTime()).isLessThan(deadline);
        Thread.sleep(100);
    }
}
