package io.mcpsf.report.html;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.ProtocolObservation.Attacked;
import io.mcpsf.model.ProtocolObservation.InputBroke;
import io.mcpsf.model.ProtocolObservation.VulnerabilityProven;
import io.mcpsf.report.Report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What hostile values did: each proven effect with the message that repeats it. */
final class AttackCards {

    private static final int MAX_PROVEN = 100;
    private static final int MAX_LINES = 20;

    private final Report report;
    private final Page page;

    AttackCards(Report report, Page page) {
        this.report = report;
        this.page = page;
    }

    boolean empty() {
        return report.evidence().of(Attacked.class).findAny().isEmpty();
    }

    void write() {
        if (empty()) {
            return;
        }
        List<Sighting<VulnerabilityProven>> proven =
                report.evidence().of(VulnerabilityProven.class).toList();
        page.section(
                "attacks",
                PageText.ATTACKS,
                () -> {
                    page.put("p", "hint", tried());
                    if (proven.isEmpty()) {
                        page.put("p", "quiet", PageText.NO_EFFECT);
                    }
                    proven.stream().limit(MAX_PROVEN).forEach(this::card);
                    broken();
                });
    }

    private String tried() {
        Map<String, Long> families =
                report.evidence()
                        .of(Attacked.class)
                        .collect(groupingBy(s -> s.what().family(), TreeMap::new, counting()));
        long all = families.values().stream().mapToLong(Long::longValue).sum();
        return PageText.PAYLOADS.formatted(
                PageText.count(all, "attack payload", "attack payloads"),
                String.join(
                        ", ",
                        families.entrySet().stream()
                                .map(e -> e.getKey() + " " + e.getValue())
                                .toList()));
    }

    private void card(Sighting<VulnerabilityProven> seen) {
        VulnerabilityProven proven = seen.what();
        page.in(
                "details",
                () -> {
                    page.in(
                            "summary",
                            () -> {
                                page.put(
                                        "span",
                                        "badge " + (proven.design() ? "low" : "high"),
                                        proven.design() ? PageText.BY_DESIGN : PageText.PROVEN);
                                page.box(
                                        "span",
                                        "what",
                                        () -> {
                                            page.put(
                                                    "span",
                                                    "title",
                                                    proven.family()
                                                            + ": "
                                                            + proven.tool()
                                                            + ", parameter "
                                                            + proven.parameter());
                                            page.put("span", "message", proven.effect());
                                        });
                                page.put(
                                        "span",
                                        "place",
                                        PageText.ATTEMPTS.formatted(
                                                proven.fired(), proven.tries()));
                            });
                    page.box("div", "inside", () -> inside(seen));
                },
                "class",
                "finding " + (proven.design() ? "low" : "high"));
    }

    private void inside(Sighting<VulnerabilityProven> seen) {
        page.put("h3", "", PageText.PROOF);
        page.in(
                "p",
                () -> {
                    page.event(seen.at().seq()).text(PageText.BASED_ON);
                    seen.what().proof().forEach(seq -> page.event(seq).text(" "));
                });
        page.put("h3", "", PageText.REPLAY);
        page.block(seen.what().request(), MAX_LINES);
    }

    private void broken() {
        List<Sighting<InputBroke>> broken = report.evidence().of(InputBroke.class).toList();
        if (broken.isEmpty()) {
            return;
        }
        page.put("h3", "", PageText.BROKEN);
        var table = new Table(page, PageText.BROKEN);
        table.head("result", "tool", "parameter", "payload", "times", "event");
        broken.stream()
                .limit(MAX_PROVEN)
                .forEach(
                        s ->
                                table.row(
                                        false,
                                        () -> table.text(s.what().how()),
                                        () -> table.code(s.what().tool()),
                                        () -> table.code(s.what().parameter()),
                                        () -> table.code(s.what().payload()),
                                        () -> table.number(s.what().times()),
                                        () -> table.event(s.at().seq())));
        table.write(broken.size());
    }
}
