package io.mcpsf.observe.files;

import io.mcpsf.linux.FileCalls;
import io.mcpsf.model.FileObservation.Content;
import io.mcpsf.model.Sha256;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/** Reads hostile files within bounds: what they are, and their digest. */
final class HostileFileReader {

    private static final int HEAD = 4096;
    private static final int PIECE = 4 << 20;

    /** More than any decoy takes in any wrapping. */
    private static final int OVERLAP = 64 << 10;

    private static final int FLAGS = FileCalls.O_NOFOLLOW | FileCalls.O_NONBLOCK;

    private final FileCalls files;
    private final FilesSensor.Caps caps;
    private final byte[] buffer = new byte[64 << 10];
    private long bytes;
    private long skipped;

    HostileFileReader(FileCalls files, FilesSensor.Caps caps) {
        this.files = files;
        this.caps = caps;
    }

    /** How many files were too long to be read. */
    long skipped() {
        return skipped;
    }

    /** The digest of a file, or empty when it is none or too long. */
    String digest(int root, byte[] at) {
        int fd = files.openInRoot(root, at, FLAGS);
        if (fd < 0) {
            return "";
        }
        try {
            var stat = files.stat(fd);
            if (!stat.regular()) {
                return "";
            }
            if (stat.size() > caps.bytesPerFile() || bytes + stat.size() > caps.bytes()) {
                skipped++;
                return "";
            }
            var digest = Sha256.digest();
            long left = caps.bytesPerFile();
            for (int got = files.read(fd, buffer);
                    got > 0 && left > 0;
                    got = files.read(fd, buffer)) {
                digest.update(buffer, 0, got);
                left -= got;
                bytes += got;
            }
            return Sha256.of(digest).hex();
        } finally {
            files.close(fd);
        }
    }

    /**
     * The content of a file from its beginning, no more than so many bytes of it, in pieces that
     * overlap: what is searched for in them must not be cut in two. Says how much there was.
     */
    long pieces(int root, byte[] at, long most, Consumer<byte[]> each) {
        int fd = files.openInRoot(root, at, FLAGS);
        if (fd < 0) {
            return 0;
        }
        try {
            long given = 0;
            var piece = new ByteArrayOutputStream();
            while (given < most && files.stat(fd).regular()) {
                int got = files.read(fd, buffer);
                if (got == 0) {
                    break;
                }
                int taken = (int) Math.min(got, most - given);
                piece.write(buffer, 0, taken);
                given += taken;
                if (piece.size() >= PIECE) {
                    byte[] whole = piece.toByteArray();
                    each.accept(whole);
                    piece.reset();
                    piece.write(whole, whole.length - OVERLAP, OVERLAP);
                }
            }
            if (piece.size() > (given < PIECE ? 0 : OVERLAP)) {
                each.accept(piece.toByteArray());
            }
            return given;
        } finally {
            files.close(fd);
        }
    }

    /** Where a link says that it leads; nothing when it is none. */
    byte[] link(int root, byte[] at) {
        int fd = files.openInRoot(root, at, FileCalls.O_PATH | FileCalls.O_NOFOLLOW);
        if (fd < 0) {
            return new byte[0];
        }
        try {
            return files.readLink(fd, new byte[0]);
        } finally {
            files.close(fd);
        }
    }

    Content content(int root, byte[] at) {
        int fd = files.openInRoot(root, at, FLAGS);
        if (fd < 0) {
            return Content.NOTHING;
        }
        try {
            int got = files.stat(fd).regular() ? files.read(fd, buffer) : 0;
            return content(Arrays.copyOf(buffer, Math.min(got, HEAD)));
        } finally {
            files.close(fd);
        }
    }

    /** What a file is by how it begins. */
    static Content content(byte[] head) {
        if (head.length == 0) {
            return Content.NOTHING;
        }
        if (begins(head, 0x7F, 'E', 'L', 'F')) {
            return Content.ELF;
        }
        if (begins(head, '#', '!')) {
            return Content.SCRIPT;
        }
        for (byte b : head) {
            if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' && b != 27) {
                return Content.DATA;
            }
        }
        var decoder = StandardCharsets.UTF_8.newDecoder();
        // Not the end of input: a character that is cut in the middle is no mistake.
        var result = decoder.decode(ByteBuffer.wrap(head), CharBuffer.allocate(HEAD), false);
        return result.isError() ? Content.DATA : Content.TEXT;
    }

    private static boolean begins(byte[] head, int... with) {
        for (int i = 0; i < with.length; i++) {
            if (head.length <= i || head[i] != with[i]) {
                return false;
            }
        }
        return true;
    }
}
