package io.mcpsf.interrogate;

import io.mcpsf.model.ProtocolObservation.Answer;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
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
    private final Map<String, Insistence> ideas = new HashMap<>();
    private final Map<String, Integer> seen = new HashMap<>();
    private int left;

    SecondTries(Calls calls, Map<String, JsonNode> schemas, Deadline deadline, LoadClock clock) {
        this.calls = calls;
        this.schemas = Order.of(schemas);
        this.deadline =
                new Deadline(
                        deadline.mostOf(
                                clock.stretched(InterrogationLimits.insisting(schemas.size()))));
        this.left =
                Math.min(
                        InterrogationLimits.INSISTED,
                        schemas.size() * InterrogationLimits.INSISTED_EACH);
    }

    /** In breadth first: every tool gets a few tries before any gets many. */
    boolean make() throws InterruptedException {
        for (int tries : InterrogationLimits.TRIES) {
            for (String tool : schemas.keySet()) {
                if (calls.refusing(tool) && !insist(tool, tries)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** False when the server ended the conversation. */
    private boolean insist(String tool, int tries) throws InterruptedException {
        JsonNode schema = schemas.getOrDefault(tool, MissingNode.getInstance());
        Insistence idea = ideas.computeIfAbsent(tool, name -> calls.ideas(name, schema));
        ObjectNode all = calls.fullest(schema);
        int known = calls.exercised();
        // Others may have made by now what it waited for.
        boolean news = known > seen.getOrDefault(tool, known);
        seen.put(tool, known);
        if (news && spend() && calls.call(tool, calls.last(tool), deadline) == Answer.CLOSED) {
            return false;
        }
        for (int i = 0; i < tries && calls.refusing(tool); i++) {
            if (!prepare(tool)) {
                return false;
            }
            Optional<ObjectNode> next = idea.next(calls.last(tool), all, calls.complaint(tool));
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
            if (prepared.add(first)
                    && calls.refusing(first)
                    && !insist(first, InterrogationLimits.INSISTED_EACH)) {
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
