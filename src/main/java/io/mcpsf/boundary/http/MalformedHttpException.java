package io.mcpsf.boundary.http;

import java.io.IOException;

/** Bytes that began like HTTP and are not. */
public final class MalformedHttpException extends IOException {

    public MalformedHttpException(String why) {
        super(why);
    }
}
