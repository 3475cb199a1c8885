package io.mcpsf.inspect.reply;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Answers in which a program finds what it looks for. A service that nobody knows is asked, and
 * only the code of the one who asks tells what it says.
 */
public final class ReplyShapes {

    private static final int MOST_FILES = 300;
    private static final long LARGEST = 2L << 20;
    private static final long MOST_BYTES = 6L << 20;
    private static final int MOST_ROOTS = 600;
    private static final int DEEPEST = 8;
    private static final Pattern CODE = Pattern.compile(".*\\.(js|mjs|cjs|py)");

    private static final Set<String> ELSEWHERE =
            Set.of("node_modules", "site-packages", ".venv", "venv", ".git", "test", "tests");

    private final List<ShapeReader.Root> roots;
    private final Shape all = new Shape();
    private final Shape lists = new Shape();

    private ReplyShapes(List<ShapeReader.Root> roots) {
        this.roots = List.copyOf(roots);
        for (ShapeReader.Root root : roots) {
            (root.shape().list() ? lists : all).merge(root.shape());
        }
    }

    /** Nothing is known. */
    public static ReplyShapes none() {
        return new ReplyShapes(List.of());
    }

    /** From the program in this folder, without what it depends on. */
    public static ReplyShapes in(Path folder) {
        var roots = new ArrayList<ShapeReader.Root>();
        var looks = new ShapeReader.Looks();
        long left = MOST_BYTES;
        try (Stream<Path> files = Files.walk(folder, DEEPEST)) {
            List<Path> code =
                    files.filter(file -> own(folder.relativize(file)))
                            .filter(file -> CODE.matcher(file.toString()).matches())
                            .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                            .sorted()
                            .limit(MOST_FILES)
                            .toList();
            for (Path file : code) {
                long size = Files.size(file);
                if (size <= Math.min(LARGEST, left) && roots.size() < MOST_ROOTS) {
                    left -= size;
                    byte[] bytes = Files.readAllBytes(file);
                    roots.addAll(
                            ShapeReader.read(new String(bytes, StandardCharsets.UTF_8), looks));
                }
            }
        } catch (IOException | java.io.UncheckedIOException _) {
            // What can't be read tells nothing.
            return new ReplyShapes(roots);
        }
        return new ReplyShapes(roots);
    }

    static ReplyShapes of(String hostileCode) {
        return new ReplyShapes(ShapeReader.read(hostileCode, new ShapeReader.Looks()));
    }

    /** What is expected from this host and path: of the nearest address, else of all. */
    public Optional<JsonNode> at(String hostileAddress) {
        String address = hostileAddress.toLowerCase(Locale.ROOT);
        var best = new Shape();
        long most = 0;
        for (ShapeReader.Root root : roots) {
            long score = root.words().stream().filter(address::contains).count();
            if (score > most) {
                best = new Shape();
                most = score;
            }
            if (score == most
                    && score > 0
                    && (best.empty() || best.list() == root.shape().list())) {
                best.merge(root.shape());
            }
        }
        Shape general = all.empty() ? lists : all;
        Shape chosen = most == 0 ? general : best;
        return chosen.empty() ? Optional.empty() : Optional.of(chosen.json());
    }

    private static boolean own(Path inside) {
        for (Path part : inside) {
            if (ELSEWHERE.contains(part.toString())) {
                return false;
            }
        }
        return true;
    }
}
