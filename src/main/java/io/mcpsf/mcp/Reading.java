package io.mcpsf.mcp;

import tools.jackson.databind.JsonNode;

/** What we take a frame to be. A bad frame is evidence, not an error. */
public sealed interface Reading {

    /** The peer asks and wants an answer. */
    record Request(JsonNode id, String method, JsonNode params) implements Reading {}

    /** The peer tells and wants no answer. */
    record Notification(String method, JsonNode params) implements Reading {}

    /** The peer answers: {@code reply} is {@link Reply.Ok} or {@link Reply.Err}. */
    record Response(JsonNode id, Reply reply) implements Reading {}

    /** Not as the protocol says. {@code detail} is ours, one short line without hostile text. */
    record Malformed(Fault fault, String detail) implements Reading {

        public Malformed(Fault fault) {
            this(fault, "");
        }

        public String why() {
            return detail.isEmpty() ? fault.words() : fault.words() + ": " + detail;
        }
    }
}
