package io.mcpsf.mcp.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** One request of ours: method, headers besides those every request has, and the body. */
@SuppressWarnings("ArrayRecordComponent") // bytes are the point; requests are never compared
record Request(String method, Endpoint to, List<Header> headers, byte[] body) {

    Request {
        headers = List.copyOf(headers);
    }

    Request at(Endpoint other) {
        return new Request(method, other, headers, body);
    }

    /** The head as it is sent; the values of these headers are left out when it is for showing. */
    byte[] head(Set<String> withheld) {
        var text = new StringBuilder(method).append(' ').append(to.path()).append(" HTTP/1.1\r\n");
        if (headers.stream().noneMatch(header -> header.name().equalsIgnoreCase("Host"))) {
            text.append("Host: ").append(to.authority()).append("\r\n");
        }
        for (Header header : headers) {
            String value = withheld.contains(header.name()) ? "(withheld)" : header.value();
            text.append(header.name()).append(": ").append(value).append("\r\n");
        }
        text.append("Accept-Encoding: identity\r\nUser-Agent: node\r\n");
        if (body.length > 0 || method.equals("POST")) {
            text.append("Content-Length: ").append(body.length).append("\r\n");
        }
        return text.append("Connection: keep-alive\r\n\r\n")
                .toString()
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Head and body in one piece: one packet, where it fits. */
    byte[] bytes() {
        var all = new ByteArrayOutputStream();
        all.writeBytes(head(Set.of()));
        all.writeBytes(body);
        return all.toByteArray();
    }
}
