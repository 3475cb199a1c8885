package io.mcpsf.mcp.http;

import io.mcpsf.mcp.Direction;
import io.mcpsf.mcp.Fault;
import io.mcpsf.mcp.Inbox;
import io.mcpsf.mcp.Outgoing;
import io.mcpsf.mcp.Reply;

import tools.jackson.databind.node.MissingNode;

import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import javax.net.ssl.SSLException;

/** What both ways over HTTP share: connections, credentials, the tap, and how failures are told. */
final class HttpContext implements RequestExchange.Carrier, Closeable {

    private final HttpTransport transport;
    private final Inbox inbox;
    private final ConnectionPool connections;
    private final Set<String> withheld;

    HttpContext(HttpTransport transport, Inbox inbox) {
        this.transport = transport;
        this.inbox = inbox;
        this.connections = new ConnectionPool(transport.dialer(), transport.endpoint());
        this.withheld =
                transport.credentials().stream().map(Header::name).collect(Collectors.toSet());
    }

    Endpoint endpoint() {
        return transport.endpoint();
    }

    RequestExchange exchange() {
        return new RequestExchange(connections, this);
    }

    /** These headers and the credentials: every request stays within the one origin. */
    List<Header> headers(Header... more) {
        var headers = new ArrayList<>(List.of(more));
        headers.addAll(transport.credentials());
        return headers;
    }

    void sent(Outgoing message) {
        byte[] bytes = message.bytes();
        transport.tap().crossed(Direction.SENT, transport.clock().instant(), bytes, bytes.length);
    }

    @Override
    public void crossed(Direction direction, byte[] head) {
        transport.tap().crossed(direction, transport.clock().instant(), head, head.length);
    }

    @Override
    public void odd(Fault fault, String detail, byte[] raw) {
        inbox.odd(fault, detail, raw, raw.length);
    }

    @Override
    public Set<String> withheld() {
        return withheld;
    }

    /** Tells what became of an exchange that broke, and of the question it carried, if any. */
    void broke(long id, IOException e, boolean ours) {
        switch (e) {
            case BadHttpException bad -> {
                odd(bad.fault(), bad.detail(), new byte[0]);
                inbox.failed(id, instead(0, bad.fault().words()));
            }
            case ConnectException _ -> inbox.ended("the server accepts no connections");
            case SSLException tls ->
                    inbox.ended("TLS with the server failed: " + ShortLine.of(tls));
            default -> {
                if (!ours) {
                    inbox.failed(id, instead(0, ShortLine.of(e)));
                }
            }
        }
    }

    /** An answer of the carrier's; the code is that of HTTP, which JSON-RPC does not use. */
    static Reply.Err instead(int status, String words) {
        return new Reply.Err(status, words, MissingNode.getInstance(), 0);
    }

    @Override
    public void close() {
        connections.close();
    }
}
