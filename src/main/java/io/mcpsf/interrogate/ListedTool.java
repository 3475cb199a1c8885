package io.mcpsf.interrogate;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.Listing;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.ProtocolObservation.Unanswered;
import io.mcpsf.model.Sink;

import tools.jackson.databind.JsonNode;

/** A tool as a listing shows it, cut to what evidence has room for. */
public final class ListedTool {

    private ListedTool() {}

    /** Writes down the tools of the listing of this number, and whether it broke off. */
    public static void all(int number, Listing listing, Sink sink) {
        listing.items().stream()
                .limit(InterrogationLimits.LISTED)
                .filter(tool -> !Json.text(tool, "name").isEmpty())
                .forEach(tool -> sink.saw(of(number, Json.text(tool, "name"), tool)));
        if (!listing.answered()) {
            sink.saw(new Unanswered("tools/list", listing.last().why()));
        }
    }

    static ToolListed of(int listing, String name, JsonNode tool) {
        return new ToolListed(
                listing,
                InterrogationLimits.cut(name, InterrogationLimits.NAME),
                InterrogationLimits.cut(
                        Json.text(tool, "description"), InterrogationLimits.DESCRIPTION),
                json(tool, "inputSchema", InterrogationLimits.SCHEMA),
                json(tool, "annotations", InterrogationLimits.ANNOTATIONS));
    }

    private static String json(JsonNode node, String member, int max) {
        JsonNode value = node.path(member);
        return value.isMissingNode() ? "" : InterrogationLimits.cut(Json.text(value), max);
    }
}
