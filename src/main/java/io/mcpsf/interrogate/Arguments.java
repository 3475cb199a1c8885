package io.mcpsf.interrogate;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.random.RandomGenerator;

/**
 * Arguments that a hostile JSON Schema accepts and a person might have written. Candidates are made
 * and checked until one fits; when none does, the plainest is taken: a server's refusal is an
 * answer too.
 */
public final class Arguments {

    /** How much of what a schema allows is filled in. */
    public enum Fill {
        REQUIRED,
        ALL
    }

    private Arguments() {}

    /** A value with what the schema requires. */
    public static JsonNode valid(JsonNode schema, RandomGenerator random, Plausible plausible) {
        return valid(schema, random, plausible, Fill.REQUIRED);
    }

    public static JsonNode valid(
            JsonNode schema, RandomGenerator random, Plausible plausible, Fill fill) {
        var references = new References(schema);
        JsonNode plainest = Json.object();
        for (int i = 0; i < InterrogationLimits.CANDIDATES; i++) {
            // Everything at once may be what the schema forbids.
            Fill used = i < InterrogationLimits.FULL_CANDIDATES ? fill : Fill.REQUIRED;
            JsonNode candidate =
                    new Values(references, used, plausible, random, i == 0).make(schema, "", 0);
            if (new Fits(references, new Fuel(InterrogationLimits.STEPS)).fits(schema, candidate)) {
                return candidate;
            }
            plainest = i == 0 ? candidate : plainest;
        }
        return plainest;
    }

    /** The arguments of a tool call, which are an object whatever the schema says. */
    static ObjectNode ofTool(
            JsonNode schema, RandomGenerator random, Plausible plausible, Fill fill) {
        return valid(schema, random, plausible, fill) instanceof ObjectNode object
                ? object
                : Json.object();
    }
}
