package io.mcpsf.os;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/**
 * A folder as .tar.gz: files, folders and links, with their permissions. Long names are written as
 * extended headers (pax).
 */
public final class Tarball {

    private static final int BLOCK = 512;
    private static final int SHORT_NAME = 100;

    private final OutputStream out;
    private final String leftOut;

    private Tarball(OutputStream out, String leftOut) {
        this.out = out;
        this.leftOut = leftOut;
    }

    /** All that is in it. */
    public static void write(Path folder, Path file) throws IOException {
        write(folder, file, "");
    }

    /** Without its history. */
    public static void withoutHistory(Path folder, Path file) throws IOException {
        write(folder, file, ".git");
    }

    private static void write(Path folder, Path file, String leftOut) throws IOException {
        try (OutputStream out =
                new GZIPOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            var tarball = new Tarball(out, leftOut);
            tarball.walk(folder);
            out.write(new byte[2 * BLOCK]);
        }
    }

    private void walk(Path folder) throws IOException {
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes a)
                            throws IOException {
                        String name = folder.relativize(path).toString();
                        if (!name.isEmpty() && name.equals(leftOut)) {
                            return FileVisitResult.SKIP_SUBTREE;
                        }
                        entry(within(name) + (name.isEmpty() ? "" : "/"), '5', 0, mode(path), "");
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path path, BasicFileAttributes a)
                            throws IOException {
                        String name = folder.relativize(path).toString();
                        if (a.isSymbolicLink()) {
                            entry(
                                    within(name),
                                    '2',
                                    0,
                                    0777,
                                    Files.readSymbolicLink(path).toString());
                        } else if (a.isRegularFile()) {
                            file(within(name), path);
                        } else {
                            throw new IOException(name + " is neither a file nor a folder");
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    /** An only folder is taken for a wrapping, so it is given one: what is in it stays as it is. */
    private static String within(String name) {
        return "server/" + name;
    }

    private void file(String name, Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        entry(name, '0', bytes.length, mode(path), "");
        body(bytes);
    }

    private void body(byte[] bytes) throws IOException {
        out.write(bytes);
        out.write(new byte[(BLOCK - bytes.length % BLOCK) % BLOCK]);
    }

    private void entry(String name, char type, long size, int mode, String link)
            throws IOException {
        byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
        byte[] linkBytes = link.getBytes(StandardCharsets.UTF_8);
        if (nameBytes.length > SHORT_NAME || linkBytes.length > SHORT_NAME) {
            byte[] records =
                    (record("path", name) + record("linkpath", link))
                            .getBytes(StandardCharsets.UTF_8);
            out.write(
                    header(
                            "pax".getBytes(StandardCharsets.UTF_8),
                            'x',
                            records.length,
                            0644,
                            new byte[0]));
            body(records);
        }
        out.write(header(nameBytes, type, size, mode, linkBytes));
    }

    /** {@code LENGTH KEY=VALUE\n}, where the length counts itself. */
    private static String record(String key, String value) {
        if (value.isEmpty()) {
            return "";
        }
        String rest = " " + key + "=" + value + "\n";
        int bytes = rest.getBytes(StandardCharsets.UTF_8).length;
        int length = bytes + String.valueOf(bytes).length();
        length = bytes + String.valueOf(length).length();
        return length + rest;
    }

    private static byte[] header(byte[] name, char type, long size, int mode, byte[] link) {
        var block = new byte[BLOCK];
        System.arraycopy(name, 0, block, 0, Math.min(name.length, SHORT_NAME));
        octal(block, 100, 8, mode);
        octal(block, 108, 8, 0);
        octal(block, 116, 8, 0);
        octal(block, 124, 12, size);
        octal(block, 136, 12, 0);
        block[156] = (byte) type;
        System.arraycopy(link, 0, block, 157, Math.min(link.length, SHORT_NAME));
        System.arraycopy("ustar\00000".getBytes(StandardCharsets.US_ASCII), 0, block, 257, 8);
        java.util.Arrays.fill(block, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte b : block) {
            sum += b & 0xff;
        }
        octal(block, 148, 7, sum);
        return block;
    }

    private static void octal(byte[] block, int at, int length, long value) {
        String digits = Long.toOctalString(value);
        String padded = "0".repeat(length - 1 - digits.length()) + digits;
        System.arraycopy(padded.getBytes(StandardCharsets.US_ASCII), 0, block, at, padded.length());
        block[at + length - 1] = 0;
    }

    private static int mode(Path path) throws IOException {
        Set<PosixFilePermission> held =
                Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
        String letters = PosixFilePermissions.toString(held);
        int mode = 0;
        for (int i = 0; i < letters.length(); i++) {
            mode = mode << 1 | (letters.charAt(i) == '-' ? 0 : 1);
        }
        return mode;
    }
}
