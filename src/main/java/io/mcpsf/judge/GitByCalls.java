package io.mcpsf.judge;

import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.Attacked;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.RunObservation.ServerStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Stamp;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What the system's own git removes because a call asked for it: in the work tree that earlier
 * calls, or the user at the start, chose to work in, by the command that the called tool is for. A
 * tool that cleans a repository is told the repository once, and then only to clean.
 */
final class GitByCalls {

    /** What git removes by these it keeps as objects; by clean it is gone. */
    private static final Set<String> KEEPING =
            Set.of(
                    "checkout",
                    "switch",
                    "restore",
                    "reset",
                    "stash",
                    "merge",
                    "rebase",
                    "pull",
                    "revert",
                    "rm",
                    "mv",
                    "worktree");

    private static final String CLEAN = "clean";

    private static final Set<String> WITH_VALUE = Set.of("-C", "-c", "--git-dir", "--work-tree");

    /** Says that it deletes files, and means no cache or log of its own. */
    private static final Pattern DELETES =
            Pattern.compile(
                    "(?i)\\b(?:clean|delet|remov|purg|discard|eras|wip)\\w*\\s+"
                        + "(?:(?!cache|temp|log|lock|own)\\w+\\s+){0,3}"
                        + "(?:files?|folders?|director(?:y|ies)|(?:work(?:ing)?\\s?)?trees?)\\b");

    private static final Pattern CHOOSES =
            Pattern.compile(
                    "(?i)work(?:ing)?[ _-]?(?:dir|folder|tree)|current[ _-](?:dir|folder)|\\bcwd\\b"
                            + "|workspace|(?:open|set|select|use|switch)[ _-](?:to[ _-])?"
                            + "(?:a[ _-]|the[ _-])?(?:repo|project|folder)");

    private static final Pattern ONLY_READS =
            Pattern.compile("\"readOnlyHint\"\\s*:\\s*true|\"destructiveHint\"\\s*:\\s*false");

    private static final Pattern PREVIEW =
            Pattern.compile("(?i)dry[_-]?run|preview|simulate|what[_-]?if|check[_-]?only");

    private static final Pattern PLACE =
            Pattern.compile(
                    "(?i).*(?:path|dir|directory|folder|root|cwd|repo|repository|target)s?");

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final Trail trail;
    private final Map<String, ToolListed> tools = new HashMap<>();
    private final Map<Integer, ToolCalled> calls = new HashMap<>();
    private final List<Chosen> chosen = new ArrayList<>();

    /** The tools that were called with hostile values, by batch. */
    private final NavigableMap<Integer, Set<String>> batches = new TreeMap<>();

    /** From then on calls work there. */
    private record Chosen(Stamp at, String folder) {}

    private GitByCalls(Trail trail) {
        this.trail = trail;
    }

    static GitByCalls of(Trail trail) {
        var git = new GitByCalls(trail);
        trail.all(ToolListed.class)
                .forEach(seen -> git.tools.putIfAbsent(seen.what().name(), seen.what()));
        Set<Integer> done = new HashSet<>();
        trail.evidence()
                .of(ToolAnswered.class)
                .filter(seen -> seen.what().answer() == Answer.RESULT)
                .forEach(seen -> done.add(seen.what().call()));
        for (Seen seen : trail.evidence().seen()) {
            if (seen.what() instanceof ServerStarted started) {
                started.command().stream().skip(1).forEach(word -> git.choose(seen.at(), word));
            } else if (seen.what() instanceof Attacked attacked) {
                git.batches
                        .computeIfAbsent(attacked.call(), _ -> new HashSet<>())
                        .add(attacked.tool());
            } else if (seen.what() instanceof ToolCalled called) {
                git.calls.putIfAbsent(called.call(), called);
                if (done.contains(called.call()) && git.chooses(called.tool())) {
                    git.arguments(called).forEach(each -> git.choose(seen.at(), text(each)));
                }
            }
        }
        return git;
    }

    /** Whether git removed this at the word of the call that was in progress. */
    boolean removed(Stamp at, String path) {
        if (at.phase() == Phase.ATTACK) {
            // Hostile values say many things; the tool and the repository are still ours to choose.
            return underFire(at.call()).stream().anyMatch(tool -> byCommand(at, tool))
                    && chosen(at, path).filter(place -> below(path, place)).isPresent();
        }
        ToolCalled called = calls.get(at.call());
        if (called == null) {
            return false;
        }
        return byCommand(at, called.tool())
                && place(at, path, called).filter(place -> below(path, place)).isPresent();
    }

    /** Of this batch and the one before, which may come to its end a little later. */
    private Set<String> underFire(int batch) {
        var tools = new HashSet<>(batches.getOrDefault(batch, Set.of()));
        Integer before = tools.isEmpty() ? null : batches.lowerKey(batch);
        if (before != null) {
            tools.addAll(batches.getOrDefault(before, Set.of()));
        }
        return tools;
    }

    private boolean byCommand(Stamp at, String tool) {
        return Programs.self(trail, at).contains("git")
                && trail.lineage(at).stream()
                        .filter(started -> Programs.name(started).equals("git"))
                        .anyMatch(started -> isFor(tool, command(started)));
    }

    private static String command(ProcessStarted git) {
        List<String> words = git.argv();
        for (int i = 1; i < words.size(); i++) {
            if (!words.get(i).startsWith("-")) {
                return words.get(i);
            }
            i += WITH_VALUE.contains(words.get(i)) ? 1 : 0;
        }
        return "";
    }

    private boolean isFor(String tool, String command) {
        ToolListed listed = tools.get(tool);
        if (listed == null || ONLY_READS.matcher(listed.annotations()).find()) {
            return false;
        }
        Set<String> name = Set.of(tool.toLowerCase(Locale.ROOT).split("[^a-z]+"));
        if (command.equals(CLEAN)) {
            return (name.contains("git") && name.contains(CLEAN))
                    || DELETES.matcher(listed.description()).find();
        }
        return KEEPING.contains(command) && name.contains(command);
    }

    /** The folder that this call is about: the chosen one, or what it names in there. */
    private Optional<String> place(Stamp at, String path, ToolCalled called) {
        String named = "";
        for (Map.Entry<String, JsonNode> argument : arguments(called).properties()) {
            String value = text(argument.getValue());
            if (argument.getValue().asBoolean(false) && PREVIEW.matcher(argument.getKey()).find()) {
                return Optional.empty();
            }
            if (value.startsWith("/") || value.startsWith("~") || value.contains("..")) {
                return Optional.empty(); // It names another place, and is judged by that.
            }
            if (PLACE.matcher(argument.getKey()).matches()) {
                named = folder(value);
            }
        }
        String below = named.isEmpty() ? "" : "/" + named;
        return chosen(at, path).map(place -> place + below);
    }

    private Optional<String> chosen(Stamp at, String path) {
        return chosen.stream()
                .filter(place -> place.at().seq() < at.seq() && sameServer(place.at(), at))
                // Starts at the same time have homes of their own.
                .filter(place -> home(place.folder()).equals(home(path)))
                .reduce((_, last) -> last)
                .map(Chosen::folder);
    }

    private static String folder(String relative) {
        return relative.equals(".")
                ? ""
                : relative.replaceFirst("^(?:\\./+)+", "").replaceFirst("/+$", "");
    }

    private void choose(Stamp at, String word) {
        if ((word.startsWith("/") || word.startsWith("file://"))
                && AskedPlace.of(word)
                        instanceof AskedPlace.Folder(String itself, _, _, boolean wide)
                && !wide) {
            chosen.add(new Chosen(at, itself));
        }
    }

    private boolean chooses(String tool) {
        ToolListed listed = tools.get(tool);
        return listed != null && CHOOSES.matcher(tool + " " + listed.description()).find();
    }

    private JsonNode arguments(ToolCalled called) {
        try {
            return MAPPER.readTree(called.arguments());
        } catch (JacksonException _) {
            return MissingNode.getInstance();
        }
    }

    private static String text(JsonNode node) {
        return node.isString() ? node.asString().strip() : "";
    }

    private static boolean below(String path, String place) {
        return path.startsWith(place + "/") || path.equals(place);
    }

    private static String home(String path) {
        String homeless = Paths.homeless(path);
        return homeless.startsWith("~")
                ? path.substring(0, path.length() - homeless.length() + 1)
                : "";
    }

    /** Later starts are servers of their own. */
    private static boolean sameServer(Stamp one, Stamp other) {
        return one.phase() == other.phase() || (!one.phase().again() && !other.phase().again());
    }
}
