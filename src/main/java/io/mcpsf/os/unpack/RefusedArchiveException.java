package io.mcpsf.os.unpack;

import java.io.IOException;

/** The archive is more or other than what may be unpacked; the message says what and where. */
public final class RefusedArchiveException extends IOException {

    private static final int SHOWN = 200;

    public RefusedArchiveException(String why) {
        super(why);
    }

    public RefusedArchiveException(String why, String hostileName) {
        super(why + ": " + shown(hostileName));
    }

    private static String shown(String hostile) {
        String plain = hostile.replaceAll("\\p{Cntrl}", "?");
        return plain.length() > SHOWN ? plain.substring(0, SHOWN) + "…" : plain;
    }
}
