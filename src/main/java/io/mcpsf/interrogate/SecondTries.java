package io.mcpsf.interrogate;

import io.mcpsf.model.Observation.Answer;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Calls the tools that refused their first arguments with others, for a while and a bounded number
 * of times: what their complaints ask for, tools that they name before them, and once more when
 * another tool has made what they may have waited for.
 */
final class SecondTries {

    private final Calls calls;
    private final Map<String, JsonNode> schemas;
    private final Deadline deadline;
    private final Set<String> prepared = new HashSet<>();
    private int left;

    SecondTries(Calls calls, Map<String, JsonNode> schemas, Deadline deadline) {
        this.calls = calls;
        this.schemas = Order.of(schemas);
        this.deadline = new Deadline(deadline.atMost(Limits.INSISTING));
        this.left = Math.min(Limits.INSISTED, schemas.size() * Limits.INSISTED_EACH);
    }

    /** False when the server ended the conversation. */
    boolean make() throws InterruptedException {
        for (int pass = 0; pass < Limits.PASSES; pass++) {
            int before = calls.exercised();
            for (String tool : schemas.keySet()) {
                if (calls.refusing(tool) && !insist(tool, pass > 0)) {
                    return false;
                }
            }
            if (calls.exercised() == before) {
                break;
            }
        }
        return true;
    }

    private boolean insist(String tool, boolean again) throws InterruptedException {
        JsonNode schema =
                schemas.getOrDefault(tool, tools.jackson.databind.node.MissingNode.getInstance());
        Insistence ideas = calls.ideas(tool, schema);
        ObjectNode all = calls.fullest(schema);
        if (again && spend() && calls.call(tool, calls.last(tool), deadline) == Answer.CLOSED) {
            return false;
        }
        for (int i = 0; i < Limits.INSISTED_EACH && calls.refusing(tool); i++) {
            if (!prepare(tool)) {
                return false;
            }
            Optional<ObjectNode> next = ideas.next(calls.last(tool), all, calls.complaint(tool));
            if (next.isEmpty() || !spend()) {
                return true;
            }
            if (calls.call(tool, next.get(), deadline) == Answer.CLOSED) {
                return false;
            }
        }
        return true;
    }

    /** Calls what the complaint wants to be called first, and then the tool as before. */
    private boolean prepare(String tool) throws InterruptedException {
        for (String first : calls.complaint(tool).tools(schemas.keySet(), tool)) {
            if (prepared.add(first) && calls.refusing(first) && !insist(first, false)) {
                return false;
            }
            if (prepared.add(first + " " + tool) && spend()) {
                return calls.call(tool, calls.last(tool), deadline) != Answer.CLOSED;
            }
        }
        return true;
    }

    private boolean spend() {
        left--;
        return left >= 0 && !deadline.passed();
    }
}
