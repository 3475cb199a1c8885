package io.mcpsf.mcp;

import tools.jackson.databind.JsonNode;

import java.util.List;

/**
 * What a paged listing gave before its end or ours. {@code last} is the reply that ended it; {@code
 * cut} is ours and empty unless we stopped although more was offered.
 */
public record Listing(List<JsonNode> items, int pages, Reply last, String cut) {

    public Listing {
        items = List.copyOf(items);
    }

    /** Whether the server answered every page we asked for. */
    public boolean answered() {
        return last instanceof Reply.Ok;
    }
}
