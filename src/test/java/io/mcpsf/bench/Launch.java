package io.mcpsf.bench;

import io.mcpsf.os.Command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The launcher: {@code mcpsf version} against the smallest program that a JVM can start. */
final class Launch {

    private Launch() {}

    /** Arguments: the launcher. */
    public static void main(String[] args) throws IOException, InterruptedException {
        String launcher = args[0];
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = Path.of("target/test-classes").toAbsolutePath().toString();
        var hello = List.of(java, "-cp", classes, "io.mcpsf.bench.Hello");
        var helloOurs =
                List.of(
                        java,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classes,
                        "io.mcpsf.bench.Hello");
        var times =
                new Contest("mcpsf version, warm")
                        .with("hello world", () -> run(hello))
                        .with("hello world, our flags", () -> run(helloOurs))
                        .with("mcpsf version", () -> run(List.of(launcher, "version")))
                        .run(2, 25);
        System.out.println("  budget: 250 ms for " + times.keySet().stream().toList().getLast());
    }

    private static long run(List<String> argv) throws InterruptedException {
        long begin = System.nanoTime();
        var result = Command.of(argv).withOnly(System.getenv()).within(Duration.ofMinutes(1)).run();
        long nanos = System.nanoTime() - begin;
        if (!result.good()) {
            throw new IllegalStateException(result.complaint());
        }
        return nanos;
    }
}
