package io.mcpsf.service.api;

import io.mcpsf.service.TestService;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bytes to the service as no client of the JDK would send them. */
final class Raw {

    private static final Pattern LENGTH = Pattern.compile("(?i)Content-Length: ([0-9]+)");

    private Raw() {}

    static int status(TestService service, String head) throws IOException {
        String answer = answer(service, head + "Connection: close\r\n\r\n");
        return answer.startsWith("HTTP/1.1 ") ? Integer.parseInt(answer.substring(9, 12)) : 0;
    }

    /** Head and body, as far as the head says. */
    static String answer(TestService service, String text) throws IOException {
        try (var socket = new Socket("127.0.0.1", service.port())) {
            socket.setSoTimeout(30_000);
            try {
                socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
                socket.getOutputStream().flush();
            } catch (SocketException e) {
                // It answered before it had read all, and the answer is there.
            }
            InputStream in = socket.getInputStream();
            var answer = new StringBuilder();
            for (int b = in.read(); b >= 0; b = in.read()) {
                answer.append((char) b);
                if (answer.toString().endsWith("\r\n\r\n")) {
                    Matcher length = LENGTH.matcher(answer);
                    int rest = length.find() ? Integer.parseInt(length.group(1)) : 0;
                    byte[] body = in.readNBytes(rest);
                    return answer + new String(body, StandardCharsets.ISO_8859_1);
                }
            }
            return answer.toString();
        }
    }
}
