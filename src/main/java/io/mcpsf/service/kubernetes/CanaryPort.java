package io.mcpsf.service.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;

/** The port that no policy names: it says one word to everybody and listens to nobody. */
final class CanaryPort implements AutoCloseable {

    private final ServerSocket server;
    private final Thread thread;

    CanaryPort(int port) throws IOException {
        this.server = new ServerSocket(port, 200);
        this.thread = Thread.ofVirtual().name("canary").unstarted(this::run);
    }

    CanaryPort start() {
        thread.start();
        return this;
    }

    int port() {
        return server.getLocalPort();
    }

    private void run() {
        while (!server.isClosed()) {
            try (Socket caller = server.accept()) {
                caller.getOutputStream().write(NetworkCanary.WORD);
            } catch (IOException e) {
                // The caller went away, or we are closing.
            }
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
