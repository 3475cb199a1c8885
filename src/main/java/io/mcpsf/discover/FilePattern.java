package io.mcpsf.discover;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Regular files by a path in which {@code *} stands for one name and {@code **} for folders of any
 * depth up to a bound. Pipes, devices and sockets are never opened; links of folders are not
 * followed below a {@code **}.
 */
final class FilePattern {

    /** Deeper than any client keeps its plugins. */
    private static final int DEPTH = 8;

    private static final int MAX_FILES = 500;
    private static final int MAX_LOOKED_AT = 20_000;

    private int looked;
    private final List<Path> found = new ArrayList<>();

    private FilePattern() {}

    static List<Path> match(Path root, String pattern) {
        var matcher = new FilePattern();
        List<String> parts = Stream.of(pattern.split("/")).filter(part -> !part.isEmpty()).toList();
        matcher.step(root, parts, DEPTH);
        return matcher.found;
    }

    private void step(Path here, List<String> parts, int depth) {
        if (found.size() >= MAX_FILES || looked++ > MAX_LOOKED_AT) {
            return;
        }
        if (parts.isEmpty()) {
            if (Files.isRegularFile(here)) {
                found.add(here);
            }
            return;
        }
        String part = parts.getFirst();
        List<String> rest = parts.subList(1, parts.size());
        if (part.equals("**")) {
            step(here, rest, depth);
            if (depth > 0) {
                for (Path child : children(here, Pattern.compile(".*"))) {
                    if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
                        step(child, parts, depth - 1);
                    }
                }
            }
        } else if (part.contains("*")) {
            children(here, pattern(part)).forEach(child -> step(child, rest, depth));
        } else {
            step(here.resolve(part), rest, depth);
        }
    }

    private static Pattern pattern(String part) {
        return Pattern.compile(
                Stream.of(part.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*")));
    }

    private static List<Path> children(Path folder, Pattern name) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        var children = new ArrayList<Path>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path child : all) {
                if (name.matcher(child.getFileName().toString()).matches()) {
                    children.add(child);
                }
                if (children.size() > MAX_LOOKED_AT) {
                    break;
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            // A folder that we may not list holds nothing for us; files named in full are still
            // read.
            return List.of();
        }
        children.sort(null);
        return children;
    }
}
