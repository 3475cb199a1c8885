package io.mcpsf.mcp;

import tools.jackson.databind.JsonNode;

/** What became of a question. Whatever the peer does, it is one of these and never an exception. */
public sealed interface Reply {

    /** A result; {@code bytes} is the size of the frame that brought it. */
    record Ok(JsonNode result, long bytes) implements Reply {}

    /**
     * A JSON-RPC error; {@code data} is the missing node when there was none. A code from 0 up is
     * none of JSON-RPC but the status of HTTP, or 0 when the carrier itself failed.
     */
    record Err(long code, String message, JsonNode data, long bytes) implements Reply {

        /** The code of JSON-RPC for a method that the peer does not have. */
        public static final int METHOD_NOT_FOUND = -32601;

        /** The code of JSON-RPC for parameters that are not allowed. */
        public static final int INVALID_PARAMS = -32602;
    }

    /** No answer in the time given. */
    record TimedOut() implements Reply {}

    /** The connection is over; {@code why} is ours. */
    record Closed(String why) implements Reply {

        public static final String FLOODED = "the server flooded us";

        /** It sent more than we read of anybody, and it was we who hung up. */
        public boolean flooded() {
            return why.equals(FLOODED);
        }
    }

    /** One short line for people, ours except for an error's message. */
    default String why() {
        return switch (this) {
            case Ok _ -> "answered";
            case Err(long code, String message, JsonNode _, long _) ->
                    "error " + code + ": " + Caps.cut(message, Caps.ERROR_MESSAGE);
            case TimedOut() -> "no answer in time";
            case Closed(String why) -> why;
        };
    }
}
