package io.mcpsf.bench;

import io.mcpsf.mcp.Drain;
import io.mcpsf.os.Child;
import io.mcpsf.os.Command;
import io.mcpsf.os.Trees;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One assessment started as people start it, through the launcher, with a case folder of its own.
 */
record Launched(Child child, Path cases, Drain stdout, Drain stderr) implements AutoCloseable {

    private static final String TEMPORARY = "tmp";

    static Launched start(String launcher, List<String> arguments) throws IOException {
        Path cases = Files.createTempDirectory("bench-cases-");
        Files.createDirectory(cases.resolve(TEMPORARY));
        // Whoever started us in the background made us deaf to interrupts, and our children too.
        List<String> argv = new ArrayList<>(List.of("env", "--default-signal=INT", launcher));
        argv.add("assess");
        argv.addAll(arguments);
        argv.addAll(List.of("--output", cases.resolve("cases").toString()));
        var env = new HashMap<>(System.getenv());
        env.put("MCPSF_JAVA_OPTIONS", "-Djava.io.tmpdir=" + cases.resolve(TEMPORARY));
        Child child = Command.of(argv).withOnly(env).in(Path.of("").toAbsolutePath()).start();
        child.stdin().close();
        return new Launched(child, cases, Drain.of(child.stdout()), Drain.of(child.stderr()));
    }

    /** What lies in the temporary folder that this run has to itself. */
    List<String> temporary() throws IOException {
        try (Stream<Path> all = Files.list(cases.resolve(TEMPORARY))) {
            return all.map(path -> "temporary " + path.getFileName()).toList();
        }
    }

    /** The file of that name in the case, as soon as there is one. */
    Optional<Path> file(String name) {
        if (!Files.isDirectory(cases.resolve("cases"))) {
            return Optional.empty();
        }
        try (Stream<Path> all = Files.walk(cases.resolve("cases"), 2)) {
            return all.filter(path -> path.endsWith(name)).findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The transcript's lines so far. */
    List<String> transcript() throws IOException {
        Optional<Path> file = file("transcript.jsonl");
        return file.isPresent() ? Files.readAllLines(file.get()) : List.of();
    }

    @Override
    public void close() {
        child.close();
        Trees.delete(cases);
    }
}
