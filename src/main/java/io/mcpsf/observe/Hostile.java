package io.mcpsf.observe;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes from the sample as text that keeps what is not UTF-8 apart. */
public final class Hostile {

    /** What stands at the end of a text that was cut. */
    public static final String CUT = "…";

    private Hostile() {}

    /** UTF-8 where it is, and every byte that is not ASCII as {@code \xNN} where it is not. */
    public static String text(byte[] hostile) {
        for (byte b : hostile) {
            if (b < 0) {
                return decoded(hostile);
            }
        }
        return new String(hostile, StandardCharsets.US_ASCII);
    }

    /** The same of the beginning, marked where it was cut. */
    public static String text(byte[] hostile, int most) {
        if (hostile.length <= most) {
            return text(hostile);
        }
        return text(Arrays.copyOf(hostile, most)) + CUT;
    }

    private static String decoded(byte[] hostile) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(hostile)).toString();
        } catch (CharacterCodingException e) {
            var text = new StringBuilder();
            for (byte b : hostile) {
                if (b < 0) {
                    text.append("\\x%02x".formatted(b & 0xFF));
                } else {
                    text.append((char) b);
                }
            }
            return text.toString();
        }
    }
}
