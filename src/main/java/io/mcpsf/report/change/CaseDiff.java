package io.mcpsf.report.change;

import io.mcpsf.json.Json;
import io.mcpsf.model.Judgement;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Report;
import io.mcpsf.text.JsonText;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What one case shows that another does not: two versions of a server, or two runs of one. */
public final class CaseDiff {

    private final Report before;
    private final Report after;
    private final List<Change> changes = new ArrayList<>();

    /** One difference. {@code sign} is + for new, - for gone, ~ for changed. */
    public record Change(char sign, String kind, String what) {}

    public CaseDiff(Report before, Report after) {
        this.before = before;
        this.after = after;
        var old = new Traits(before);
        var fresh = new Traits(after);
        for (Traits.Kind kind : Traits.Kind.values()) {
            if (kind == Traits.Kind.TOOL) {
                tools();
            } else {
                compare(kind, old.of(kind), fresh.of(kind));
            }
        }
    }

    public List<Change> changes() {
        return List.copyOf(changes);
    }

    /** Whether there is anything that was not there before. */
    public boolean grew() {
        return changes.stream().anyMatch(change -> change.sign() != '-');
    }

    public String json() {
        ObjectNode root = Json.object();
        root.set("before", side(before));
        root.set("after", side(after));
        ArrayNode array = root.putArray("changes");
        changes.forEach(
                change ->
                        array.addObject()
                                .put("change", word(change.sign()))
                                .put("kind", change.kind())
                                .put("what", change.what()));
        return JsonText.visible(Json.pretty(root));
    }

    private void compare(Traits.Kind kind, Set<String> old, Set<String> fresh) {
        fresh.stream().filter(t -> !old.contains(t)).forEach(t -> add('+', kind, t));
        old.stream().filter(t -> !fresh.contains(t)).forEach(t -> add('-', kind, t));
    }

    private void tools() {
        var old = new TreeMap<>(ToolPins.of(before.evidence()));
        var fresh = new TreeMap<>(ToolPins.of(after.evidence()));
        var names = new TreeSet<>(old.keySet());
        names.addAll(fresh.keySet());
        for (String name : names) {
            ToolPins.Pin was = old.get(name);
            ToolPins.Pin is = fresh.get(name);
            if (was == null) {
                add('+', Traits.Kind.TOOL, name);
            } else if (is == null) {
                add('-', Traits.Kind.TOOL, name);
            } else if (!was.digest().equals(is.digest())) {
                add('~', Traits.Kind.TOOL, name);
            }
        }
    }

    private void add(char sign, Traits.Kind kind, String what) {
        changes.add(new Change(sign, InWords.lower(kind), what));
    }

    private static ObjectNode side(Report report) {
        Judgement judgement = report.judgement();
        return Json.object()
                .put("case", report.evidence().file().id())
                .put("name", report.evidence().file().subject().name())
                .put("version", report.evidence().file().subject().version())
                .put("verdict", judgement.verdict().name())
                .put("score", judgement.scored() ? (Integer) judgement.risk().score() : null);
    }

    private static String word(char sign) {
        return switch (sign) {
            case '+' -> "new";
            case '-' -> "gone";
            default -> "changed";
        };
    }
}
