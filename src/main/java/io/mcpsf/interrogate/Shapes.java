package io.mcpsf.interrogate;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The texts that a parameter may want, the likeliest first: what the server itself said or made,
 * what its description or its README gives as an example, then what its name means inside the
 * sandbox.
 */
final class Shapes {

    private static final int MOST = 8;

    private static final Pattern EXAMPLE =
            Pattern.compile(
                    "(?i)(?<!\\w)(?:e\\.?g\\.?,?|for example,?|for instance,?|such"
                            + " as|examples?:|like)\\s*:?\\s*['\"`“(]?([^'\"`”,;()\\n"
                            + "]{1,80})['\"`”,;)\\n"
                            + "]");

    private static final Pattern QUOTED = Pattern.compile("['\"`]([^'\"`\\n]{1,60})['\"`]");

    private final Plausible plausible;
    private final Experience experience;
    private final String word;
    private final String fresh;

    /**
     * @param word a word of this run, the same for all tools
     * @param fresh a word that nothing has as a name yet
     */
    Shapes(Plausible plausible, Experience experience, String word, String fresh) {
        this.plausible = plausible;
        this.experience = experience;
        this.word = word;
        this.fresh = fresh;
    }

    /** Whether a call worked with a value under this very name; files are not all the same. */
    boolean settled(String tool, String name) {
        Set<String> words = ByName.words(name);
        boolean files = any(words, "path", "file", "files", "paths", "filename", "query", "sql");
        // A bare name is a package here and a person there.
        boolean bare = words.size() == 1 && any(words, "name", "id", "key", "title", "text");
        return experience.settled(name)
                && !bare
                && (!files || any(words, "repo", "repository", "project") || isGit(tool, words));
    }

    private static boolean isGit(String tool, Set<String> words) {
        return any(ByName.words(tool), "git") && !any(words, "file", "files", "paths");
    }

    Optional<Experience.Document> document() {
        return experience.document();
    }

    List<String> of(String tool, String name, JsonNode schema) {
        var shapes = new LinkedHashSet<String>();
        schema.path("enum").forEach(choice -> shapes.add(choice.asString("")));
        Set<String> words = ByName.words(name);
        Set<String> deeds = ByName.words(tool);
        String description = Json.text(schema, "description");
        boolean made =
                any(deeds, "create", "new", "add", "init", "start", "open", "clone", "write");
        boolean path = takesPath(words, deeds, description);
        if (!path) {
            shapes.addAll(JsonExamples.in(description));
            packages(shapes, words, deeds);
        }
        if (!path && (!made || !any(words, "name", "title", "branch"))) {
            shapes.addAll(experience.values(name));
        }
        if (path) {
            shapes.addAll(paths(words, deeds, description));
        } else {
            sql(shapes, words, deeds, description);
            remotes(shapes, words, deeds);
            if (description.matches("(?is).*\\byoutube\\b.*")) {
                shapes.add("https://www.youtube.com/watch?v=jNQXAC9IVRw");
            }
            shapes.addAll(examples(description));
            shapes.addAll(plausible.documented().named(name));
            shapes.addAll(Formats.in(name + " " + tool + " " + description));
            revisions(shapes, words, deeds, made);
        }
        shapes.add(ByName.text(name, plausible));
        shapes.addAll(experience.values(name));
        shapes.add(fresh);
        shapes.add("https://" + plausible.web().host() + "/feed.json");
        shapes.remove("");
        return shapes.stream().limit(MOST).toList();
    }

    /** Values that a description shows. */
    static List<String> examples(String description) {
        var examples = new LinkedHashSet<String>();
        String text = InterrogationLimits.cut(description, InterrogationLimits.CONTENT) + "\n";
        for (Pattern pattern : new Pattern[] {EXAMPLE, QUOTED}) {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find() && examples.size() < 3) {
                String example = matcher.group(1).strip().replaceFirst("[.:]+$", "");
                if (example.chars().anyMatch(Character::isLetterOrDigit)) {
                    examples.add(example);
                }
            }
        }
        return List.copyOf(examples);
    }

    private static boolean takesPath(Set<String> words, Set<String> deeds, String description) {
        if (any(words, "id", "ids", "uuid")) {
            return false;
        }
        return any(words, "path", "paths", "file", "files", "filename", "filepath", "dir", "cwd")
                || any(words, "directory", "folder", "destination", "workspace", "repo", "vault")
                || (any(words, "source", "from") && any(deeds, "move", "copy", "rename"))
                || (any(words, "source", "output", "input", "root", "repository", "project", "uri")
                        && description.matches("(?is).*\\b(path|file|folder|directory)\\b.*"));
    }

    private List<String> paths(Set<String> words, Set<String> deeds, String description) {
        var roots = new ArrayList<>(experience.roots());
        Plausible.Places places = plausible.places();
        String all = String.join(" ", words) + " " + String.join(" ", deeds) + " " + description;
        boolean folder =
                all.matches("(?is).*\\b(dir|directory|folder|cwd|workspace|tree|vault)\\b.*")
                        || any(deeds, "search", "find", "glob", "grep", "walk", "scan", "ls");
        boolean repository = all.matches("(?is).*\\b(repo|git|repository|branch|commit)\\b.*");
        boolean unmade =
                any(words, "destination", "output", "dest", "target", "to")
                        || any(deeds, "create", "write", "save", "export", "clone", "init");
        var shapes = new LinkedHashSet<String>();
        if (repository && !any(words, "file", "files", "filename", "filepath")) {
            shapes.addAll(roots);
            shapes.add(places.repository());
        }
        if (unmade && !(repository && any(words, "repo"))) {
            shapes.addAll(fresh(roots.isEmpty() ? places.work() : roots.getFirst(), folder));
        }
        if (folder) {
            shapes.addAll(roots);
            shapes.add(places.work());
            shapes.add(places.repository());
        }
        if (repository) {
            shapes.add("TODO.md");
        }
        shapes.addAll(files(roots));
        shapes.addAll(roots);
        shapes.add(places.file());
        shapes.add(places.work());
        return List.copyOf(shapes);
    }

    private List<String> fresh(String root, boolean folder) {
        return folder
                ? List.of(root + "/" + fresh, root + "/" + fresh + ".txt")
                : List.of(root + "/" + fresh + ".txt", root + "/" + fresh);
    }

    /** Files that are there, inside of the folders that the server stays in when it said so. */
    List<String> files(List<String> roots) {
        return plausible.places().files().stream()
                .filter(
                        file ->
                                roots.isEmpty()
                                        || roots.stream().anyMatch(r -> file.startsWith(r + "/")))
                .limit(4)
                .toList();
    }

    /** A file with such an ending, there already where we have one. */
    String file(String ending) {
        List<String> roots = experience.roots();
        return plausible.places().files().stream()
                .filter(file -> file.endsWith("." + ending))
                .filter(f -> roots.isEmpty() || roots.stream().anyMatch(r -> f.startsWith(r + "/")))
                .findFirst()
                .orElseGet(
                        () ->
                                (roots.isEmpty() ? plausible.places().work() : roots.getFirst())
                                        + "/"
                                        + fresh
                                        + "."
                                        + ending);
    }

    /** A folder that is not there yet, inside of one that is. */
    String unmade() {
        List<String> roots = experience.roots();
        return fresh(roots.isEmpty() ? plausible.places().work() : roots.getFirst(), true)
                .getFirst();
    }

    /** A text in some format, or where such a text is found for a parameter that says where. */
    String formed(String name, JsonNode value, String text) {
        Set<String> words = ByName.words(name);
        if (any(words, "url", "uri", "link", "href", "urls", "proxy", "webhook")) {
            return "https://" + plausible.web().host() + Formats.address(text);
        }
        return value.asString("").startsWith("/") ? value.asString() : text;
    }

    String fresh() {
        return fresh;
    }

    private void sql(Set<String> shapes, Set<String> words, Set<String> deeds, String description) {
        boolean speaks =
                any(words, "sql", "statement")
                        || (any(words, "query", "queries")
                                && (description.matches("(?s).*\\b(SQL|SELECT|INSERT|CREATE)\\b.*")
                                        || any(deeds, "sql", "query", "table", "db", "database")));
        String table = experience.values("table name").stream().findFirst().orElse("t_" + word);
        if (any(words, "table", "tables")) {
            shapes.addAll(experience.values("table name"));
            shapes.add("t_" + word);
            shapes.add("notes");
        }
        if (!speaks) {
            return;
        }
        String create = "CREATE TABLE IF NOT EXISTS t_" + word + " (id INTEGER, title TEXT)";
        List<String> writes =
                List.of(
                        "INSERT INTO " + table + " (id, title) VALUES (1, 'garden')",
                        "INSERT INTO t_" + word + " (id, title) VALUES (1, 'garden')",
                        create);
        List<String> reads = List.of("SELECT 1", "SELECT * FROM " + table, "SELECT 1 AS one");
        if (any(deeds, "create", "alter", "schema")) {
            shapes.add(create);
        } else if (any(
                deeds, "write", "insert", "update", "delete", "execute", "append", "mutate")) {
            shapes.addAll(writes);
        }
        shapes.addAll(reads);
        shapes.addAll(writes);
    }

    private void revisions(Set<String> shapes, Set<String> words, Set<String> deeds, boolean made) {
        boolean git = any(deeds, "git", "commit", "branch", "checkout", "repo", "diff", "merge");
        if (any(words, "branch", "branches")) {
            shapes.addAll(made ? List.of("topic-" + word) : List.of("main", "topic-" + word));
            shapes.addAll(List.of("local", "master"));
        }
        if (git && any(words, "revision", "commit", "commits", "ref", "target", "object", "sha")) {
            shapes.addAll(List.of("HEAD", "main", "HEAD~1"));
        }
    }

    /** Names that every registry has. */
    private static void packages(Set<String> shapes, Set<String> words, Set<String> deeds) {
        if (any(words, "name", "package") && any(deeds, "package", "packages", "npm", "pypi")) {
            shapes.addAll(List.of("left-pad", "requests", "express"));
        }
    }

    /** A repository that is there whatever the network says. */
    private void remotes(Set<String> shapes, Set<String> words, Set<String> deeds) {
        if (any(deeds, "clone") && any(words, "url", "repo", "repository", "remote")) {
            shapes.add("file://" + plausible.places().repository());
            shapes.add(plausible.places().repository());
        }
    }

    static boolean any(Set<String> words, String... wanted) {
        return Arrays.stream(wanted).anyMatch(words::contains);
    }
}
