package io.mcpsf.interrogate;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Reply;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.ProtocolObservation.ContentRead;
import io.mcpsf.model.ProtocolObservation.Unanswered;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Everything else that a client may ask for: prompts, resources and templates read, subscriptions,
 * completions, a log level, and the word that its open folders have changed. Only what the server
 * says that it can.
 */
final class OtherMethods {

    private static final Pattern VARIABLE = Pattern.compile("\\{[+#./;?&]?(\\w{1,40})[^}]*}");
    private static final List<String> TYPED = List.of("", "a", "s", "b", "m", "P");
    private static final int TYPED_NAMES = 3;
    private static final Duration QUICK = Duration.ofSeconds(2);

    private final McpClient client;
    private final McpSession session;
    private final Notebook notebook;
    private final BaitSearch search;
    private final Interrogation.Settings settings;
    private final Deadline deadline;

    OtherMethods(
            McpClient client,
            McpSession session,
            Notebook notebook,
            BaitSearch search,
            Interrogation.Settings settings,
            Deadline deadline) {
        this.client = client;
        this.session = session;
        this.notebook = notebook;
        this.search = search;
        this.settings = settings;
        this.deadline = deadline;
    }

    void all(JsonNode capabilities, Offer offer) throws InterruptedException {
        if (capabilities.has("logging")) {
            quietly("logging/setLevel", Json.object().put("level", "debug"));
        }
        prompts(offer.prompts(), capabilities.has("completions"));
        resources(offer.resources(), capabilities.path("resources"));
        templates(offer.templates(), capabilities.has("completions"));
        if (client.closed().isEmpty()) {
            client.tell("notifications/roots/list_changed", Json.object());
        }
        quietly("ping", Json.object());
    }

    private void prompts(List<JsonNode> prompts, boolean completes) throws InterruptedException {
        for (JsonNode prompt : some(prompts)) {
            String name = Json.text(prompt, "name");
            List<String> names = new ArrayList<>();
            for (JsonNode argument : prompt.path("arguments")) {
                if (names.size() < InterrogationLimits.ELEMENTS) {
                    names.add(Json.text(argument, "name"));
                }
            }
            attempt("prompts/get", prompt(name, names, ""), name);
            if (!names.isEmpty()) {
                attempt("prompts/get", prompt(name, names, Loaded.texts("").getFirst()), name);
                if (completes) {
                    complete(Json.object().put("type", "ref/prompt").put("name", name), names);
                }
            }
        }
    }

    /** With plausible arguments, or with a loaded text where any text will do. */
    private ObjectNode prompt(String name, List<String> names, String loaded) {
        ObjectNode params = Json.object().put("name", name);
        ObjectNode arguments = params.putObject("arguments");
        for (String parameter : names) {
            boolean free = !loaded.isEmpty() && ByName.free(parameter, settings.plausible());
            arguments.put(parameter, free ? loaded : value(parameter));
        }
        return params;
    }

    private void resources(List<JsonNode> resources, JsonNode capability)
            throws InterruptedException {
        for (JsonNode resource : some(resources)) {
            String uri = Json.text(resource, "uri");
            ObjectNode params = Json.object().put("uri", uri);
            if (capability.path("subscribe").asBoolean(false)) {
                quietly("resources/subscribe", params.deepCopy());
            }
            attempt("resources/read", params.deepCopy(), uri);
            // What is handed out once may be something else the next time.
            attempt("resources/read", params, uri);
        }
    }

    private void templates(List<JsonNode> templates, boolean completes)
            throws InterruptedException {
        for (JsonNode template : some(templates)) {
            String pattern =
                    InterrogationLimits.cut(
                            Json.text(template, "uriTemplate"), InterrogationLimits.URI);
            var names = new ArrayList<String>();
            String uri =
                    VARIABLE.matcher(pattern)
                            .replaceAll(
                                    found -> {
                                        names.add(found.group(1));
                                        return java.util.regex.Matcher.quoteReplacement(
                                                value(found.group(1)).replaceFirst("^/", ""));
                                    });
            attempt("resources/read", Json.object().put("uri", uri), uri);
            if (completes && !names.isEmpty()) {
                complete(Json.object().put("type", "ref/resource").put("uri", pattern), names);
            }
        }
    }

    /** As somebody types: nothing yet, then a first letter that most lists have. */
    private void complete(ObjectNode reference, List<String> names) throws InterruptedException {
        for (String name : names.subList(0, Math.min(names.size(), TYPED_NAMES))) {
            for (String typed : TYPED) {
                ObjectNode params = Json.object();
                params.set("ref", reference.deepCopy());
                params.putObject("argument").put("name", name).put("value", typed);
                quietly("completion/complete", params);
            }
        }
    }

    private String value(String name) {
        return ByName.text(name, settings.plausible());
    }

    private static List<JsonNode> some(List<JsonNode> all) {
        return all.subList(0, Math.min(all.size(), InterrogationLimits.TRIED));
    }

    /** An answer that no model is shown; silence is no news. */
    private void quietly(String method, ObjectNode params) throws InterruptedException {
        if (!deadline.passed() && client.closed().isEmpty()) {
            search.in(Calls.body(session.ask(method, params, deadline.atMost(QUICK))), method);
        }
    }

    private void attempt(String method, ObjectNode params, String what)
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
}
