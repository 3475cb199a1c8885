package io.mcpsf.mcp.http;

import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Inbox;
import io.mcpsf.mcp.Link;
import io.mcpsf.mcp.Transport;

import java.time.InstantSource;
import java.util.List;

/**
 * MCP over HTTP at one endpoint. The credentials go to that endpoint's own origin and nowhere else;
 * the tap sees them as "(withheld)".
 */
public record HttpTransport(
        Kind kind,
        Endpoint endpoint,
        Dialer dialer,
        List<Header> credentials,
        FrameTap tap,
        InstantSource clock)
        implements Transport {

    public HttpTransport {
        credentials = List.copyOf(credentials);
    }

    /** The two ways that MCP has gone over HTTP. */
    public enum Kind {
        /** Since 2025-03-26: each message is a POST of its own to one endpoint. */
        STREAMABLE,
        /** Until then: one event stream for all answers, and an endpoint that it names. */
        SSE
    }

    @Override
    public Link open(Inbox inbox, Budget budget) {
        var context = new HttpContext(this, inbox);
        return switch (kind) {
            case STREAMABLE -> StreamableLink.open(context, inbox, budget);
            case SSE -> SseLink.open(context, inbox, budget);
        };
    }
}
