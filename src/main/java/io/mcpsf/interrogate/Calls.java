package io.mcpsf.interrogate;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Reply;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.NotExercised;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.ToolCoverage;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** Calls tools with arguments that they should accept, and writes down what came of it. */
final class Calls {

    /** Long enough to be under way, short enough to be so still. */
    private static final Duration TAKEN_BACK_AFTER = Duration.ofMillis(150);

    private final McpSession session;
    private final Notebook notebook;
    private final BaitSearch search;
    private final QuestionBudget profile;
    private final Plausible plausible;
    private final PayloadWriter writer;
    private final RandomGenerator random;
    private final Set<String> called = new HashSet<>();
    private final Set<String> answered = new HashSet<>();
    private final Set<String> exercised = new HashSet<>();
    private final Map<String, String> complaints = new HashMap<>();
    private final Map<String, Duration> paces = new HashMap<>();
    private final Map<String, String> descriptions = new HashMap<>();
    private final Map<String, Integer> notVaried = new LinkedHashMap<>();
    private UnaryOperator<Duration> load = UnaryOperator.identity();
    private int silent;
    private int thought;
    private final List<String> learned = new ArrayList<>();
    private final Experience experience = new Experience();
    private final Map<String, ObjectNode> last = new HashMap<>();
    private final String word;

    Calls(
            McpSession session,
            Notebook notebook,
            BaitSearch search,
            Interrogation.Settings settings,
            RandomGenerator random) {
        this.session = session;
        this.notebook = notebook;
        this.search = search;
        this.profile = settings.profile();
        this.plausible = settings.plausible();
        this.writer = settings.writer();
        this.random = random;
        this.word = "item" + random.nextInt(1_000, 10_000);
    }

    /** Why calling stopped before the last tool. */
    enum Stop {
        NOT,
        CLOSED,
        DEADLINE,
        CAP
    }

    /** Calls each of them, every tool once before any a second time. */
    Stop all(Map<String, JsonNode> schemas, Map<String, String> words, Deadline deadline)
            throws InterruptedException {
        descriptions.putAll(words);
        try (var clock = LoadClock.here()) {
            return all(schemas, words, deadline, clock);
        }
    }

    /** Variations that no time was left for, by tool. */
    Map<String, Integer> notVaried() {
        return notVaried;
    }

    /** The same on a machine that is as loaded as this clock says. */
    Stop all(
            Map<String, JsonNode> schemas,
            Map<String, String> words,
            Deadline deadline,
            LoadClock clock)
            throws InterruptedException {
        load = clock::stretched;
        Stop stop = rounds(Order.of(schemas), deadline, clock);
        if (stop != Stop.CLOSED && stop != Stop.DEADLINE && profile.callsPerTool() > 1) {
            var variations = new Variations(this, plausible, deadline, clock);
            Order.of(schemas)
                    .forEach((tool, s) -> variations.add(tool, s, words.getOrDefault(tool, "")));
            boolean open = variations.make();
            notVaried.putAll(variations.left());
            if (!open) {
                return Stop.CLOSED;
            }
        }
        return stop == Stop.NOT || stop == Stop.CAP ? written(schemas, stop, deadline) : stop;
    }

    /** Asks the writer once for each tool that was called, and calls with what it thinks of. */
    private Stop written(Map<String, JsonNode> schemas, Stop before, Deadline deadline)
            throws InterruptedException {
        for (var tool : schemas.entrySet()) {
            if (!called.contains(tool.getKey())) {
                continue;
            }
            for (ObjectNode arguments :
                    writer.more(tool.getKey(), tool.getValue(), List.copyOf(learned))) {
                if (deadline.passed()) {
                    return Stop.DEADLINE;
                }
                if (call(tool.getKey(), arguments, deadline) == Answer.CLOSED) {
                    return Stop.CLOSED;
                }
            }
        }
        return before;
    }

    private Stop rounds(Map<String, JsonNode> schemas, Deadline deadline, LoadClock clock)
            throws InterruptedException {
        Stop stop = Stop.NOT;
        for (int round = 0; round < profile.callsPerTool(); round++) {
            Arguments.Fill fill = round % 2 == 0 ? Arguments.Fill.REQUIRED : Arguments.Fill.ALL;
            for (var tool : schemas.entrySet()) {
                if (!called.contains(tool.getKey()) && called.size() >= profile.maxTools()) {
                    stop = Stop.CAP;
                    continue;
                }
                if (deadline.passed()) {
                    return Stop.DEADLINE;
                }
                if (call(tool.getKey(), tool.getValue(), fill, deadline) == Answer.CLOSED) {
                    return Stop.CLOSED;
                }
            }
            if (round == 0 && !new SecondTries(this, schemas, deadline, clock).make()) {
                return Stop.CLOSED;
            }
        }
        return stop;
    }

    /** Whether this tool was called, answers, and never did its work. */
    boolean refusing(String tool) {
        boolean waits = !answered.contains(tool) && silent >= InterrogationLimits.SILENT;
        return called.contains(tool) && !exercised.contains(tool) && !waits;
    }

    int exercised() {
        return exercised.size();
    }

    /** The arguments of its last call. */
    ObjectNode last(String tool) {
        return last.getOrDefault(tool, Json.object());
    }

    /** What it said to them. */
    Complaint complaint(String tool) {
        return new Complaint(complaints.getOrDefault(tool, "it gave no answer"));
    }

    Insistence ideas(String tool, JsonNode schema) {
        String fresh = word + "-" + (char) ('a' + thought++ % 26);
        return new Insistence(
                tool,
                descriptions.getOrDefault(tool, ""),
                schema,
                last(tool),
                new Shapes(plausible, experience, word, fresh));
    }

    ObjectNode fullest(JsonNode schema) {
        return Arguments.ofTool(schema, random, plausible, Arguments.Fill.ALL);
    }

    /** How long each tool took at best. */
    Map<String, Duration> paces() {
        return paces;
    }

    /** Arguments with which tools did their work. */
    Map<String, ObjectNode> working() {
        return experience.working();
    }

    ToolCoverage coverage(int listed) {
        int failing = (int) answered.stream().filter(tool -> !exercised.contains(tool)).count();
        return new ToolCoverage(listed, called.size(), answered.size(), failing);
    }

    /** Writes down which of these tools never did their work, and what they said last. */
    void conclude(Set<String> tools) {
        for (String tool : tools) {
            if (!exercised.contains(tool)) {
                String why = called.contains(tool) ? "it gave no answer" : "it was not called";
                notebook.saw(
                        new NotExercised(
                                InterrogationLimits.cut(tool, InterrogationLimits.NAME),
                                InterrogationLimits.cut(
                                        complaints.getOrDefault(tool, why),
                                        InterrogationLimits.SENTENCE)));
            }
        }
    }

    private Answer call(String tool, JsonNode schema, Arguments.Fill fill, Deadline deadline)
            throws InterruptedException {
        return call(tool, Arguments.ofTool(schema, random, plausible, fill), deadline);
    }

    /** One call with arguments that somebody else thought of. */
    Answer call(String tool, ObjectNode arguments, Deadline deadline) throws InterruptedException {
        ObjectNode params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        String name = InterrogationLimits.cut(tool, InterrogationLimits.NAME);
        int number = notebook.beginCall();
        try {
            String sent =
                    InterrogationLimits.cut(Json.text(arguments), InterrogationLimits.ARGUMENTS);
            notebook.saw(new ToolCalled(number, name, sent));
            called.add(tool);
            last.put(tool, arguments);
            long start = System.nanoTime();
            Reply reply = session.ask("tools/call", params, deadline.atMost(patience(tool)));
            long millis = (System.nanoTime() - start) / 1_000_000;
            Answer answer = answer(reply);
            long bytes = bytes(reply);
            JsonNode body = body(reply);
            String text =
                    body.isMissingNode()
                            ? ""
                            : InterrogationLimits.cut(Json.text(body), InterrogationLimits.RESULT);
            notebook.saw(new ToolAnswered(number, name, answer, millis, bytes, text));
            learn("%s %s answered %s: %s".formatted(name, sent, answer, text));
            Duration pace = Duration.ofMillis(millis);
            paces.merge(tool, pace, (one, other) -> one.compareTo(other) < 0 ? one : other);
            silent += answer == Answer.TIMED_OUT ? 1 : 0;
            if (answer != Answer.TIMED_OUT && answer != Answer.CLOSED) {
                answered.add(tool);
                judge(tool, arguments, answer, body);
                search.in(body, name);
            }
            return answer;
        } finally {
            notebook.endCall();
        }
    }

    /** A call that is taken back before it is answered; what it would have said is no news. */
    void cancelled(String tool, ObjectNode arguments) throws InterruptedException {
        ObjectNode params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        String sent = InterrogationLimits.cut(Json.text(arguments), InterrogationLimits.ARGUMENTS);
        int number = notebook.beginCall();
        try {
            String name = InterrogationLimits.cut(tool, InterrogationLimits.NAME);
            notebook.saw(new ToolCalled(number, name, sent));
            search.in(body(session.ask("tools/call", params, TAKEN_BACK_AFTER)), name);
        } finally {
            notebook.endCall();
        }
    }

    private void judge(String tool, ObjectNode arguments, Answer answer, JsonNode body) {
        String said = InterrogationLimits.cut(Success.said(body), InterrogationLimits.ASKING);
        if (answer == Answer.RESULT && Success.of(body)) {
            exercised.add(tool);
            experience.worked(tool, arguments, body);
        } else {
            complaints.put(tool, said);
        }
        new Complaint(said).folders(Json.text(arguments)).forEach(experience::root);
    }

    /**
     * Tools that all wait for the same thing that is not there need not all be waited for, nor one
     * that was waited for in vain before. On a loaded machine an answer may take longer, until one
     * never came: the time for all calls does not grow.
     */
    private Duration patience(String tool) {
        Duration usual = profile.callTimeout();
        boolean vain = called.contains(tool) && !answered.contains(tool) && paces.containsKey(tool);
        if (silent < InterrogationLimits.SILENT && !vain) {
            return silent == 0 ? load.apply(usual) : usual;
        }
        return usual.compareTo(InterrogationLimits.SHORT) < 0 ? usual : InterrogationLimits.SHORT;
    }

    private void learn(String sentence) {
        if (learned.size() < InterrogationLimits.LEARNED) {
            learned.add(InterrogationLimits.cut(sentence, InterrogationLimits.SENTENCE));
        }
    }

    private static Answer answer(Reply reply) {
        return switch (reply) {
            case Reply.Ok(JsonNode result, long _) ->
                    result.path("isError").asBoolean(false) ? Answer.TOOL_ERROR : Answer.RESULT;
            case Reply.Err _ -> Answer.PROTOCOL_ERROR;
            case Reply.TimedOut _ -> Answer.TIMED_OUT;
            case Reply.Closed _ -> Answer.CLOSED;
        };
    }

    private static long bytes(Reply reply) {
        return switch (reply) {
            case Reply.Ok ok -> ok.bytes();
            case Reply.Err error -> error.bytes();
            case Reply.TimedOut _, Reply.Closed _ -> 0;
        };
    }

    /** What a model would be shown of a reply. */
    static JsonNode body(Reply reply) {
        return switch (reply) {
            case Reply.Ok ok -> ok.result();
            case Reply.Err(long code, String message, JsonNode data, long _) -> {
                ObjectNode body = Json.object().put("code", code).put("message", message);
                if (!data.isMissingNode()) {
                    body.set("data", data);
                }
                yield body;
            }
            case Reply.TimedOut _, Reply.Closed _ ->
                    tools.jackson.databind.node.MissingNode.getInstance();
        };
    }
}
