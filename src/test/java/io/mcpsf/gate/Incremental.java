package io.mcpsf.gate;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;

/**
 * Compiles what changed since the last time and whatever that can affect, or everything when in
 * doubt. bin/compile runs it from its source.
 *
 * <p>A changed file is compiled alone as long as it shows others the same as before. Otherwise
 * those follow that name it in their source (a constant is copied into whoever uses it) or in their
 * class files (a chain of calls names no type in its source), the same for its subtypes, and so on.
 */
final class Incremental {

    /** With more of them everything is as quick. */
    private static final int MANY = 400;

    private static final List<String> OPTIONS =
            List.of(
                    "--release",
                    "25",
                    "-proc:none",
                    "-nowarn",
                    "-g",
                    "-parameters",
                    "-implicit:none");

    private final Path state;
    private final String classPath;
    private final PrintStream told;
    private final Map<String, String> now = new TreeMap<>();
    private Map<String, String> before = Map.of();

    /** What is known of the last time is kept in a file. */
    Incremental(Path state, String classPath, PrintStream told) {
        this.state = state;
        this.classPath = classPath;
        this.told = told;
    }

    /** STATE CLASSPATH SOURCES CLASSES [SOURCES CLASSES]..., where each sees those before it. */
    public static void main(String[] words) throws IOException {
        var trees = new ArrayList<SourceTree>();
        for (int i = 2; i < words.length; i += 2) {
            trees.add(new SourceTree(Path.of(words[i]), Path.of(words[i + 1])));
        }
        if (!new Incremental(Path.of(words[0]), words[1], System.err).compile(trees)) {
            System.exit(1);
        }
    }

    /** Whether all could be compiled; what is wrong was told. */
    boolean compile(List<SourceTree> trees) throws IOException {
        Optional<String> doubt = doubt(trees);
        Files.deleteIfExists(state);
        note(trees);
        doubt.ifPresent(why -> told.println("compiles everything: " + why));
        boolean done = (doubt.isEmpty() && quick(trees)) || whole(trees);
        if (done) {
            keep(trees);
        }
        return done;
    }

    /** Why what is there can't be trusted. */
    private Optional<String> doubt(List<SourceTree> trees) throws IOException {
        try {
            before =
                    Files.readAllLines(state).stream()
                            .map(line -> line.split(" ", 2))
                            .collect(Collectors.toMap(word -> word[1], word -> word[0]));
        } catch (NoSuchFileException _) {
            return Optional.of("nothing is known of an earlier time");
        }
        if (!digest(classPath.getBytes(StandardCharsets.UTF_8)).equals(before.get("classpath"))) {
            return Optional.of("the class path is another");
        }
        if (!count(trees).equals(before.get("classes"))) {
            return Optional.of("classes came or went");
        }
        for (SourceTree tree : trees) {
            for (Path file : tree.classes()) {
                if (Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(state))
                        > 0) {
                    return Optional.of("somebody else compiled " + file);
                }
            }
        }
        return before.keySet().stream()
                .filter(file -> file.endsWith(".java") && !Files.exists(Path.of(file)))
                .map(file -> file + " is gone")
                .findFirst();
    }

    private void note(List<SourceTree> trees) throws IOException {
        now.put("classpath", digest(classPath.getBytes(StandardCharsets.UTF_8)));
        for (SourceTree tree : trees) {
            for (Path file : tree.sources()) {
                now.put(file.toString(), digest(Files.readAllBytes(file)));
            }
        }
    }

    private void keep(List<SourceTree> trees) throws IOException {
        now.put("classes", count(trees));
        Files.write(
                state, now.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).toList());
    }

    private boolean whole(List<SourceTree> trees) throws IOException {
        String seen = classPath;
        for (SourceTree tree : trees) {
            Path fresh = tree.fresh();
            if (!javac(tree.sources(), fresh, seen)) {
                SourceTree.delete(fresh);
                return false;
            }
            tree.replaceAll(fresh);
            seen = tree.to() + ":" + seen;
        }
        return true;
    }

    /** Whether a few files were enough. */
    private boolean quick(List<SourceTree> trees) throws IOException {
        String seen = classPath;
        var different = new TreeSet<String>();
        int files = 0;
        for (SourceTree tree : trees) {
            seen = tree.to() + ":" + seen;
            var chosen = new TreeSet<Path>(followers(tree, different));
            for (Path file : tree.sources()) {
                if (!Objects.equals(now.get(file.toString()), before.get(file.toString()))) {
                    chosen.add(file);
                }
            }
            Path fresh = tree.fresh();
            boolean more = !chosen.isEmpty();
            while (more) {
                if (chosen.size() > MANY || !javac(chosen, fresh, seen)) {
                    SourceTree.delete(fresh);
                    return false;
                }
                for (String type : tree.types(fresh, chosen)) {
                    String earlier = ClassFace.shown(SourceTree.file(tree.to(), type));
                    if (!earlier.equals(ClassFace.shown(SourceTree.file(fresh, type)))) {
                        different.add(type);
                    }
                }
                more = chosen.addAll(followers(tree, different));
                fresh = more ? tree.fresh() : fresh;
            }
            tree.replace(fresh, chosen);
            files += chosen.size();
        }
        told.println("compiled files: " + files);
        return true;
    }

    /** The sources that different types can affect; a subtype shows what it inherits. */
    private static Set<Path> followers(SourceTree tree, Set<String> different) throws IOException {
        if (different.isEmpty()) {
            return Set.of();
        }
        var faces = new HashMap<String, ClassFace>();
        for (Path file : tree.classes()) {
            faces.put(SourceTree.type(tree.to(), file), ClassFace.of(file));
        }
        int size;
        do {
            size = different.size();
            faces.forEach(
                    (type, face) -> {
                        if (face.above().stream().anyMatch(different::contains)) {
                            different.add(type);
                        }
                    });
        } while (different.size() > size);
        Set<String> outer =
                different.stream()
                        .map(SourceTree::outer)
                        .collect(Collectors.toCollection(TreeSet::new));
        var followers = new TreeSet<Path>();
        faces.forEach(
                (type, face) -> {
                    if (outer.stream().anyMatch(face::names)) {
                        followers.add(tree.source(type));
                    }
                });
        Pattern named =
                Pattern.compile(
                        outer.stream()
                                .map(
                                        type ->
                                                Pattern.quote(
                                                        type.substring(type.lastIndexOf('/') + 1)))
                                .collect(Collectors.joining("|", "\\b(", ")\\b")));
        for (Path file : tree.sources()) {
            if (named.matcher(Files.readString(file)).find()) {
                followers.add(file);
            }
        }
        return followers;
    }

    private boolean javac(Collection<Path> sources, Path to, String classPath) {
        var words = new ArrayList<>(OPTIONS);
        words.addAll(List.of("-d", to.toString(), "-cp", classPath));
        sources.forEach(file -> words.add(file.toString()));
        ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
        return javac.run(told, told, words.toArray(String[]::new)) == 0;
    }

    private static String count(List<SourceTree> trees) throws IOException {
        int count = 0;
        for (SourceTree tree : trees) {
            count += tree.classes().size();
        }
        return Integer.toString(count);
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
