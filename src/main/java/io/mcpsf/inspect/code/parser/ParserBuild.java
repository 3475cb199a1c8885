package io.mcpsf.inspect.code.parser;

import io.mcpsf.model.Sha256;
import io.mcpsf.os.Command;
import io.mcpsf.os.SystemPackages;
import io.mcpsf.os.Trees;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Builds the parser on this machine, once, from the sources in four packages of the npm registry:
 * they must be, byte for byte, the ones that we read, because what is built of them runs here.
 */
public final class ParserBuild {

    /** A package that is needed, its version, and the digest of those of its files that we use. */
    public record Source(String name, String version, String sources) {}

    public static final List<Source> PACKAGES =
            List.of(
                    new Source(
                            "tree-sitter",
                            "0.25.1",
                            "5ce2955084efc3576c657566e469cab27c974e11b85183f20c413181971ca676"),
                    new Source(
                            "tree-sitter-javascript",
                            "0.25.0",
                            "b7951e15e9d24734ee2d48cb1481c387d1518ad58273ace1721d57837802ffde"),
                    new Source(
                            "tree-sitter-typescript",
                            "0.23.2",
                            "25b045a2b6bd9b8b8af6da2d57d77389c003ce46b39bdaee57d6bfd966be995c"),
                    new Source(
                            "tree-sitter-python",
                            "0.25.0",
                            "98f979a1f3e07fdd32895d6e214ca471347fc0f05b86ba7cb2b9413612f4c765"));

    private static final List<String> GRAMMARS =
            List.of(
                    "tree-sitter-javascript/src",
                    "tree-sitter-typescript/typescript/src",
                    "tree-sitter-typescript/tsx/src",
                    "tree-sitter-python/src");

    private static final Duration ONE_FILE = Duration.ofMinutes(10);
    private static final String PROGRAM = "trees";
    private static final List<String> FLAGS = List.of("-std=gnu11", "-O2", "-DNDEBUG", "-w");

    private ParserBuild() {}

    /** Where the program lies in a cache, whether or not it is there; another edition elsewhere. */
    public static Path place(Path cache) {
        String all = PACKAGES + FLAGS.toString() + source();
        String key = Sha256.of(all.getBytes(StandardCharsets.UTF_8)).hex().substring(0, 16);
        return cache.resolve("parser-" + key).resolve(PROGRAM);
    }

    public static Optional<Path> built(Path cache) {
        return Optional.of(place(cache)).filter(Files::isExecutable);
    }

    /** Why it cannot be built here, or nothing. */
    public static Optional<String> obstacle() {
        return SystemPackages.here("cc") || SystemPackages.here("gcc")
                ? Optional.empty()
                : Optional.of("no C compiler: run `" + SystemPackages.command("gcc") + "`");
    }

    /** Builds it of the unpacked packages, by name, and returns where it lies now. */
    public static Path build(Map<String, Path> packages, Path cache, Path work)
            throws InterruptedException {
        try {
            Path folder = Files.createTempDirectory(work, "parser-");
            for (Source one : PACKAGES) {
                Path from = packages.getOrDefault(one.name(), folder);
                Path into = folder.resolve(one.name());
                String digest = copy(from, into);
                if (!digest.equals(one.sources())) {
                    throw new ParserException(
                            "the sources of %s %s have the wrong digest (%s)"
                                    .formatted(one.name(), one.version(), digest));
                }
            }
            Files.writeString(folder.resolve("trees.c"), source());
            compile(folder);
            Path place = place(cache);
            Files.createDirectories(place.getParent());
            Path program = folder.resolve(PROGRAM);
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
            Path aside = Files.createTempFile(place.getParent(), "new-", "");
            Files.copy(
                    program,
                    aside,
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.COPY_ATTRIBUTES);
            Files.move(aside, place, StandardCopyOption.ATOMIC_MOVE);
            Trees.delete(folder);
            return place;
        } catch (IOException e) {
            throw new ParserException("the parser cannot be built: " + e.getMessage(), e);
        }
    }

    /** Copies the sources alone and returns the digest of their names and contents. */
    private static String copy(Path from, Path into) throws IOException {
        List<Path> sources;
        try (Stream<Path> files = Files.walk(from, 8)) {
            sources =
                    files.filter(f -> wanted(from.relativize(f).toString()))
                            .filter(Files::isRegularFile)
                            .sorted()
                            .toList();
        }
        var all = new StringBuilder();
        for (Path source : sources) {
            Path name = from.relativize(source);
            byte[] bytes = Files.readAllBytes(source);
            all.append(name).append(' ').append(Sha256.of(bytes).hex()).append('\n');
            Path target = into.resolve(name.toString());
            Files.createDirectories(target.getParent());
            Files.write(target, bytes);
        }
        return Sha256.of(all.toString().getBytes(StandardCharsets.UTF_8)).hex();
    }

    private static boolean wanted(String path) {
        return path.matches(
                "(vendor/tree-sitter/lib/(src|include)/.*|((typescript|tsx|common)/)?(src/)?[^/]*"
                        + "|((typescript|tsx)/)?src/tree_sitter/[^/]*)\\.[ch]");
    }

    private static void compile(Path folder) throws InterruptedException, IOException {
        String core = "tree-sitter/vendor/tree-sitter/lib";
        List<List<String>> steps = new ArrayList<>();
        steps.add(arguments("trees.c", "core.o", "-I" + core + "/src", "-I" + core + "/include"));
        List<String> objects = new ArrayList<>(List.of("core.o"));
        for (String grammar : GRAMMARS) {
            for (String file : List.of("parser", "scanner")) {
                String object = grammar.replace('/', '_') + "_" + file + ".o";
                objects.add(object);
                steps.add(arguments(grammar + "/" + file + ".c", object, "-I" + grammar));
            }
        }
        int hands = Math.max(1, Runtime.getRuntime().availableProcessors());
        try (var tasks = Executors.newFixedThreadPool(hands)) {
            List<Future<?>> running = new ArrayList<>();
            for (List<String> step : steps) {
                running.add(
                        tasks.submit(
                                () -> {
                                    run(folder, step);
                                    return null;
                                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ParserException ours
                    ? ours
                    : new ParserException("the parser cannot be built", e);
        }
        List<String> link = new ArrayList<>(List.of("-o", PROGRAM));
        link.addAll(objects);
        run(folder, link);
    }

    private static List<String> arguments(String source, String object, String... more) {
        List<String> arguments = new ArrayList<>(FLAGS);
        arguments.addAll(List.of(more));
        arguments.addAll(List.of("-c", source, "-o", object));
        return arguments;
    }

    private static void run(Path folder, List<String> arguments) throws InterruptedException {
        List<String> argv = new ArrayList<>(List.of("nice", "-n", "5"));
        argv.add(SystemPackages.here("cc") ? "cc" : "gcc");
        argv.addAll(arguments);
        Command.Result result = Command.of(argv).in(folder).within(ONE_FILE).run();
        if (!result.good()) {
            throw new ParserException("the compiler failed: " + result.complaint());
        }
    }

    private static String source() {
        try (InputStream in = ParserBuild.class.getResourceAsStream("trees.c")) {
            if (in == null) {
                throw new IllegalStateException("our own trees.c is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("our own trees.c cannot be read", e);
        }
    }
}
