package io.mcpsf.report.html;

import static java.util.stream.Collectors.groupingBy;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.ProtocolObservation.PromptListed;
import io.mcpsf.model.ProtocolObservation.ResourceListed;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Report;
import io.mcpsf.report.ToolCounts;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every tool as the server describes it, and every call of it with its answer. */
final class ToolCards {

    private static final int MAX_TOOLS = 200;
    private static final int MAX_CALLS = 60;
    private static final int MAX_LINES = 60;

    private final Report report;
    private final Page page;
    private final Map<String, List<Sighting<ToolCalled>>> calls;
    private final Map<Integer, Sighting<ToolAnswered>> answers = new HashMap<>();

    ToolCards(Report report, Page page) {
        this.report = report;
        this.page = page;
        this.calls =
                report.evidence().of(ToolCalled.class).collect(groupingBy(s -> s.what().tool()));
        report.evidence()
                .of(ToolAnswered.class)
                .forEach(s -> answers.putIfAbsent(s.what().call(), s));
    }

    void write() {
        var tools = new LinkedHashMap<String, Sighting<ToolListed>>();
        report.evidence().of(ToolListed.class).forEach(s -> tools.putIfAbsent(s.what().name(), s));
        page.section(
                "tools",
                PageText.TOOLS,
                () -> {
                    instructions();
                    if (tools.isEmpty()) {
                        boolean asked = new ToolCounts(report.evidence()).asked();
                        page.put(
                                "p", "quiet", asked ? PageText.NO_TOOLS : PageText.TOOLS_NOT_ASKED);
                    }
                    tools.values().stream().limit(MAX_TOOLS).forEach(this::tool);
                    if (tools.size() > MAX_TOOLS) {
                        page.put(
                                "p",
                                "quiet",
                                PageText.MORE_TOOLS.formatted(tools.size() - MAX_TOOLS));
                    }
                    others();
                });
    }

    private void instructions() {
        report.evidence()
                .of(ProtocolObservation.Greeted.class)
                .filter(s -> !s.what().instructions().isEmpty())
                .limit(1)
                .forEach(
                        s -> {
                            page.put("h3", "", PageText.INSTRUCTIONS);
                            page.block(s.what().instructions(), MAX_LINES);
                        });
    }

    private void tool(Sighting<ToolListed> listed) {
        ToolListed tool = listed.what();
        List<Sighting<ToolCalled>> own = calls.getOrDefault(tool.name(), List.of());
        page.in(
                "details",
                () -> {
                    page.in(
                            "summary",
                            () -> {
                                page.put("code", "", tool.name());
                                page.put("span", "message", tool.description());
                                page.put("span", "place", times(own.size()));
                            });
                    page.box("div", "inside", () -> inside(listed, own));
                },
                "class",
                "fold tool");
    }

    private void inside(Sighting<ToolListed> listed, List<Sighting<ToolCalled>> own) {
        ToolListed tool = listed.what();
        page.box(
                "p",
                "hint",
                () -> {
                    page.text(PageText.LISTED);
                    page.event(listed.at().seq());
                    page.text(
                            tool.annotations().isEmpty()
                                    ? ""
                                    : ", annotated " + tool.annotations());
                });
        page.put("h3", "", PageText.DESCRIPTION);
        page.block(tool.description(), MAX_LINES);
        page.put("h3", "", PageText.SCHEMA);
        page.block(indented(tool.schema()), MAX_LINES);
        if (!own.isEmpty()) {
            page.put("h3", "", PageText.CALLS);
            var table = new Table(page, PageText.CALLS_TO + tool.name());
            table.head("call", "arguments", "answer", "time", "event");
            own.stream().limit(MAX_CALLS).forEach(call -> row(table, call));
            table.write(own.size());
        }
    }

    private void row(Table table, Sighting<ToolCalled> call) {
        Sighting<ToolAnswered> answer = answers.get(call.what().call());
        table.row(
                false,
                () -> table.number(call.what().call()),
                () -> table.code(call.what().arguments()),
                () ->
                        table.code(
                                answer == null
                                        ? PageText.NO_ANSWER
                                        : InWords.lower(answer.what().answer())
                                                + ": "
                                                + answer.what().text()),
                () -> table.text(answer == null ? "" : Overview.seconds(answer.what().millis())),
                () -> table.event(answer == null ? call.at().seq() : answer.at().seq()));
    }

    private void others() {
        var prompts = report.evidence().of(PromptListed.class).limit(MAX_TOOLS).toList();
        var resources = report.evidence().of(ResourceListed.class).limit(MAX_TOOLS).toList();
        if (prompts.isEmpty() && resources.isEmpty()) {
            return;
        }
        page.put("h3", "", PageText.PROMPTS);
        var table = new Table(page, PageText.PROMPTS);
        table.head("kind", "name", "description", "event");
        prompts.forEach(
                s ->
                        table.row(
                                false,
                                () -> table.text("prompt"),
                                () -> table.code(s.what().name()),
                                () -> table.text(s.what().description()),
                                () -> table.event(s.at().seq())));
        resources.forEach(
                s ->
                        table.row(
                                false,
                                () -> table.text("resource"),
                                () -> table.code(s.what().uri()),
                                () -> table.text(s.what().name() + " " + s.what().description()),
                                () -> table.event(s.at().seq())));
        table.write(prompts.size() + resources.size());
    }

    private static String times(int calls) {
        return calls == 0 ? PageText.NOT_CALLED : PageText.count(calls, "call", "calls");
    }

    private static String indented(String hostile) {
        try {
            return hostile.isEmpty() ? "none" : Json.pretty(Json.read(hostile)).strip();
        } catch (BadJsonException e) {
            return hostile;
        }
    }
}
