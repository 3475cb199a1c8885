package io.mcpsf.inspect.advisory;

import io.mcpsf.inspect.deps.Ecosystem;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The imported advisories in one file that is mapped into memory and never read as a whole:
 *
 * <pre>
 * 8 bytes   MCPSFADV
 * 4         version of this form
 * 4 + n     what was imported, as JSON
 * 4         number of packages
 * 16 each   hash of the package, position and length of its block, sorted by hash
 * blocks    the package's key, then its advisories
 * </pre>
 */
final class AdvisoryIndex {

    static final long MAGIC = 0x4d43505346414456L;
    static final int VERSION = 1;
    static final int SLOT = 16;

    private static final int LONGEST_ABOUT = 1 << 20;

    private final ByteBuffer file;
    private final String about;
    private final int packages;
    private final int table;

    private AdvisoryIndex(ByteBuffer file, String about, int packages, int table) {
        this.file = file;
        this.about = about;
        this.packages = packages;
        this.table = table;
    }

    static AdvisoryIndex open(Path path) {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            if (channel.size() > Integer.MAX_VALUE) {
                throw new AdvisoryException(path + " is too large");
            }
            ByteBuffer file = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            if (file.remaining() < 20 || file.getLong() != MAGIC || file.getInt() != VERSION) {
                throw new AdvisoryException(
                        path + " was written by another version: import the advisories again");
            }
            int length = file.getInt();
            if (length < 0 || length > LONGEST_ABOUT || length + 4 > file.remaining()) {
                throw new AdvisoryException(path + " is damaged");
            }
            byte[] about = new byte[length];
            file.get(about);
            int packages = file.getInt();
            int table = file.position();
            if (packages < 0 || (long) packages * SLOT > file.remaining()) {
                throw new AdvisoryException(path + " is damaged");
            }
            return new AdvisoryIndex(
                    file, new String(about, StandardCharsets.UTF_8), packages, table);
        } catch (IOException e) {
            throw new AdvisoryException("cannot read " + path, e);
        }
    }

    String about() {
        return about;
    }

    int packages() {
        return packages;
    }

    static String key(Ecosystem ecosystem, String name) {
        return ecosystem.word() + ":" + ecosystem.plain(name);
    }

    /** Everything known about a package, whatever its version. */
    List<Advisory> about(Ecosystem ecosystem, String name) {
        return about(key(ecosystem, name));
    }

    /** The same, by the package's key. */
    List<Advisory> about(String key) {
        long hash = hash(key);
        int low = 0;
        int high = packages - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long at = file.getLong(table + middle * SLOT);
            if (at < hash) {
                low = middle + 1;
            } else if (at > hash) {
                high = middle - 1;
            } else {
                return sameHash(middle, hash, key);
            }
        }
        return List.of();
    }

    /** Packages of one hash lie beside each other. */
    private List<Advisory> sameHash(int found, long hash, String key) {
        int first = found;
        while (first > 0 && file.getLong(table + (first - 1) * SLOT) == hash) {
            first--;
        }
        var all = new ArrayList<Advisory>();
        for (int i = first; i < packages && file.getLong(table + i * SLOT) == hash; i++) {
            block(
                    i,
                    (name, advisory) -> {
                        if (name.equals(key)) {
                            all.add(advisory);
                        }
                    });
        }
        return all;
    }

    /** Every advisory with the key of its package: for an import that adds to what is there. */
    void all(BiConsumer<String, Advisory> reader) {
        for (int i = 0; i < packages; i++) {
            block(i, reader);
        }
    }

    private void block(int number, BiConsumer<String, Advisory> reader) {
        int position = file.getInt(table + number * SLOT + 8);
        int length = file.getInt(table + number * SLOT + 12);
        if (position < 0 || length < 0 || (long) position + length > file.limit()) {
            throw new AdvisoryException("the index of advisories is damaged: import them again");
        }
        byte[] bytes = new byte[length];
        file.get(position, bytes);
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            String key = in.readUTF();
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                reader.accept(key, AdvisoryCodec.read(in));
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new AdvisoryException("the index of advisories is damaged: import them again", e);
        }
    }

    /** FNV-1a, 64 bits: the order of the table is the same everywhere. */
    static long hash(String key) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }
}
