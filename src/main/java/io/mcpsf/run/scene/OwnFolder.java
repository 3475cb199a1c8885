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

    private OwnFolder() {}

    /** Empty where it is not known, too large, or no folder of its own. */
    public static Optional<Place> of(InstalledTree sample, List<String> argv) throws IOException {
        for (String word : argv) {
            if (!word.startsWith(sample.shownAt() + "/node_modules/")) {
                continue;
            }
            Matcher inside = PACKAGE.matcher(word.substring(sample.shownAt().length()));
            if (inside.matches()) {
                String at = "/node_modules/" + inside.group(1);
                Path folder = sample.tree().resolve(at.substring(1)).normalize();
                return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                                && real(folder, sample.tree())
                                && small(folder)
                        ? Optional.of(new Place.Scratch(folder, sample.shownAt() + at))
                        : Optional.empty();
            }
        }
        return Optional.empty();
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
