package io.mcpsf.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A small forward proxy on this machine, for CONNECT and for plain requests. Names that exist
 * nowhere lead to a port of this machine; all others are refused.
 */
public final class ForwardProxy implements AutoCloseable {

    private final ServerSocket listener;
    private final Map<String, Integer> ports;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    /** {@code ports} by host and port as they are asked for: {@code registry.example:443}. */
    public ForwardProxy(Map<String, Integer> ports) throws IOException {
        this.ports = Map.copyOf(ports);
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    public String address() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /** The first lines of all requests. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                open.add(client);
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            String head = head(client.getInputStream());
            String[] first = head.lines().findFirst().orElse("").split(" ");
            asked.add(first[0] + " " + first[1]);
            boolean tunnel = first[0].equals("CONNECT");
            String target = tunnel ? first[1] : first[1].split("/")[2] + ":80";
            Integer port = ports.get(target);
            if (port == null) {
                say(client, "HTTP/1.1 502 no such host\r\nContent-Length: 0\r\n\r\n");
                return;
            }
            try (var server = new Socket(InetAddress.getLoopbackAddress(), port)) {
                open.add(server);
                if (tunnel) {
                    say(client, "HTTP/1.1 200 go on\r\n\r\n");
                } else {
                    String path = first[1].replaceFirst("http://[^/]*", "");
                    String words = head.replaceFirst(" \\S+ ", " " + path + " ");
                    say(server, words.replaceFirst("\r\n", "\r\nConnection: close\r\n"));
                }
                Thread.ofVirtual().start(() -> pass(client, server));
                pass(server, client);
            }
        } catch (IOException e) {
            // One of them hung up, which the other notices.
        }
    }

    private static String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("it ends within its head");
            }
            head.append((char) b);
        }
        return head.toString();
    }

    private static void say(Socket to, String words) throws IOException {
        to.getOutputStream().write(words.getBytes(StandardCharsets.ISO_8859_1));
        to.getOutputStream().flush();
    }

    private static void pass(Socket from, Socket to) {
        try {
            OutputStream out = to.getOutputStream();
            from.getInputStream().transferTo(out);
            to.shutdownOutput();
        } catch (IOException e) {
            // As above.
        }
    }
}
