package io.mcpsf.report.html;

import static java.util.Comparator.comparingInt;

import io.mcpsf.model.AdvisoryObservation.AdvisoryMatched;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.Health;
import io.mcpsf.model.PackageObservation.DependencyFound;
import io.mcpsf.model.Sense;
import io.mcpsf.report.Report;

import java.util.List;

/** The packages of the installed tree, and what is known against them. */
final class DependencyTables {

    private static final int MAX_ROWS = 300;
    private static final List<String> SCALE =
            List.of("critical", "high", "medium", "low", "unknown");

    private final Report report;
    private final Page page;

    DependencyTables(Report report, Page page) {
        this.report = report;
        this.page = page;
    }

    boolean empty() {
        return report.evidence().of(DependencyFound.class).findAny().isEmpty();
    }

    void write() {
        if (empty()) {
            return;
        }
        List<Sighting<DependencyFound>> packages =
                report.evidence().of(DependencyFound.class).toList();
        List<Sighting<AdvisoryMatched>> advisories =
                report.evidence()
                        .of(AdvisoryMatched.class)
                        .sorted(comparingInt(s -> SCALE.indexOf(s.what().severity())))
                        .toList();
        page.section(
                "dependencies",
                PageText.DEPENDENCIES,
                () -> {
                    page.put(
                            "p",
                            "hint",
                            (unchecked() ? PageText.PACKAGES_UNCHECKED : PageText.PACKAGES_HINT)
                                    .formatted(
                                            PageText.count(packages.size(), "package", "packages"),
                                            PageText.count(
                                                    advisories.size(), "advisory", "advisories")));
                    advisories(advisories);
                    page.in(
                            "details",
                            () -> {
                                page.put("summary", "", PageText.ALL_PACKAGES);
                                packages(packages);
                            },
                            "class",
                            "fold");
                });
    }

    /** No advisory says nothing where none was looked up. */
    private boolean unchecked() {
        return report.evidence().coverage().sense(Sense.ADVISORIES).health() == Health.BLIND;
    }

    private void advisories(List<Sighting<AdvisoryMatched>> all) {
        if (all.isEmpty()) {
            return;
        }
        var table = new Table(page, PageText.ADVISORIES);
        table.head("severity", "package", "advisory", "summary", "fixed in", "event");
        all.stream()
                .limit(MAX_ROWS)
                .forEach(
                        s -> {
                            AdvisoryMatched match = s.what();
                            table.row(
                                    !match.malice().equals("none"),
                                    () ->
                                            table.text(
                                                    match.malice().equals("none")
                                                            ? match.severity()
                                                            : "malicious"),
                                    () -> table.code(match.purl()),
                                    () -> table.code(match.id()),
                                    () -> table.text(match.summary()),
                                    () -> table.code(match.fixed()),
                                    () -> table.event(s.at().seq()));
                        });
        table.write(all.size());
    }

    private void packages(List<Sighting<DependencyFound>> all) {
        var table = new Table(page, PageText.PACKAGES);
        table.head("package", "version", "depth", "scope", "licence", "source", "event");
        all.stream()
                .limit(MAX_ROWS)
                .forEach(
                        s -> {
                            DependencyFound found = s.what();
                            table.row(
                                    false,
                                    () -> table.code(found.name()),
                                    () -> table.code(found.version()),
                                    () -> table.number(found.depth()),
                                    () -> table.text(found.scope()),
                                    () -> table.text(found.license()),
                                    () -> table.text(found.origin()),
                                    () -> table.event(s.at().seq()));
                        });
        table.write(all.size());
    }
}
