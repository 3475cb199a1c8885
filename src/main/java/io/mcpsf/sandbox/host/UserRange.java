package io.mcpsf.sandbox.host;

import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A run of user ids of the host. */
record UserRange(long first, long count) {

    private static final Pattern DELEGATED = Pattern.compile("[^:]*:(\\d{1,10}):(\\d{1,10})");

    boolean meets(UserRange other) {
        return first < other.first + other.count && other.first < first + count;
    }

    /** What administrators gave to users for their containers, and whose processes run. */
    static List<UserRange> ofOthers() {
        var ranges = new ArrayList<UserRange>();
        for (String file : List.of("/etc/subuid", "/etc/subgid")) {
            ranges.addAll(delegated(Path.of(file)));
        }
        try (DirectoryStream<Path> processes =
                Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                owner(process, ranges);
            }
        } catch (IOException e) {
            throw new ExecutorException("cannot list /proc", e);
        }
        return ranges;
    }

    private static List<UserRange> delegated(Path file) {
        if (!Files.isReadable(file)) {
            return List.of();
        }
        try (var lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.map(DELEGATED::matcher)
                    .filter(Matcher::matches)
                    .map(line -> new UserRange(number(line, 1), number(line, 2)))
                    .toList();
        } catch (IOException e) {
            throw new ExecutorException("cannot read " + file, e);
        }
    }

    private static long number(Matcher line, int group) {
        return Long.parseLong(line.group(group));
    }

    private static void owner(Path process, List<UserRange> ranges) {
        try {
            int owner = (int) Files.getAttribute(process, "unix:uid");
            ranges.add(new UserRange(Integer.toUnsignedLong(owner), 1));
        } catch (IOException gone) {
            return; // It ended meanwhile.
        }
    }
}
