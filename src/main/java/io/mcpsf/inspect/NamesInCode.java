package io.mcpsf.inspect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The host names that stand in an artifact's files. A name that a sample asks for and that stands
 * in its code was not made up on the spot to find out whether the network is real.
 */
public final class NamesInCode {

    private static final Pattern HOST =
            Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,62})(?:\\.[a-z0-9](?:[a-z0-9-]{0,62})){1,8}");

    /** A bundle of one file is often a megabyte or two; what is larger is data. */
    private static final long LARGEST_FILE = 4L << 20;

    private static final long MOST_BYTES = 48L << 20;
    private static final int MOST_NAMES = 50_000;

    private final Set<String> names = new HashSet<>();

    private NamesInCode() {}

    public static NamesInCode read(Path root) {
        var found = new NamesInCode();
        long left = MOST_BYTES;
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (left > 0 && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    long size = Files.size(file);
                    if (size <= LARGEST_FILE) {
                        left -= size;
                        found.take(
                                new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + root, e);
        }
        return found;
    }

    /** Whether this name, or one below it, stands in the code. */
    public boolean has(String name) {
        return names.contains(name.toLowerCase(Locale.ROOT));
    }

    private void take(String hostile) {
        Matcher hosts = HOST.matcher(hostile.toLowerCase(Locale.ROOT));
        while (hosts.find() && names.size() < MOST_NAMES) {
            String name = hosts.group();
            for (int dot = 0;
                    dot >= 0 && name.indexOf('.', dot) >= 0;
                    dot = name.indexOf('.', dot) + 1) {
                names.add(name.substring(dot));
            }
        }
    }
}
