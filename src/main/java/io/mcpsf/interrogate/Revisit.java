package io.mcpsf.interrogate;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Greeting;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Transport;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.Unanswered;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A short second look at a server that was questioned before: who it says it is, what it offers,
 * and a few of the same calls again. What differs is for the judge to see.
 */
public final class Revisit implements AutoCloseable {

    /** A call as it was made the first time; arguments as JSON. */
    public record Call(String tool, String arguments) {}

    /** What is known from before: calls to make again, and what prompts and resources there are. */
    public record Before(List<Call> calls, Set<Observation> listed) {
        public Before {
            calls = List.copyOf(calls);
            listed = Set.copyOf(listed);
        }

        public static Before nothing() {
            return new Before(List.of(), Set.of());
        }
    }

    private final Notebook notebook;
    private final Interrogation.Settings settings;
    private final BaitSearch search;
    private final Ears ears;
    private final McpClient client;
    private final McpSession session;

    public Revisit(
            Transport wire,
            Notebook notebook,
            Interrogation.Settings settings,
            CanaryFinder finder) {
        this.notebook = notebook;
        this.settings = settings;
        this.search = new BaitSearch(finder, notebook);
        this.ears = new Ears(notebook, search);
        this.client = McpClient.open(wire, ears, settings.identity(), settings.budget());
        this.session = new McpSession(client, settings.identity());
    }

    /**
     * Lists under this number and calls again; false when the server did not even greet in that
     * time. Without calls that are known, everything is called that it lists.
     */
    public boolean run(int listing, Before before, Duration greeting) throws InterruptedException {
        var deadline = new Deadline(settings.profile().deadline());
        JsonNode capabilities;
        switch (session.greet(deadline.atMost(greeting))) {
            case Greeting.Refused(var reply) -> {
                notebook.saw(new Unanswered("initialize", reply.why()));
                return false;
            }
            case Greeting.Welcome(_, String protocol, Greeting.Server server, JsonNode able, _) -> {
                capabilities = able;
                notebook.saw(
                        new Greeted(
                                InterrogationLimits.cut(protocol, InterrogationLimits.NAME),
                                InterrogationLimits.cut(server.name(), InterrogationLimits.NAME),
                                InterrogationLimits.cut(server.version(), InterrogationLimits.NAME),
                                InterrogationLimits.cut(
                                        server.instructions(), InterrogationLimits.INSTRUCTIONS)));
            }
        }
        var listings =
                new Listings(session, notebook, ears, deadline, new HashSet<>(before.listed()));
        var tools = listings.tools(listing);
        if (!tools.listing().answered()) {
            notebook.saw(new Unanswered("tools/list", tools.listing().last().why()));
        }
        listings.others(capabilities);
        var again = new Calls(session, notebook, search, settings, new SplittableRandom(0));
        if (before.calls().isEmpty()) {
            again.all(tools.schemas(), tools.words(), deadline);
        }
        for (Call call : before.calls()) {
            if (deadline.passed() || !tools.schemas().containsKey(call.tool())) {
                continue;
            }
            if (again.call(call.tool(), arguments(call), deadline) == Answer.CLOSED) {
                break;
            }
        }
        return true;
    }

    /** Has the server look up from waiting, so that it does what is due. */
    public void nudge() throws InterruptedException {
        if (client.closed().isEmpty()) {
            var _ = session.ask("ping", Json.object(), settings.profile().callTimeout());
        }
    }

    @Override
    public void close() {
        client.close();
        ears.finish();
    }

    private static ObjectNode arguments(Call call) {
        try {
            JsonNode arguments = Json.read(call.arguments());
            return arguments instanceof ObjectNode object ? object : Json.object();
        } catch (BadJsonException _) {
            // Cut off by a cap when it was written down.
            return Json.object();
        }
    }
}
