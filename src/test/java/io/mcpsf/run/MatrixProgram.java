package io.mcpsf.run;

import io.mcpsf.os.Command;
import io.mcpsf.os.Trees;
import io.mcpsf.sandbox.docker.PrivateEngine;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Prints one column of the table in docs/runtimes.md, row by row as samples end. Arguments: a
 * runtime, then samples by name, or none for all. For Docker it starts an engine of its own unless
 * the environment names one, and works in a process that has that engine's environment.
 */
final class MatrixProgram {

    private MatrixProgram() {}

    public static void main(String[] words) throws Exception {
        boolean engine = words[0].startsWith("docker");
        if (engine && !System.getenv().containsKey("DOCKER_HOST")) {
            int code;
            try (PrivateEngine own = PrivateEngine.withGvisor()) {
                code = command(own, List.of(words)).runAttached();
            }
            System.exit(code);
        }
        List<String> names = List.of(words).subList(1, words.length);
        List<Path> samples =
                Matrix.all().stream()
                        .filter(s -> names.isEmpty() || names.contains(Matrix.name(s)))
                        .toList();
        System.exit(print(words[0], samples) == 0 ? 0 : 1);
    }

    /** This program again, in the environment of an engine. */
    static Command command(PrivateEngine engine, List<String> words) {
        List<String> argv = new ArrayList<>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
        argv.add("-Dmatrix.at.once=" + Integer.getInteger("matrix.at.once", 2));
        argv.add("-Dmatrix.profile=" + System.getProperty("matrix.profile", "balanced"));
        argv.addAll(List.of("-cp", System.getProperty("java.class.path")));
        argv.add(MatrixProgram.class.getName());
        argv.addAll(words);
        Map<String, String> environment = new HashMap<>(engine.environment());
        // What was learned before about code is found again.
        environment.put("XDG_CACHE_HOME", cache());
        return Command.of(argv).withOnly(environment).in(Path.of("").toAbsolutePath());
    }

    private static String cache() {
        return System.getenv()
                .getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home", "") + "/.cache");
    }

    /** Where evidence is to be recorded, if anywhere. */
    private static Optional<Recordings> recordings() {
        return Optional.ofNullable(System.getProperty("matrix.record"))
                .map(folder -> new Recordings(Path.of(folder)));
    }

    private static int print(String runtime, List<Path> samples) throws IOException {
        var out =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        Path reports = Files.createTempDirectory("matrix-");
        int wrong = 0;
        try (var matrix =
                new Matrix(
                        runtime,
                        System.getProperty("matrix.profile", "balanced"),
                        reports,
                        Integer.getInteger("matrix.at.once", 2),
                        recordings())) {
            List<Supplier<Matrix.Row>> rows = new ArrayList<>();
            for (Path sample : samples) {
                rows.add(matrix.row(sample));
            }
            out.println("| sample | verdict | rules of its promise | on " + runtime + " |");
            out.println("|---|---|---|---|");
            for (Supplier<Matrix.Row> each : rows) {
                Matrix.Row row = each.get();
                wrong += row.differs() ? 1 : 0;
                out.println(row);
            }
        } finally {
            Trees.delete(reports);
        }
        out.println();
        out.println(wrong + " differ");
        return wrong;
    }
}
