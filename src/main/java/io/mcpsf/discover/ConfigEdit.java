package io.mcpsf.discover;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Located;
import io.mcpsf.json.LocatedJson;
import io.mcpsf.json.LocatedToml;
import io.mcpsf.json.LocatedYaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A client's file as text, with entries put behind the guard or taken out again. */
public final class ConfigEdit {

    private final String name;
    private final String text;
    private final Located root;

    private ConfigEdit(String name, String text) {
        this.name = name;
        this.text = text;
        this.root = located(name, text);
    }

    /** {@code name} tells the form; throws {@link BadJsonException} when it can't be read. */
    public static ConfigEdit of(String name, String text) {
        return new ConfigEdit(name, text);
    }

    private static Located located(String name, String text) {
        if (name.endsWith(".toml")) {
            return LocatedToml.read(text);
        }
        if (name.endsWith(".yaml") || name.endsWith(".yml")) {
            return LocatedYaml.read(text);
        }
        if (name.endsWith(".xml")) {
            throw new BadJsonException("XML is not rewritten; change the entry in its client");
        }
        return LocatedJson.read(text);
    }

    public Optional<Located> entry(List<String> at) {
        return Located.down(root, at);
    }

    public Optional<GuardedEntry> command(List<String> at) {
        return entry(at).flatMap(entry -> GuardedEntry.of(text, entry));
    }

    /** The line, from one, on which an entry begins to name its command. */
    public long line(List<String> at) {
        int start =
                entry(at)
                        .filter(Located.Members.class::isInstance)
                        .map(Located.Members.class::cast)
                        .flatMap(e -> e.member("command").or(() -> e.member("cmd")))
                        .map(Located::start)
                        .orElse(0);
        return text.substring(0, start).chars().filter(c -> c == '\n').count() + 1;
    }

    /** The text with these guards before the commands at their places. */
    public String wrapped(Map<List<String>, List<String>> guards) {
        var edits = new ArrayList<TextEdit>();
        guards.forEach(
                (at, guard) ->
                        edits.addAll(
                                command(at)
                                        .filter(entry -> !entry.guarded())
                                        .orElseThrow(() -> new BadJsonException("no such entry"))
                                        .wrap(guard)));
        return checked(edits);
    }

    /**
     * The text without the guards at these places: the back-up when it differs by them and nothing
     * else, so that its owner has the same bytes again.
     */
    public String unwrapped(List<List<String>> places, String backup) {
        Map<List<String>, List<String>> guards = new LinkedHashMap<>();
        places.forEach(at -> guards.put(at, command(at).orElseThrow().guard()));
        try {
            if (!backup.isEmpty() && of(name, backup).wrapped(guards).equals(text)) {
                return backup;
            }
        } catch (BadJsonException changed) {
            // The entries are others by now; the guards are cut out.
        }
        var edits = new ArrayList<TextEdit>();
        places.forEach(at -> edits.addAll(command(at).orElseThrow().unwrap()));
        return checked(edits);
    }

    /** Whether mcpsf itself is an entry beside that one. */
    public boolean hasOwn(List<String> at) {
        return entry(own(at)).isPresent();
    }

    /** The text with an entry for mcpsf itself beside that one; empty where it has no form. */
    public Optional<String> withOwn(List<String> at, List<String> command) {
        return OwnEntry.beside(name, text, root, at, command).map(edit -> checked(List.of(edit)));
    }

    /** The text without that entry; empty when it is not there as it was added. */
    public Optional<String> withoutOwn(List<String> at, List<String> command) {
        return OwnEntry.beside(name, text, root, at, command)
                .filter(edit -> hasOwn(at))
                .map(TextEdit::words)
                .filter(text::contains)
                .map(words -> cut(text.lastIndexOf(words), words.length()));
    }

    private String cut(int start, int length) {
        return checked(List.of(new TextEdit(start, start + length, "")));
    }

    private static List<String> own(List<String> at) {
        var own = new ArrayList<>(at.subList(0, at.size() - 1));
        own.add(OwnEntry.NAME);
        return own;
    }

    /** A file that would not be read any more is worse than one without a guard. */
    private String checked(List<TextEdit> edits) {
        String changed = TextEdit.apply(text, edits);
        located(name, changed);
        return changed;
    }
}
