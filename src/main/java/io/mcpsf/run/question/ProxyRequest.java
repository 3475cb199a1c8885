package io.mcpsf.run.question;

import io.mcpsf.model.Vocabulary.ProxyProtocol;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One way to ask a proxy for a connection to port 80 of a host. */
enum ProxyRequest {
    SOCKS5(ProxyProtocol.SOCKS5) {
        @Override
        boolean granted(InputStream in, OutputStream out, String host) throws IOException {
            out.write(new byte[] {5, 1, 0});
            out.flush();
            byte[] method = read(in, 2);
            if (method[0] != 5 || method[1] != 0) {
                return false;
            }
            var wish = new ByteArrayOutputStream();
            wish.writeBytes(new byte[] {5, 1, 0, 3, (byte) host.length()});
            wish.writeBytes(ascii(host));
            wish.writeBytes(new byte[] {0, PORT});
            out.write(wish.toByteArray());
            out.flush();
            byte[] reply = read(in, 2);
            return reply[0] == 5 && reply[1] == 0;
        }
    },
    /** With the name behind an address that is none, as SOCKS 4a has it. */
    SOCKS4(ProxyProtocol.SOCKS4) {
        @Override
        boolean granted(InputStream in, OutputStream out, String host) throws IOException {
            var wish = new ByteArrayOutputStream();
            wish.writeBytes(new byte[] {4, 1, 0, PORT, 0, 0, 0, 1, 0});
            wish.writeBytes(ascii(host));
            wish.write(0);
            out.write(wish.toByteArray());
            out.flush();
            byte[] reply = read(in, 2);
            return reply[0] == 0 && reply[1] == 0x5A;
        }
    },
    CONNECT(ProxyProtocol.HTTP) {
        @Override
        boolean granted(InputStream in, OutputStream out, String host) throws IOException {
            String place = host + ":" + PORT;
            return ok(in, out, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n".formatted(place, place));
        }
    },
    GET(ProxyProtocol.HTTP) {
        @Override
        boolean granted(InputStream in, OutputStream out, String host) throws IOException {
            return ok(
                    in,
                    out,
                    "GET http://%s/ HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                            .formatted(host, host));
        }
    };

    static final List<ProxyRequest> ALL = List.of(values());

    private static final byte PORT = 80;

    private final ProxyProtocol protocol;

    ProxyRequest(ProxyProtocol protocol) {
        this.protocol = protocol;
    }

    /** The word that evidence has for it. */
    String protocol() {
        return protocol.word();
    }

    /** Whether the other side says that the connection was made; that alone proves nothing. */
    abstract boolean granted(InputStream in, OutputStream out, String host) throws IOException;

    private static boolean ok(InputStream in, OutputStream out, String request) throws IOException {
        out.write(ascii(request));
        out.flush();
        String line = new String(read(in, 12), StandardCharsets.ISO_8859_1);
        return line.matches("HTTP/1\\.[01] 2[0-9][0-9]");
    }

    private static byte[] read(InputStream hostile, int count) throws IOException {
        byte[] bytes = hostile.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("it hung up");
        }
        return bytes;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
