package io.mcpsf.interrogate;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Greeting;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.Listing;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Reply;
import io.mcpsf.mcp.Transport;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation.ContentRead;
import io.mcpsf.model.Observation.Greeted;
import io.mcpsf.model.Observation.Unanswered;
import io.mcpsf.model.Phase;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The questions put to one running server, in order: greet it, list what it offers, call every
 * tool, try a few prompts and resources, list again, and watch it do nothing. Whatever the server
 * does, {@link #run} returns within the profile's deadline, up to the last answer's time.
 *
 * <p>Closing closes the server's input, which asks it to end, and writes down what was only
 * counted.
 */
public final class Interrogation implements AutoCloseable {

    private final Notebook notebook;
    private final Settings settings;
    private final RandomGenerator random;
    private final BaitSearch search;
    private final Ears ears;
    private final McpClient client;
    private final McpSession session;
    private final Phases phases = new Phases();
    private Offer offer = Offer.unknown();

    /**
     * Who asks, how much it bears, how thoroughly it asks, with which values, and who thinks of
     * more.
     */
    public record Settings(
            Identity identity,
            Budget budget,
            QuestionBudget profile,
            Plausible plausible,
            PayloadWriter writer) {

        /** With nobody to think of more. */
        public Settings(
                Identity identity, Budget budget, QuestionBudget profile, Plausible plausible) {
            this(identity, budget, profile, plausible, PayloadWriter.none());
        }

        public Settings by(Identity other) {
            return new Settings(other, budget, profile, plausible, PayloadWriter.none());
        }

        public Settings with(PayloadWriter other) {
            return new Settings(identity, budget, profile, plausible, other);
        }
    }

    /** Starts listening at once; the first word is said in {@link #run}. */
    public Interrogation(
            Transport wire,
            Notebook notebook,
            Settings settings,
            CanaryFinder finder,
            RandomGenerator random) {
        this.notebook = notebook;
        this.settings = settings;
        this.random = random;
        this.search = new BaitSearch(finder, notebook);
        this.ears = new Ears(notebook, search);
        this.client = McpClient.open(wire, ears, settings.identity(), settings.budget());
        this.session = new McpSession(client, settings.identity());
    }

    public InterrogationOutcome run() throws InterruptedException {
        var deadline = new Deadline(settings.profile().deadline());
        var listings = new Listings(session, notebook, ears, deadline);
        var calls = new Calls(session, notebook, search, settings, random);
        Map<String, JsonNode> tools = new LinkedHashMap<>();
        if (greet(deadline) instanceof Greeting.Welcome welcome) {
            question(welcome.capabilities(), listings, calls, tools, deadline);
            calls.conclude(tools.keySet());
        }
        offer =
                new Offer(
                        offer.prompts(),
                        offer.resources(),
                        offer.templates(),
                        calls.paces(),
                        calls.working());
        idle(deadline);
        return new InterrogationOutcome(
                phases.results(),
                calls.coverage(tools.size()),
                client.closed().orElse(""),
                client.tally());
    }

    /** What is known of the server after {@link #run}. */
    public Offer offer() {
        return offer;
    }

    /** The conversation itself, for whoever goes on after {@link #run}. */
    public McpSession session() {
        return session;
    }

    /** Ends the talk from another thread: whatever waits for an answer gets none. */
    public void hangUp() {
        client.close();
    }

    @Override
    public void close() {
        client.close();
        ears.finish();
    }

    private Greeting greet(Deadline deadline) throws InterruptedException {
        notebook.enter(Phase.HANDSHAKE);
        long start = System.nanoTime();
        Greeting greeting = session.greet(deadline.atMost(InterrogationLimits.HANDSHAKE));
        switch (greeting) {
            case Greeting.Welcome(_, String protocol, Greeting.Server server, _, String odd) -> {
                notebook.saw(
                        new Greeted(
                                InterrogationLimits.cut(protocol, InterrogationLimits.NAME),
                                InterrogationLimits.cut(server.name(), InterrogationLimits.NAME),
                                InterrogationLimits.cut(server.version(), InterrogationLimits.NAME),
                                InterrogationLimits.cut(
                                        server.instructions(), InterrogationLimits.INSTRUCTIONS)));
                if (!odd.isEmpty()) {
                    ears.odd(odd, Json.object().put("protocol", protocol));
                }
                phases.done(Phase.HANDSHAKE, start, odd);
            }
            case Greeting.Refused(Reply reply) -> {
                notebook.saw(new Unanswered("initialize", reply.why()));
                phases.ended(Phase.HANDSHAKE, start, reply, "initialize");
            }
        }
        return greeting;
    }

    /** Everything between the greeting and the silence; collects all tools ever listed. */
    private void question(
            JsonNode capabilities,
            Listings listings,
            Calls calls,
            Map<String, JsonNode> tools,
            Deadline deadline)
            throws InterruptedException {
        notebook.enter(Phase.LIST);
        if (!listTools(1, listings, tools, capabilities.has("tools"))) {
            return;
        }
        List<JsonNode> prompts = capabilities.has("prompts") ? listings.prompts() : List.of();
        List<JsonNode> resources = capabilities.has("resources") ? listings.resources() : List.of();
        List<JsonNode> templates = capabilities.has("resources") ? listings.templates() : List.of();
        offer = new Offer(prompts, resources, templates, Map.of());
        notebook.enter(Phase.CALL);
        call(calls, tools, deadline);
        tryPrompts(prompts, deadline);
        tryResources(resources, deadline);
        if (client.closed().isPresent()) {
            return;
        }
        notebook.enter(Phase.LIST);
        Map<String, JsonNode> again = new LinkedHashMap<>();
        listTools(2, listings, again, capabilities.has("tools"));
        again.keySet().removeAll(tools.keySet());
        if (!again.isEmpty()) {
            tools.putAll(again);
            notebook.enter(Phase.CALL);
            call(calls, again, deadline);
        }
    }

    /** Whether there is any sense in going on. */
    private boolean listTools(
            int number, Listings listings, Map<String, JsonNode> tools, boolean declared)
            throws InterruptedException {
        long start = System.nanoTime();
        Listings.Tools found = listings.tools(number);
        tools.putAll(found.schemas());
        Listing listing = found.listing();
        if (listing.answered()) {
            if (listing.cut().isEmpty()) {
                phases.done(Phase.LIST, start, "");
            } else {
                phases.failed(Phase.LIST, start, "tools/list: " + listing.cut());
            }
            return true;
        }
        boolean lacking =
                !declared
                        && listing.last() instanceof Reply.Err error
                        && error.code() == Reply.Err.METHOD_NOT_FOUND;
        if (lacking) {
            phases.done(Phase.LIST, start, "the server has no tools");
            return true;
        }
        notebook.saw(new Unanswered("tools/list", listing.last().why()));
        phases.ended(Phase.LIST, start, listing.last(), "tools/list");
        return !tools.isEmpty();
    }

    private void call(Calls calls, Map<String, JsonNode> tools, Deadline deadline)
            throws InterruptedException {
        long start = System.nanoTime();
        switch (calls.all(tools, deadline)) {
            case NOT -> phases.done(Phase.CALL, start, tools.isEmpty() ? "no tools" : "");
            case CAP -> phases.done(Phase.CALL, start, "not all tools were called");
            case DEADLINE -> phases.timedOut(Phase.CALL, start, "the deadline passed");
            case CLOSED -> phases.failed(Phase.CALL, start, client.closed().orElse("closed"));
        }
    }

    private void tryPrompts(List<JsonNode> prompts, Deadline deadline) throws InterruptedException {
        for (JsonNode prompt :
                prompts.subList(0, Math.min(prompts.size(), InterrogationLimits.TRIED))) {
            String name = Json.text(prompt, "name");
            ObjectNode params = Json.object().put("name", name);
            ObjectNode arguments = params.putObject("arguments");
            for (JsonNode argument : prompt.path("arguments")) {
                if (arguments.size() < InterrogationLimits.ELEMENTS) {
                    String parameter = Json.text(argument, "name");
                    arguments.put(parameter, ByName.text(parameter, settings.plausible()));
                }
            }
            attempt("prompts/get", params, name, deadline);
        }
    }

    private void tryResources(List<JsonNode> resources, Deadline deadline)
            throws InterruptedException {
        for (JsonNode resource :
                resources.subList(0, Math.min(resources.size(), InterrogationLimits.TRIED))) {
            String uri = Json.text(resource, "uri");
            attempt("resources/read", Json.object().put("uri", uri), uri, deadline);
        }
    }

    private void attempt(String method, ObjectNode params, String what, Deadline deadline)
            throws InterruptedException {
        if (deadline.passed() || client.closed().isPresent()) {
            return;
        }
        Duration patience = deadline.atMost(settings.profile().callTimeout());
        Reply reply = session.ask(method, params, patience);
        JsonNode body = Calls.body(reply);
        search.in(body, what);
        if (!body.isMissingNode()) {
            String kind = method.substring(0, method.indexOf('/') - 1);
            notebook.saw(
                    new ContentRead(
                            kind,
                            InterrogationLimits.cut(what, InterrogationLimits.NAME),
                            InterrogationLimits.cut(Json.text(body), InterrogationLimits.CONTENT)));
        }
        if (reply instanceof Reply.TimedOut) {
            notebook.saw(new Unanswered(method, reply.why()));
        }
    }

    private void idle(Deadline deadline) throws InterruptedException {
        if (client.closed().isPresent()) {
            return;
        }
        notebook.enter(Phase.IDLE);
        long start = System.nanoTime();
        Duration dwell = settings.profile().idle();
        Duration left = deadline.atMost(dwell);
        if (client.awaitClosed(left)) {
            phases.failed(Phase.IDLE, start, client.closed().orElse("closed"));
        } else if (left.compareTo(dwell) < 0) {
            phases.timedOut(Phase.IDLE, start, "the deadline passed");
        } else {
            phases.done(Phase.IDLE, start, "");
        }
    }
}
