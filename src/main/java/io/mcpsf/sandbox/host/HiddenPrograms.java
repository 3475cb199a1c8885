package io.mcpsf.sandbox.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What of a folder of the host must not be there, so that nothing but the allowed programs can be
 * executed. A script elsewhere than among the programs stays: it runs only by an interpreter, which
 * is a program.
 */
final class HiddenPrograms extends SimpleFileVisitor<Path> {

    /** Data. They are mounted so that nothing in them can be executed, and need no look. */
    static final Set<String> DATA = Set.of("/usr/share", "/usr/include", "/usr/src", "/usr/games");

    private static final Set<String> PROGRAMS =
            Set.of("bin", "sbin", "usr/bin", "usr/sbin", "usr/local/bin", "usr/local/sbin");

    /** The loader is the interpreter of every other program. */
    private static final Pattern LIBRARY =
            Pattern.compile("(ld-|lib).*\\.so(\\.[0-9]+)*|.*\\.so(\\.[0-9]+)*|.*\\.node");

    private static final int EXECUTE = 0111;
    private static final int HEADER = 0x40;
    private static final int MOST_HEADERS = 64;
    private static final int FIXED = 2;
    private static final int INTERPRETED = 3;

    private final Path folder;
    private final AllowedPrograms allowed;
    private final List<String> hidden = new ArrayList<>();

    private HiddenPrograms(Path folder, AllowedPrograms allowed) {
        this.folder = folder;
        this.allowed = allowed;
    }

    /** Paths relative to the folder, which has no links in its own. */
    static List<String> in(Path folder, AllowedPrograms allowed) throws IOException {
        var visitor = new HiddenPrograms(folder, allowed);
        Files.walkFileTree(folder, visitor);
        return visitor.hidden;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes) {
        return DATA.contains(at.toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (attributes.isRegularFile() && executable(file) && !allowed.contains(file)) {
            String parent = String.valueOf(file.getParent()).substring(1);
            if (PROGRAMS.contains(parent) || program(file)) {
                hidden.add(folder.relativize(file).toString());
            }
        }
        return FileVisitResult.CONTINUE;
    }

    /** Where even we can't look, the user of a sandbox can't either. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
        if (e instanceof AccessDeniedException) {
            return FileVisitResult.CONTINUE;
        }
        throw e;
    }

    private static boolean executable(Path file) throws IOException {
        int mode = (int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        return (mode & EXECUTE) != 0;
    }

    /**
     * The system's own libraries are known by their names: some of them can be executed, to tell
     * their version. Elsewhere a name means nothing, so the file itself decides.
     */
    private static boolean program(Path file) throws IOException {
        ByteBuffer head;
        try (InputStream in = Files.newInputStream(file)) {
            head = ByteBuffer.wrap(in.readNBytes(HEADER + MOST_HEADERS * HEADER));
        } catch (AccessDeniedException e) {
            return true;
        }
        head.order(ByteOrder.LITTLE_ENDIAN);
        if (head.limit() < HEADER || head.getInt(0) != 0x464C457F) {
            return false;
        }
        boolean named = LIBRARY.matcher(String.valueOf(file.getFileName())).matches();
        boolean system =
                file.startsWith("/usr/lib") || file.startsWith("/lib") || file.startsWith("/lib64");
        return !named || (!system && (head.getShort(0x10) == FIXED || interpreted(head)));
    }

    private static boolean interpreted(ByteBuffer head) {
        long table = head.getLong(0x20);
        int size = head.getShort(0x36) & 0xFFFF;
        int count = Math.min(MOST_HEADERS, head.getShort(0x38) & 0xFFFF);
        for (int i = 0; i < count; i++) {
            long at = table + (long) i * size;
            if (at < 0 || at + 4 > head.limit()) {
                return true; // Elsewhere than compilers put it.
            }
            if (head.getInt((int) at) == INTERPRETED) {
                return true;
            }
        }
        return false;
    }
}
