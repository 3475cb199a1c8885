package io.mcpsf.inspect;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
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

    private static final int SHORTEST = 4;
    private static final int LONGEST = 253;
    private static final String OPENING = "\"'`/@";
    private static final String CLOSING = "\"'`/:?#\\ \n";
    private static final Set<String> ENDS =
            Set.of(
                    "com", "net", "org", "io", "dev", "ai", "app", "co", "me", "info", "cloud",
                    "xyz", "top", "site", "online", "ru", "cn", "de", "uk", "eu", "invalid",
                    "example", "test");

    private final Set<String> names = new HashSet<>();

    private NamesInCode() {}

    /** As {@link #keep} wrote them. */
    public static NamesInCode kept(Path file) throws IOException {
        var found = new NamesInCode();
        found.names.addAll(Files.readAllLines(file, ISO_8859_1));
        return found;
    }

    /** Writes them to a file: the same tree has the same names. */
    public void keep(Path file) throws IOException {
        Files.write(file, new TreeSet<>(names), ISO_8859_1);
    }

    public static NamesInCode read(Path root) {
        var found = new NamesInCode();
        long left = MOST_BYTES;
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (left > 0 && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    long size = Files.size(file);
                    if (size <= LARGEST_FILE) {
                        left -= size;
                        found.take(Files.readAllBytes(file));
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

    /**
     * Names stand in quotes or in an address; elsewhere, as in a list of hosts, they count when
     * they end as names of hosts do. {@code a.b} in code is mostly something else.
     */
    private void take(byte[] hostile) {
        int from = 0;
        while (from < hostile.length && names.size() < MOST_NAMES) {
            int to = from;
            int dots = 0;
            while (to < hostile.length && isName(hostile[to])) {
                dots += hostile[to] == '.' ? 1 : 0;
                to++;
            }
            if (dots > 0 && to - from <= LONGEST && to - from >= SHORTEST) {
                char before = from == 0 ? ' ' : (char) (hostile[from - 1] & 0xff);
                char after = to == hostile.length ? ' ' : (char) (hostile[to] & 0xff);
                consider(new String(hostile, from, to - from, ISO_8859_1), before, after);
            }
            from = to + 1;
        }
    }

    private void consider(String hostile, char before, char after) {
        boolean quoted = OPENING.indexOf(before) >= 0 && CLOSING.indexOf(after) >= 0;
        String name = hostile.toLowerCase(Locale.ROOT);
        String end = name.substring(name.lastIndexOf('.') + 1);
        if ((!quoted && !ENDS.contains(end)) || !HOST.matcher(name).matches()) {
            return;
        }
        for (int dot = 0;
                dot >= 0 && name.indexOf('.', dot) >= 0;
                dot = name.indexOf('.', dot) + 1) {
            names.add(name.substring(dot));
        }
    }

    private static boolean isName(byte b) {
        return (b >= 'a' && b <= 'z')
                || (b >= 'A' && b <= 'Z')
                || (b >= '0' && b <= '9')
                || b == '-'
                || b == '.';
    }
}
