package io.mcpsf.inspect.sbom;

import io.mcpsf.inspect.advisory.Match;
import io.mcpsf.inspect.deps.Component;
import io.mcpsf.inspect.deps.Tree;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A bill of materials before it takes a form: who it is for, what is in it, what is wrong. */
public record Bill(Head head, List<Tree> trees, List<Match> matches) {

    public Bill {
        trees = List.copyOf(trees);
        matches = List.copyOf(matches);
    }

    /** What was assessed, when, and with which version of ours. */
    public record Head(String name, String version, Instant made, String tool) {}

    /** In CycloneDX 1.6, as JSON. */
    public String cycloneDx() {
        return new CycloneDx(this).text();
    }

    /** In SPDX 2.3, as JSON. */
    public String spdx() {
        return new Spdx(this).text();
    }

    String time() {
        return head.made().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** The same for the same bill: nothing is drawn by lot. */
    UUID uuid() {
        var text = new StringBuilder(head.name() + "\0" + head.version() + "\0" + head.made());
        components().forEach(entry -> text.append('\0').append(entry.ref()));
        return UUID.nameUUIDFromBytes(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** A component with the name by which the others point at it. */
    record Entry(String ref, Component component, List<String> needs) {}

    /** A package that lies in several places needs a name for each of them. */
    List<Entry> components() {
        Map<String, Integer> times = new HashMap<>();
        for (Tree tree : trees) {
            tree.components().forEach(c -> times.merge(c.purl(), 1, Integer::sum));
        }
        var entries = new ArrayList<Entry>();
        for (Tree tree : trees) {
            List<String> refs = tree.components().stream().map(c -> ref(c, times)).toList();
            for (int i = 0; i < refs.size(); i++) {
                entries.add(
                        new Entry(
                                refs.get(i),
                                tree.components().get(i),
                                tree.edges().get(i).stream().map(refs::get).toList()));
            }
        }
        return entries;
    }

    private static String ref(Component component, Map<String, Integer> times) {
        String purl = component.purl();
        return times.getOrDefault(purl, 0) > 1 ? purl + "#" + component.standing().place() : purl;
    }

    /** What the project itself asks for, as refs. */
    List<String> asked() {
        List<Entry> all = components();
        var asked = new ArrayList<String>();
        int offset = 0;
        for (Tree tree : trees) {
            for (int number : tree.asked()) {
                asked.add(all.get(offset + number).ref());
            }
            offset += tree.components().size();
        }
        return asked.stream().distinct().toList();
    }
}
