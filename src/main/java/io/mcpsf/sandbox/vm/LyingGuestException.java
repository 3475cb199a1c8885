package io.mcpsf.sandbox.vm;

import java.io.IOException;

/** What came out of a guest can't be true, or is not what was agreed on. */
final class LyingGuestException extends IOException {

    private static final long serialVersionUID = 1;

    LyingGuestException(String why) {
        super(why);
    }
}
