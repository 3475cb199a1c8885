package io.mcpsf.web;

import java.io.IOException;

/** A body in chunks that is not framed as it must be. */
public final class BadChunkException extends IOException {

    private static final long serialVersionUID = 1;

    BadChunkException(String why) {
        super(why);
    }
}
