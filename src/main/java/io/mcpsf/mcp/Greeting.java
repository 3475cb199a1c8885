package io.mcpsf.mcp;

import tools.jackson.databind.JsonNode;

/** How a server took our first words. */
public sealed interface Greeting {

    /**
     * It knows us now. The protocol is what it says, known to us or not; {@code odd} is ours and
     * empty when the answer was as it should be.
     */
    record Welcome(Era era, String protocol, Server server, JsonNode capabilities, String odd)
            implements Greeting {}

    /** It did not, and this is why. */
    record Refused(Reply reply) implements Greeting {}

    /** What a server says of itself. */
    record Server(String name, String version, String instructions) {}
}
