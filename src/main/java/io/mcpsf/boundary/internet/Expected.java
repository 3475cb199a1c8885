package io.mcpsf.boundary.internet;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/** What a client looks for in the answer of a service that we know nothing about. */
@FunctionalInterface
public interface Expected {

    /** At this host and path, in lower case; empty when nothing is known. */
    Optional<JsonNode> at(String hostileAddress);

    static Expected nothing() {
        return _ -> Optional.empty();
    }
}
