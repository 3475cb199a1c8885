package io.mcpsf.os.unpack;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The name of an entry, taken apart and found harmless. */
final class EntryName {

    /** What a file system allows for one name. */
    private static final int LONGEST_PART = 255;

    private EntryName() {}

    /**
     * The parts of a name after the leading ones were stripped; empty when nothing is left of it.
     */
    static List<String> parts(String hostile, Unpack.Manner manner) throws RefusedArchiveException {
        if (hostile.indexOf('\\') >= 0) {
            throw new RefusedArchiveException("a name with a backslash", hostile);
        }
        return linux(hostile, manner);
    }

    /** The same for what is only ever used on Linux, where a backslash is a letter. */
    static List<String> linux(String hostile, Unpack.Manner manner) throws RefusedArchiveException {
        if (hostile.isEmpty()) {
            throw new RefusedArchiveException("an entry without a name");
        }
        if (hostile.indexOf('\0') >= 0) {
            throw new RefusedArchiveException("a name with a NUL byte", hostile);
        }
        if (hostile.startsWith("/")) {
            throw new RefusedArchiveException("an absolute path", hostile);
        }
        if (bytes(hostile) > manner.caps().nameBytes()) {
            throw new RefusedArchiveException(
                    "a name longer than %d bytes".formatted(manner.caps().nameBytes()), hostile);
        }
        List<String> parts = new ArrayList<>();
        for (String part : hostile.split("/", -1)) {
            if (part.equals("..")) {
                throw new RefusedArchiveException("a path that escapes with ..", hostile);
            }
            if (bytes(part) > LONGEST_PART) {
                throw new RefusedArchiveException(
                        "a name longer than %d bytes".formatted(LONGEST_PART), hostile);
            }
            if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        if (parts.size() > manner.caps().depth()) {
            throw new RefusedArchiveException(
                    "deeper than %d folders".formatted(manner.caps().depth()), hostile);
        }
        return parts.subList(Math.min(manner.strip(), parts.size()), parts.size());
    }

    /** Names are UTF-8 today; what is not is read as the Latin letters of old archives. */
    static String decode(byte[] hostile) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(hostile)).toString();
        } catch (CharacterCodingException e) {
            return new String(hostile, StandardCharsets.ISO_8859_1);
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
