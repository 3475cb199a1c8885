package io.mcpsf.run.question;

import io.mcpsf.mcp.http.Dialer;
import io.mcpsf.os.Scratch;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Connects to a port of the program in a sandbox: through its network namespace, or where its
 * network is its own kernel's, through a socket that the sandbox connects for us.
 */
public record SandboxDialer(Sandbox sandbox) implements Dialer {

    @Override
    public Connection dial(String host, int port, boolean tls, Duration atMost) throws IOException {
        if (!sandbox.ownNetwork()) {
            return NamespaceDialer.of(sandbox.pid()).dial(host, port, tls, atMost);
        }
        try (var scratch = Scratch.make();
                var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            Path socket = scratch.path().resolve("socket");
            listening.bind(UnixDomainSocketAddress.of(socket));
            sandbox.forward(port, socket);
            // It has called before it was done.
            return new Streams(listening.accept());
        } catch (ExecutorException e) {
            throw new ConnectException(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while connecting");
        }
    }

    private record Streams(SocketChannel channel) implements Connection {

        @Override
        public InputStream in() {
            return Channels.newInputStream(channel);
        }

        @Override
        public OutputStream out() {
            return Channels.newOutputStream(channel);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
