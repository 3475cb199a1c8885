package io.mcpsf.service.api;

import io.helidon.common.buffers.DataReader;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;

import java.io.EOFException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;

import javax.net.ssl.SSLException;

/** Tells a connection that broke, which happens all day, from a fault of ours. */
public final class BrokenConnection {

    private static final int DEEPEST = 10;

    private BrokenConnection() {}

    /** Whether that is what was thrown, at whatever depth. */
    public static boolean in(Throwable thrown) {
        Throwable at = thrown;
        for (int i = 0; at != null && i < DEEPEST; i++) {
            if (is(at)) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    private static boolean is(Throwable one) {
        String message = String.valueOf(one.getMessage());
        return one instanceof ServerConnectionException
                || one instanceof CloseConnectionException
                || one instanceof DataReader.InsufficientDataAvailableException
                || one instanceof SocketException
                || one instanceof SocketTimeoutException
                || one instanceof ClosedChannelException
                || one instanceof EOFException
                || one instanceof SSLException
                || message.equals("Broken pipe")
                || message.equals("Connection reset by peer");
    }
}
