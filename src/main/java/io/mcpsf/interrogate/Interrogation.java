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
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.Unanswered;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The questions put to one running server, in order: greet it, list what it offers, call every
 * tool, try prompts, resources and the rest, list again, and watch it do nothing. Whatever the
 * server does, {@link #run} returns within the profile's deadline, up to the last answer's time.
 *
 * <p>Closing closes the server's input, which asks it to end, and writes down what was only
 * counted.
 */
public final class Interrogation implements AutoCloseable {

    /** Tools that are told by name when there was no time for all their calls. */
    private static final int NAMED = 8;

    private final Notebook notebook;
    private final Settings settings;
    private final RandomGenerator random;
    private final BaitSearch search;
    private final Ears ears;
    private final McpClient client;
    private final McpSession session;
    private final Phases phases = new Phases();
    private final Map<String, String> words = new LinkedHashMap<>();
    private final Set<Observation> told = new HashSet<>();
    private Offer offer = Offer.unknown();
    private JsonNode capabilities = Json.object();

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
        var listings = new Listings(session, notebook, ears, deadline, told);
        var calls = new Calls(session, notebook, search, settings, random);
        Map<String, JsonNode> tools = new LinkedHashMap<>();
        if (greet(deadline) instanceof Greeting.Welcome welcome) {
            capabilities = welcome.capabilities();
            question(listings, calls, tools, deadline);
            calls.conclude(tools.keySet());
            notebook.enter(Phase.LIST);
            String instructions = welcome.server().instructions();
            settings.writer()
                    .doubts(ShownText.of(instructions, words, tools))
                    .forEach(notebook::saw);
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

    /** Lists all once more under this number, after whatever else was done to the server. */
    public void listAgain(int number) throws InterruptedException {
        if (client.closed().isEmpty()) {
            var deadline = new Deadline(InterrogationLimits.AGAIN);
            new Listings(session, notebook, ears, deadline, told).again(number, capabilities);
        }
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
        Greeting greeting = session.greet(deadline.atMost(patience()));
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

    /** A server that got no processor is not one that says nothing. */
    private static Duration patience() {
        try (var clock = LoadClock.here()) {
            Duration stretched = clock.stretched(InterrogationLimits.HANDSHAKE);
            return stretched.compareTo(InterrogationLimits.LOADED_HANDSHAKE) < 0
                    ? stretched
                    : InterrogationLimits.LOADED_HANDSHAKE;
        }
    }

    /** Everything between the greeting and the silence; collects all tools ever listed. */
    private void question(
            Listings listings, Calls calls, Map<String, JsonNode> tools, Deadline deadline)
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
        new OtherMethods(client, session, notebook, search, settings, deadline)
                .all(capabilities, offer);
        if (client.closed().isPresent()) {
            return;
        }
        notebook.enter(Phase.LIST);
        Map<String, JsonNode> again = new LinkedHashMap<>();
        listTools(2, listings, again, capabilities.has("tools"));
        listings.others(capabilities);
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
        words.putAll(found.words());
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
        switch (calls.all(tools, words, deadline)) {
            case NOT -> phases.done(Phase.CALL, start, tools.isEmpty() ? "no tools" : left(calls));
            case CAP -> phases.done(Phase.CALL, start, "not all tools were called");
            case DEADLINE -> phases.timedOut(Phase.CALL, start, "the deadline passed");
            case CLOSED -> phases.failed(Phase.CALL, start, client.closed().orElse("closed"));
        }
    }

    /** Which calls were varied less than they could have been, for want of time. */
    private static String left(Calls calls) {
        Map<String, Integer> left = calls.notVaried();
        if (left.isEmpty()) {
            return "";
        }
        int all = left.values().stream().mapToInt(Integer::intValue).sum();
        String tools =
                left.entrySet().stream()
                        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                        .limit(NAMED)
                        .map(
                                tool ->
                                        InterrogationLimits.cut(
                                                        tool.getKey(), InterrogationLimits.NAME)
                                                + " "
                                                + tool.getValue())
                        .collect(Collectors.joining(", "));
        String more = left.size() > NAMED ? " and %d more".formatted(left.size() - NAMED) : "";
        return "%d variations of calls were not made: %s%s".formatted(all, tools, more);
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
