package io.mcpsf.report.html;

import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.report.Behaviour;
import io.mcpsf.report.Calm;
import io.mcpsf.report.Destinations;
import io.mcpsf.report.Destinations.Place;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Report;
import io.mcpsf.report.Requests;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which process went where: a drawing of the first places, and all of them as a table. */
final class NetworkMap {

    private static final int MAX_DRAWN = 14;
    private static final int MAX_ROWS = 200;
    private static final int ROW = 44;
    private static final int LEFT = 330;
    private static final int RIGHT = 560;
    private static final int LABEL = 38;

    private final Report report;
    private final Page page;
    private final Behaviour behaviour;
    private final List<Place> places;
    private final Map<Integer, String> programs = new LinkedHashMap<>();

    NetworkMap(Report report, Behaviour behaviour, Page page) {
        this.report = report;
        this.page = page;
        this.behaviour = behaviour;
        this.places = new Destinations(Calm.of(report.evidence()), report.accused()).all();
        for (var seen : behaviour.executions()) {
            ProcessStarted started = (ProcessStarted) seen.what();
            programs.put(
                    started.process(),
                    started.path().substring(started.path().lastIndexOf('/') + 1));
        }
    }

    void write() {
        page.section(
                "network",
                PageText.NETWORK,
                () -> {
                    if (places.isEmpty()) {
                        page.put("p", "quiet", PageText.NO_NETWORK);
                    } else {
                        map();
                        table();
                        requests();
                    }
                    listeners();
                });
    }

    private void map() {
        List<Place> drawn =
                places.stream()
                        .sorted(
                                (a, b) ->
                                        Boolean.compare(a.decoys().isEmpty(), b.decoys().isEmpty()))
                        .limit(MAX_DRAWN)
                        .toList();
        var rows = new LinkedHashMap<Integer, Integer>();
        drawn.stream()
                .flatMap(p -> p.processes().stream())
                .sorted()
                .distinct()
                .limit(MAX_DRAWN)
                .forEach(process -> rows.put(process, rows.size()));
        int height = ROW * Math.max(Math.max(rows.size(), drawn.size()), 1) + 10;
        page.in(
                "svg",
                () -> {
                    for (int i = 0; i < drawn.size(); i++) {
                        Place place = drawn.get(i);
                        int to = i;
                        place.processes().stream()
                                .filter(rows::containsKey)
                                .forEach(process -> line(rows.getOrDefault(process, 0), to, place));
                    }
                    rows.forEach((process, row) -> box(12, row, label(process), "process"));
                    for (int i = 0; i < drawn.size(); i++) {
                        Place place = drawn.get(i);
                        box(
                                RIGHT,
                                i,
                                place.shown(),
                                place.decoys().isEmpty() ? "place" : "place stolen");
                    }
                },
                "class",
                "map",
                "viewBox",
                "0 0 890 " + height,
                "role",
                "img",
                "aria-label",
                PageText.MAP);
    }

    private void line(int from, int to, Place place) {
        int y1 = from * ROW + ROW / 2 + 4;
        int y2 = to * ROW + ROW / 2 + 4;
        page.in(
                "path",
                () -> {},
                "class",
                place.decoys().isEmpty() ? "way" : "way stolen",
                "d",
                "M%d %dC%d %d %d %d %d %d"
                        .formatted(LEFT, y1, LEFT + 115, y1, RIGHT - 115, y2, RIGHT, y2));
    }

    private void box(int x, int row, String words, String style) {
        int y = row * ROW + 10;
        page.in(
                "rect", () -> {}, "class", style, "x", "" + x, "y", "" + y, "width", "318",
                "height", "32", "rx", "8");
        page.in(
                "text",
                () -> page.text(words, LABEL),
                "class",
                style,
                "x",
                "" + (x + 14),
                "y",
                "" + (y + 21));
    }

    private String label(int process) {
        return process == 0
                ? PageText.UNKNOWN_PROCESS
                : "%d  %s".formatted(process, programs.getOrDefault(process, "process"));
    }

    private void table() {
        var table = new Table(page, PageText.DESTINATIONS);
        table.head("host", "address", "contacts", "requests", "bytes", "decoys", "first event");
        places.stream()
                .limit(MAX_ROWS)
                .forEach(
                        place ->
                                table.row(
                                        !place.decoys().isEmpty(),
                                        () -> table.code(place.shown()),
                                        () -> table.code(String.join(", ", place.addresses())),
                                        () -> table.number(place.contacts()),
                                        () -> table.number(place.requests().size()),
                                        () -> table.number(place.bytes()),
                                        () -> table.text(String.join(", ", place.decoys())),
                                        () -> table.event(place.first())));
        table.write(places.size());
    }

    private void requests() {
        var requests = new Requests(report.evidence());
        if (requests.all().isEmpty()) {
            return;
        }
        page.put("h3", "", PageText.REQUESTS);
        var table = new Table(page, PageText.REQUESTS);
        table.head("request", "bytes", "during", "event");
        requests.all().stream()
                .limit(MAX_ROWS)
                .forEach(
                        s -> {
                            RequestSent sent = s.what();
                            String tool = requests.tool(s.at());
                            table.row(
                                    false,
                                    () -> table.code(sent.method() + " " + sent.url()),
                                    () -> table.number(sent.bodyBytes()),
                                    () ->
                                            table.text(
                                                    tool.isEmpty()
                                                            ? InWords.phase(s.at().phase())
                                                            : "tool " + tool),
                                    () -> table.event(s.at().seq()));
                        });
        table.write(requests.total());
    }

    private void listeners() {
        if (behaviour.listeners().total() == 0) {
            return;
        }
        page.put("h3", "", PageText.LISTENING);
        var table = new Table(page, PageText.LISTENING);
        table.head("address", "times", "first event");
        behaviour.listeners().entries().stream()
                .limit(MAX_ROWS)
                .forEach(
                        e ->
                                table.row(
                                        false,
                                        () ->
                                                table.code(
                                                        InWords.peer(
                                                                e.key().transport(),
                                                                e.key().address(),
                                                                e.key().port())),
                                        () -> table.number(e.times()),
                                        () -> table.event(e.first())));
        table.write(behaviour.listeners().total());
    }
}
