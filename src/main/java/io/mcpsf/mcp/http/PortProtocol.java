package io.mcpsf.mcp.http;

/** What a port turned out to speak. */
public sealed interface PortProtocol {

    /** Streamable HTTP at this endpoint. */
    record Streamable(Endpoint at, Access access) implements PortProtocol {}

    /** The older way, whose event stream is at this endpoint. */
    record Sse(Endpoint at, Access access) implements PortProtocol {}

    /** No MCP that we can see; {@code why} is ours. */
    record NotMcp(String why) implements PortProtocol {

        /** How {@code why} begins when nobody listens. */
        public static final String NO_CONNECTION = "no connection";
    }

    /**
     * Who is let in: everybody or, as a status and a challenge say, not us. {@code metadata} is the
     * address where the challenge sends us for more.
     */
    record Access(boolean open, int status, String challenge, String metadata) {

        static Access granted() {
            return new Access(true, 200, "", "");
        }
    }
}
