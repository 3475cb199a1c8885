package io.mcpsf.report.html;

import static java.util.Comparator.comparingInt;

import io.mcpsf.model.FileObservation.FileChanged;
import io.mcpsf.report.Behaviour;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Report;
import io.mcpsf.report.Tally;

import java.util.List;

/** What it left different on disk, what it asked to write and delete, and what it read. */
final class FileTables {

    private static final int MAX_ROWS = 150;
    private static final List<String> EVERYDAY =
            List.of("/usr/", "/lib", "/bin/", "/sbin/", "/etc/", "/proc", "/sys/", "/dev/");

    private final Report report;
    private final Behaviour behaviour;
    private final Page page;

    FileTables(Report report, Behaviour behaviour, Page page) {
        this.report = report;
        this.behaviour = behaviour;
        this.page = page;
    }

    void write() {
        page.section(
                "files",
                PageText.FILES,
                () -> {
                    changed();
                    list(PageText.WRITTEN, behaviour.written());
                    list(PageText.DELETED, behaviour.deleted());
                    list(PageText.READ, behaviour.read());
                    if (behaviour.read().total() == 0 && behaviour.written().total() == 0) {
                        page.put("p", "quiet", PageText.NO_FILES);
                    }
                });
    }

    private void changed() {
        var changes = report.evidence().of(FileChanged.class).toList();
        if (changes.isEmpty()) {
            page.put("p", "quiet", PageText.UNCHANGED);
            return;
        }
        page.put("h3", "", PageText.CHANGED);
        var table = new Table(page, PageText.CHANGED);
        table.head("path", "change", "content", "bytes", "event");
        changes.stream()
                .limit(MAX_ROWS)
                .forEach(
                        s -> {
                            FileChanged change = s.what();
                            table.row(
                                    behaviour.decoy(change.path()),
                                    () -> table.code(change.path()),
                                    () -> table.text(InWords.lower(change.change())),
                                    () ->
                                            table.text(
                                                    InWords.lower(change.content())
                                                            + (change.executable()
                                                                    ? ", executable"
                                                                    : "")),
                                    () -> table.number(change.bytes()),
                                    () -> table.event(s.at().seq()));
                        });
        table.write(changes.size());
    }

    /** Decoys first, then what is the server's own doing, then what every program reads. */
    private void list(String heading, Tally<String> paths) {
        if (paths.total() == 0) {
            return;
        }
        page.in(
                "details",
                () -> {
                    page.put(
                            "summary",
                            "",
                            "%s: %d %s"
                                    .formatted(
                                            heading,
                                            paths.total(),
                                            paths.total() == 1 ? "path" : "paths"));
                    var table = new Table(page, heading);
                    table.head("path", "times", "first event");
                    paths.entries().stream()
                            .sorted(comparingInt((Tally.Entry<String> e) -> rank(e.key())))
                            .limit(MAX_ROWS)
                            .forEach(
                                    e ->
                                            table.row(
                                                    behaviour.decoy(e.key()),
                                                    () ->
                                                            table.code(
                                                                    e.key()
                                                                            + (behaviour.decoy(
                                                                                            e.key())
                                                                                    ? "  (decoy)"
                                                                                    : "")),
                                                    () -> table.number(e.times()),
                                                    () -> table.event(e.first())));
                    table.write(paths.total());
                },
                "class",
                "fold");
    }

    private int rank(String path) {
        if (behaviour.decoy(path)) {
            return 0;
        }
        return EVERYDAY.stream().anyMatch(path::startsWith) ? 2 : 1;
    }
}
