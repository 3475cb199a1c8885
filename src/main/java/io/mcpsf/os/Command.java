package io.mcpsf.os;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One program to run on the host: its arguments as a list, an environment that holds nothing but
 * what is given here, a deadline after which it and all its descendants are killed, and a cap on
 * what is kept of its output.
 */
public record Command(
        List<String> argv, Map<String, String> env, Path folder, Duration deadline, int keptBytes) {

    /** Where the tools that we call live on every Linux. */
    public static final String PATH =
            "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private static final Map<String, String> PLAIN = Map.of("PATH", PATH, "LC_ALL", "C.UTF-8");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int KEPT = 1 << 20;
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    public Command {
        argv = List.copyOf(argv);
        env = Map.copyOf(env);
        if (argv.isEmpty()) {
            throw new IllegalArgumentException("argv is empty");
        }
    }

    /** A command with a plain environment, thirty seconds and a mebibyte per output. */
    public static Command of(String... argv) {
        return of(List.of(argv));
    }

    public static Command of(List<String> argv) {
        return new Command(argv, PLAIN, Path.of("/"), PATIENCE, KEPT);
    }

    public Command with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(env);
        more.put(name, value);
        return new Command(argv, more, folder, deadline, keptBytes);
    }

    public Command withOnly(Map<String, String> other) {
        return new Command(argv, other, folder, deadline, keptBytes);
    }

    public Command in(Path other) {
        return new Command(argv, env, other, deadline, keptBytes);
    }

    public Command within(Duration other) {
        return new Command(argv, env, folder, other, keptBytes);
    }

    public Command keeping(int bytes) {
        return new Command(argv, env, folder, deadline, bytes);
    }

    /** Runs it to its end or its deadline with nothing to read on standard input. */
    public Result run() throws InterruptedException {
        return run(new byte[0]);
    }

    /** Runs it to its end or its deadline. Throws only when it could not be started at all. */
    public Result run(byte[] stdin) throws InterruptedException {
        try (Child child = start()) {
            var out = new Kept(child.stdout(), keptBytes);
            var err = new Kept(child.stderr(), keptBytes);
            Thread.ofVirtual().start(() -> feed(child.stdin(), stdin));
            boolean ended = child.await(deadline);
            // A descendant that still holds our pipes would keep the readers waiting.
            child.killTree();
            boolean whole = out.await(LAST_WORDS);
            whole &= err.await(LAST_WORDS);
            return new Result(
                    ended ? child.code() : -1,
                    !ended,
                    out.text(),
                    err.text(),
                    !whole || out.cut() || err.cut());
        }
    }

    /** Starts it and hands over its raw pipes; the deadline and the cap are the caller's now. */
    public Child start() {
        return launch(builder());
    }

    /** Starts it with output thrown away, for a child that only listens. */
    public Child startSilent() {
        return launch(
                builder()
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD));
    }

    /** Gives it our own terminal and waits for its end, however long that takes. */
    public int runAttached() throws InterruptedException {
        try (Child child = launch(builder().inheritIO())) {
            return child.await();
        }
    }

    private ProcessBuilder builder() {
        var builder = new ProcessBuilder(argv).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(env);
        return builder;
    }

    private Child launch(ProcessBuilder builder) {
        try {
            return new Child(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + argv.getFirst(), e);
        }
    }

    private static void feed(OutputStream to, byte[] bytes) {
        try (to) {
            to.write(bytes);
        } catch (IOException e) {
            // A child that does not read its input is its own affair; its exit code tells.
            return;
        }
    }

    /** How it ended and what it said, up to the cap. {@code code} is -1 when time ran out. */
    public record Result(int code, boolean timedOut, String stdout, String stderr, boolean cut) {

        public boolean good() {
            return !timedOut && code == 0;
        }

        /** The last non-blank line of complaint, for one-line messages. */
        public String complaint() {
            String said = stderr.isBlank() ? stdout : stderr;
            return said.lines()
                    .filter(line -> !line.isBlank())
                    .reduce((first, second) -> second)
                    .map(line -> line.length() > 300 ? line.substring(0, 300) : line)
                    .orElse(timedOut ? "ran out of time" : "exit " + code);
        }
    }
}
