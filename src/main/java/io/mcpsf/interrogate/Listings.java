package io.mcpsf.interrogate;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.Listing;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Reply;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProtocolObservation.ContentRead;
import io.mcpsf.model.ProtocolObservation.PromptListed;
import io.mcpsf.model.ProtocolObservation.ResourceListed;
import io.mcpsf.model.ProtocolObservation.Unanswered;
import io.mcpsf.model.Sink;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Asks what a server offers and writes it down, within the caps. Tools are written down with every
 * listing, to be compared; of prompts and resources what was not told before.
 */
final class Listings {

    private final McpSession session;
    private final Sink sink;
    private final Ears ears;
    private final Deadline deadline;
    private final Set<Observation> told;

    /**
     * @param told what is known of prompts and resources from earlier listings; grows
     */
    Listings(McpSession session, Sink sink, Ears ears, Deadline deadline, Set<Observation> told) {
        this.session = session;
        this.sink = sink;
        this.ears = ears;
        this.deadline = deadline;
        this.told = told;
    }

    /** The tools by name, in the order listed, what they say of themselves, and how it ended. */
    record Tools(Map<String, JsonNode> schemas, Map<String, String> words, Listing listing) {}

    Tools tools(int number) throws InterruptedException {
        Listing listing = list("tools/list", "tools");
        Map<String, JsonNode> schemas = new LinkedHashMap<>();
        Map<String, String> words = new LinkedHashMap<>();
        int written = 0;
        for (JsonNode tool : listing.items()) {
            String name = Json.text(tool, "name");
            if (name.isEmpty()) {
                ears.odd("a tool without a name", tool);
                continue;
            }
            if (schemas.putIfAbsent(name, tool.path("inputSchema")) != null) {
                ears.odd("a tool listed twice", tool);
            }
            words.put(
                    name,
                    InterrogationLimits.cut(
                            Json.text(tool, "description"), InterrogationLimits.CONTENT));
            if (written++ < InterrogationLimits.LISTED) {
                sink.saw(ListedTool.of(number, name, tool));
                rest("listed tool", name, tool, "title", "outputSchema", "_meta");
            }
        }
        return new Tools(schemas, words, listing);
    }

    /** Everything that it said it has once more, the tools under this number. */
    void again(int number, JsonNode capabilities) throws InterruptedException {
        Listing tools = tools(number).listing();
        if (!tools.answered()) {
            sink.saw(new Unanswered("tools/list", tools.last().why()));
        }
        others(capabilities);
    }

    /** What there is besides tools, as far as it said that it has any. */
    void others(JsonNode capabilities) throws InterruptedException {
        if (capabilities.has("prompts")) {
            prompts();
        }
        if (capabilities.has("resources")) {
            resources();
            templates();
        }
    }

    List<JsonNode> prompts() throws InterruptedException {
        List<JsonNode> prompts = optional("prompts/list", "prompts");
        for (JsonNode prompt : prompts) {
            tell(
                    new PromptListed(
                            InterrogationLimits.cut(
                                    Json.text(prompt, "name"), InterrogationLimits.NAME),
                            InterrogationLimits.cut(
                                    Json.text(prompt, "description"),
                                    InterrogationLimits.DESCRIPTION)));
            rest("listed prompt", Json.text(prompt, "name"), prompt, "title", "arguments", "_meta");
        }
        return prompts;
    }

    List<JsonNode> resources() throws InterruptedException {
        List<JsonNode> resources = optional("resources/list", "resources");
        for (JsonNode resource : resources) {
            tell(listed(resource, "uri"));
            rest("listed resource", Json.text(resource, "name"), resource, "title", "_meta");
        }
        return resources;
    }

    List<JsonNode> templates() throws InterruptedException {
        List<JsonNode> templates = optional("resources/templates/list", "resourceTemplates");
        templates.forEach(template -> tell(listed(template, "uriTemplate")));
        return templates;
    }

    /** A listing that a server may lack; that it has no such method is no news. */
    private List<JsonNode> optional(String method, String member) throws InterruptedException {
        Listing listing = list(method, member);
        boolean lacking =
                listing.last() instanceof Reply.Err error
                        && error.code() == Reply.Err.METHOD_NOT_FOUND;
        if (!listing.answered() && !lacking) {
            sink.saw(new Unanswered(method, listing.last().why()));
        }
        List<JsonNode> items = listing.items();
        return new ArrayList<>(
                items.subList(0, Math.min(items.size(), InterrogationLimits.LISTED)));
    }

    private Listing list(String method, String member) throws InterruptedException {
        Listing listing =
                session.list(method, member, deadline.atMost(InterrogationLimits.LISTING));
        if (!listing.cut().isEmpty()) {
            ears.odd(method + " does not end: " + listing.cut(), Json.object());
        }
        if (listing.last() instanceof Reply.Ok(JsonNode result, long _)
                && !result.path(member).isArray()) {
            ears.odd(method + " without a list", result);
        }
        return listing;
    }

    /** What else a model may be shown of an item, if there is anything. */
    private void rest(String kind, String name, JsonNode item, String... members) {
        ObjectNode rest = Json.object();
        for (String member : members) {
            if (item.has(member)) {
                rest.set(member, item.path(member));
            }
        }
        if (!rest.isEmpty()) {
            tell(
                    new ContentRead(
                            kind,
                            InterrogationLimits.cut(name, InterrogationLimits.NAME),
                            InterrogationLimits.cut(Json.text(rest), InterrogationLimits.CONTENT)));
        }
    }

    private void tell(Observation what) {
        if (told.add(what)) {
            sink.saw(what);
        }
    }

    private static ResourceListed listed(JsonNode resource, String address) {
        return new ResourceListed(
                InterrogationLimits.cut(Json.text(resource, address), InterrogationLimits.URI),
                InterrogationLimits.cut(Json.text(resource, "name"), InterrogationLimits.NAME),
                InterrogationLimits.cut(
                        Json.text(resource, "description"), InterrogationLimits.DESCRIPTION));
    }
}
