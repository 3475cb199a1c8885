package io.mcpsf.os.unpack;

import io.mcpsf.os.TreeEntry;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Unpacks tar, tar.gz, zip and wheels. What kind it is, its first bytes say, not its name. */
public final class Unpack {

    private static final int BUFFER = 1 << 16;

    private Unpack() {}

    /**
     * What an archive may hold at most.
     *
     * @param ratio unpacked bytes for each packed one; small archives may exceed it
     */
    public record Caps(long entries, long bytes, int depth, int nameBytes, int ratio) {

        /**
         * More than any package that was ever published as a server, less than what hurts: 100,000
         * entries, 1 GiB, 64 folders deep, 1 KiB of name, 200 times its size.
         */
        public static Caps usual() {
            return new Caps(100_000, 1L << 30, 64, 1024, 200);
        }
    }

    /** What is done with links. Hard links are refused, except where all links are left out. */
    public enum Links {
        /** A link within the tree is made, one that leads out is an attack and refused. */
        INNER_OR_REFUSE,
        /** A link within the tree is made, one that leads out is left out. */
        INNER,
        /** All are left out, as npm does. */
        NONE
    }

    /**
     * How to read it.
     *
     * @param strip how many leading folders each name loses
     */
    public record Manner(Caps caps, Links links, int strip) {}

    /** What was written, and how many links were not. */
    public record Unpacked(
            List<TreeEntry> entries, long files, long folders, long bytes, long linksLeftOut) {
        public Unpacked {
            entries = List.copyOf(entries);
        }
    }

    /**
     * Unpacks an archive into a folder that is missing or empty. After an exception what was
     * written so far lies there, and the caller deletes it.
     */
    public static Unpacked into(Path archive, Path folder, Manner manner) throws IOException {
        Files.createDirectories(folder);
        try (var all = Files.list(folder)) {
            if (all.findAny().isPresent()) {
                throw new IOException("not empty: " + folder);
            }
        }
        long packed = Files.size(archive);
        var landing = new Landing(folder, manner, packed);
        try (FileChannel channel = FileChannel.open(archive)) {
            byte[] magic = Positioned.upTo(channel, 0, 4);
            if (isZip(magic)) {
                new ZipReader(channel, manner.caps(), landing).read();
            } else {
                tar(archive, magic, landing);
            }
        } catch (EOFException | ZipException e) {
            throw new RefusedArchiveException("it is damaged: " + e.getMessage());
        }
        return landing.finish();
    }

    private static void tar(Path archive, byte[] magic, Landing landing) throws IOException {
        boolean packed =
                magic.length >= 2 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b;
        try (InputStream file = Files.newInputStream(archive);
                InputStream plain =
                        packed
                                ? new GZIPInputStream(file, BUFFER)
                                : new BufferedInputStream(file, BUFFER)) {
            var counted = new MeasuredStream(plain, landing.caps(), 0);
            if (!new TarReader(counted, landing).read()) {
                throw new RefusedArchiveException("it is not a tar, tar.gz or zip, or it is empty");
            }
        }
    }

    private static boolean isZip(byte[] magic) {
        return magic.length == 4
                && magic[0] == 'P'
                && magic[1] == 'K'
                && ((magic[2] == 3 && magic[3] == 4) || (magic[2] == 5 && magic[3] == 6));
    }
}
