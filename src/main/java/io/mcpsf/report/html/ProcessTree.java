package io.mcpsf.report.html;

import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.report.Behaviour;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Who started whom, with the command lines and how much each process touched. */
final class ProcessTree {

    private static final int MAX_PROCESSES = 400;
    private static final int MAX_DEPTH = 30;

    private final Page page;
    private final Map<Integer, List<Seen>> execs = new TreeMap<>();
    private final Map<Integer, List<Integer>> children = new HashMap<>();
    private final Map<Integer, Long> opens = new HashMap<>();
    private final Map<Integer, Long> connects = new HashMap<>();
    private final Set<Integer> cited = new HashSet<>();
    private final Set<Integer> drawn = new HashSet<>();

    ProcessTree(Report report, Behaviour behaviour, Page page) {
        this.page = page;
        for (Seen seen : behaviour.executions()) {
            ProcessStarted started = (ProcessStarted) seen.what();
            List<Seen> known =
                    execs.computeIfAbsent(started.process(), process -> new ArrayList<>());
            if (known.isEmpty()) {
                children.computeIfAbsent(started.parent(), parent -> new ArrayList<>())
                        .add(started.process());
            }
            known.add(seen);
        }
        execs.values().forEach(ProcessTree::withoutTries);
        for (Seen seen : report.evidence().seen()) {
            if (seen.what() instanceof FileOpened) {
                opens.merge(seen.at().process(), 1L, Long::sum);
            } else if (seen.what() instanceof Connected) {
                connects.merge(seen.at().process(), 1L, Long::sum);
            }
        }
        report.judgement().findings().stream()
                .flatMap(finding -> finding.seen().stream())
                .distinct()
                .forEach(seq -> report.seen(seq).ifPresent(s -> cited.add(s.at().process())));
    }

    /** A shell tries every folder of its path; only the try that succeeded is worth a line. */
    private static void withoutTries(List<Seen> execs) {
        List<Seen> there =
                execs.stream()
                        .filter(s -> ((ProcessStarted) s.what()).image() != Image.MISSING)
                        .toList();
        if (!there.isEmpty()) {
            execs.clear();
            execs.addAll(there);
        }
    }

    void write() {
        if (execs.isEmpty()) {
            return;
        }
        page.section(
                "processes",
                PageText.PROCESSES,
                () -> {
                    clock();
                    // A parent that was never seen starting stands for the outside.
                    List<Integer> roots =
                            execs.keySet().stream()
                                    .filter(process -> !execs.containsKey(parent(process)))
                                    .toList();
                    if (execs.size() > 1) {
                        var order = new LinkedHashSet<Integer>();
                        inOrder(roots, order);
                        new ProcessGraph(page, last())
                                .write(
                                        order.stream().map(p -> execs(p).getFirst()).toList(),
                                        cited::contains);
                    }
                    branch(roots, 0);
                    if (execs.size() > MAX_PROCESSES) {
                        page.put(
                                "p",
                                "quiet",
                                PageText.MORE_PROCESSES.formatted(execs.size() - drawn.size()));
                    }
                });
    }

    /** A time line to drag, or to walk with the arrow keys; the script fills in what it does. */
    private void clock() {
        long last = last();
        if (execs.size() < 2) {
            return;
        }
        page.in(
                "form",
                () -> {
                    page.in(
                            "label",
                            () -> {
                                page.text(PageText.CLOCK + " ");
                                page.empty(
                                        "input",
                                        "type",
                                        "range",
                                        "name",
                                        "clock",
                                        "min",
                                        "0",
                                        "max",
                                        "" + last,
                                        "value",
                                        "" + last,
                                        "step",
                                        "" + Math.max(1, last / 200));
                            });
                    page.in("output", () -> {}, "class", "hint");
                },
                "class",
                "clock",
                "hidden",
                "");
    }

    /** Each process behind the one that started it; a circle, which nobody honest makes, ends. */
    private void inOrder(List<Integer> processes, Set<Integer> order) {
        for (int process : processes) {
            if (order.size() < MAX_PROCESSES && order.add(process)) {
                inOrder(children.getOrDefault(process, List.of()), order);
            }
        }
    }

    private long last() {
        return execs.values().stream().mapToLong(e -> millis(e.getFirst())).max().orElse(0);
    }

    private static long millis(Seen seen) {
        return seen.at().micros() / 1000;
    }

    private List<Seen> execs(int process) {
        return Objects.requireNonNull(execs.get(process), "only processes that were seen");
    }

    private int parent(int process) {
        return ((ProcessStarted) execs(process).getFirst().what()).parent();
    }

    private void branch(List<Integer> processes, int depth) {
        List<Integer> fresh =
                processes.stream()
                        .filter(process -> depth < MAX_DEPTH && !drawn.contains(process))
                        .limit(Math.max(0, MAX_PROCESSES - drawn.size()))
                        .toList();
        if (fresh.isEmpty()) {
            return;
        }
        drawn.addAll(fresh);
        page.box(
                "ul",
                depth == 0 ? "tree" : "",
                () ->
                        fresh.forEach(
                                process ->
                                        page.in(
                                                "li",
                                                () -> {
                                                    node(process);
                                                    branch(
                                                            children.getOrDefault(
                                                                    process, List.of()),
                                                            depth + 1);
                                                })));
    }

    private void node(int process) {
        page.in(
                "div",
                () -> {
                    for (Seen seen : execs(process)) {
                        page.box(
                                "p",
                                "",
                                () -> {
                                    page.event(seen.seq()).text(" ");
                                    page.put("code", "", InWords.of(seen.what()).substring(5));
                                });
                    }
                    page.put("p", "hint", account(process));
                },
                "class",
                cited.contains(process) ? "process cited" : "process",
                "data-at",
                "" + millis(execs(process).getFirst()));
    }

    private String account(int process) {
        Seen first = execs(process).getFirst();
        long files = opens.getOrDefault(process, 0L);
        long places = connects.getOrDefault(process, 0L);
        return "process %d, +%s in %s%s%s"
                .formatted(
                        process,
                        Overview.seconds(first.at().micros() / 1000),
                        InWords.phase(first.at().phase()),
                        files == 0 ? "" : ", " + PageText.count(files, "file", "files") + " opened",
                        places == 0
                                ? ""
                                : ", " + PageText.count(places, "connection", "connections"));
    }
}
