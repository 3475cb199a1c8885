package io.mcpsf.run.scene;

import io.mcpsf.sandbox.Place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of the package that is started, as a copy that it may write: servers that keep their
 * data or a cache beside their code work, and what they write there is seen. The packages around it
 * stay as they are.
 */
public final class OwnFolder {

    /** More than this takes longer to copy than a start may be held up for. */
    private static final int MOST_FILES = 1_500;

    private static final long MOST_BYTES = 24L << 20;

    private static final Pattern PACKAGE =
            Pattern.compile("/node_modules/((?:@[^/]+/)?[^/@.][^/]*)/.+");

    private static final long MOST_SCRIPT = 8 << 10;

    /** What a console script runs. */
    private static final Pattern IMPORT = Pattern.compile("(?m)^from ([A-Za-z_]\\w{0,100})");

    private OwnFolder() {}

    /** Empty where it is not known, too large, or no folder of its own. */
    public static Optional<Place> of(InstalledTree sample, List<String> argv) throws IOException {
        Optional<String> at = at(sample, argv);
        if (at.isEmpty()) {
            return Optional.empty();
        }
        Path folder = sample.tree().resolve(at.get()).normalize();
        return real(folder, sample.tree()) && small(folder)
                ? Optional.of(new Place.Scratch(folder, sample.shownAt() + "/" + at.get()))
                : Optional.empty();
    }

    /** Where the code of its own lies, or all of it where that is not known. */
    static Path code(InstalledTree sample, List<String> argv) throws IOException {
        Optional<String> at = at(sample, argv);
        return at.isEmpty() ? sample.tree() : sample.tree().resolve(at.get()).normalize();
    }

    private static Optional<String> at(InstalledTree sample, List<String> argv) throws IOException {
        Optional<String> at = node(sample, argv);
        if (at.isEmpty()) {
            at = python(sample, argv);
        }
        return at.filter(
                folder -> {
                    Path own = sample.tree().resolve(folder).normalize();
                    return own.startsWith(sample.tree())
                            && Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS);
                });
    }

    private static Optional<String> node(InstalledTree sample, List<String> argv) {
        for (String word : argv) {
            if (word.startsWith(sample.shownAt() + "/node_modules/")) {
                Matcher inside = PACKAGE.matcher(word.substring(sample.shownAt().length()));
                return inside.matches()
                        ? Optional.of("node_modules/" + inside.group(1))
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** The module that is run, by its name or by the script that a virtual environment has. */
    private static Optional<String> python(InstalledTree sample, List<String> argv)
            throws IOException {
        String module = "";
        int named = argv.indexOf("-m");
        if (named >= 0 && named + 1 < argv.size()) {
            module = argv.get(named + 1).replaceFirst("\\..*", "");
        } else {
            for (String word : argv) {
                if (word.startsWith(sample.shownAt() + "/bin/") && module.isEmpty()) {
                    module = imported(sample, word.substring(sample.shownAt().length() + 1));
                }
            }
        }
        if (!module.matches("[A-Za-z_]\\w{0,100}")) {
            return Optional.empty();
        }
        Path lib = sample.tree().resolve("lib");
        if (!Files.isDirectory(lib, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(lib)) {
            String inside = "/site-packages/" + module;
            return versions.map(version -> "lib/" + version.getFileName() + inside)
                    .filter(at -> Files.isDirectory(sample.tree().resolve(at)))
                    .findFirst();
        }
    }

    private static String imported(InstalledTree sample, String script) throws IOException {
        Path file = sample.tree().resolve(script).normalize();
        if (!file.startsWith(sample.tree())
                || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                || Files.size(file) > MOST_SCRIPT) {
            return "";
        }
        Matcher imports =
                IMPORT.matcher(
                        Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1));
        return imports.find() ? imports.group(1) : "";
    }

    /** An installation is hostile: no link in it may lead a copy to files of the host. */
    private static boolean real(Path folder, Path tree) throws IOException {
        return folder.toRealPath().equals(tree.toRealPath().resolve(tree.relativize(folder)));
    }

    private static boolean small(Path folder) throws IOException {
        long bytes = 0;
        int files = 0;
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) tree::iterator) {
                files++;
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    bytes += Files.size(file);
                }
                if (files > MOST_FILES || bytes > MOST_BYTES) {
                    return false;
                }
            }
        }
        return true;
    }
}
