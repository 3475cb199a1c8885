package io.mcpsf.mcp;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/**
 * Who we say we are, and the folders we say we work in ({@code file:} URIs). Never our own name:
 * samples behave for a client they know.
 */
public record Identity(String name, String version, List<String> roots, Consent consent) {

    /** What the user behind the client says when a server asks for a form to be filled in. */
    public enum Consent {
        /** No. */
        DECLINES,
        /** Yes, with what the form proposes and nothing else. */
        ACCEPTS_DEFAULTS,
        /** Yes, with something harmless in every field. */
        FILLS_IN
    }

    public Identity {
        roots = List.copyOf(roots);
        if (name.isBlank()) {
            throw new IllegalArgumentException("a client has a name");
        }
    }

    /** A careful user's. */
    public Identity(String name, String version, List<String> roots) {
        this(name, version, roots, Consent.DECLINES);
    }

    /** A common desktop client without open folders. */
    public static Identity usual() {
        return new Identity("claude-ai", "0.1.0", List.of());
    }

    ObjectNode info() {
        return Json.object().put("name", name).put("version", version);
    }

    /** Everything that could tempt a server into asking us for something. */
    ObjectNode capabilities() {
        ObjectNode capabilities = Json.object();
        capabilities.putObject("roots").put("listChanged", true);
        capabilities.putObject("sampling");
        capabilities.putObject("elicitation");
        return capabilities;
    }

    ObjectNode rootList() {
        ObjectNode result = Json.object();
        ArrayNode list = result.putArray("roots");
        for (String root : roots) {
            list.addObject()
                    .put("uri", root)
                    .put("name", root.substring(root.lastIndexOf('/') + 1));
        }
        return result;
    }
}
