package io.mcpsf.inspect.start;

import io.mcpsf.inspect.ArtifactFolder;
import io.mcpsf.inspect.BadCommandException;
import io.mcpsf.inspect.CommandLine;
import io.mcpsf.json.Json;
import io.mcpsf.model.Demand;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files that exist to say how a server is started. */
final class Configurations {

    private static final YAMLMapper YAML = new YAMLMapper();
    private static final int LARGEST = 1 << 17;
    private static final List<String> CLIENTS =
            List.of("mcp.json", ".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json");
    private static final Pattern QUOTED =
            Pattern.compile("[\"'`]([^\"'`\\n]{0,300})[\"'`]|config\\.(\\w{1,60})");
    private static final Pattern COMMAND =
            Pattern.compile("command[\"']?\\s*:\\s*[\"'`]([^\"'`]{1,100})[\"'`]");
    private static final Pattern ARGS = Pattern.compile("args[\"']?\\s*:\\s*\\[([^\\]]{0,2000})]");
    private static final Pattern ENV =
            Pattern.compile(
                    "[\"']?([A-Z][A-Z0-9_]{2,60})[\"']?\\s*:\\s*(?:String\\()?(config\\.\\w{1,60}|[\"'`][^\"'`]{0,200}[\"'`])");
    private static final Pattern DOCKER =
            Pattern.compile("(?mi)^\\s*(ENTRYPOINT|CMD)\\s+(.{1,500})$");

    private final ArtifactFolder folder;
    private final String base;

    /** {@code base} is empty or ends with a slash. */
    Configurations(ArtifactFolder folder, String base) {
        this.folder = folder;
        this.base = base;
    }

    List<Recipe> recipes() {
        List<Recipe> found = new ArrayList<>();
        json("server.json").ifPresent(node -> found.addAll(ServerJson.recipes(node)));
        json("manifest.json").ifPresent(node -> manifest(node, found));
        smithery(found);
        for (String name : CLIENTS) {
            json(name).ifPresent(node -> found.addAll(Snippets.inJson(node, name)));
        }
        docker(found);
        return found;
    }

    private java.util.Optional<JsonNode> json(String name) {
        String text = folder.text(base + name);
        return text.isEmpty() ? java.util.Optional.empty() : LooseJson.read(text);
    }

    /** A bundle for desktop clients: its values are asked from the user under names. */
    private static void manifest(JsonNode node, List<Recipe> found) {
        JsonNode config = node.path("server").path("mcp_config");
        if (!config.path("command").isString()) {
            return;
        }
        JsonNode asked = node.path("user_config");
        List<String> words = new ArrayList<>();
        words.add(config.path("command").asString(""));
        config.path("args").forEach(word -> words.add(blank(word.asString(""), asked)));
        Map<String, String> env = new LinkedHashMap<>();
        for (var entry : config.path("env").properties()) {
            String value = blank(entry.getValue().asString(""), asked);
            if (!value.isEmpty()) {
                env.put(entry.getKey(), value);
            }
        }
        words.removeIf(String::isEmpty);
        found.add(new Recipe(words, env, "manifest.json"));
    }

    /** The default of a value, a blank that says its type, or nothing when it is optional. */
    private static String blank(String word, JsonNode asked) {
        String plain = word.replaceFirst("^\\$\\{__dirname}[/\\\\]?", "");
        Matcher matcher = Pattern.compile("\\$\\{user_config\\.(\\w{1,60})}").matcher(plain);
        if (!matcher.find()) {
            return plain;
        }
        JsonNode one = asked.path(matcher.group(1));
        String usual = Snippets.plain(one, "default");
        if (!usual.isEmpty() && !usual.contains("${")) {
            return plain.replace(matcher.group(), usual);
        }
        boolean required = one.path("required").asBoolean(false);
        String type = Json.text(one, "type");
        String kind = type.equals("directory") ? "directory" : matcher.group(1);
        return required ? plain.replace(matcher.group(), "<" + kind + ">") : "";
    }

    private void smithery(List<Recipe> found) {
        String text = folder.text(base + "smithery.yaml");
        if (text.isEmpty() || text.length() > LARGEST) {
            return;
        }
        JsonNode start;
        try {
            start = YAML.readTree(text).path("startCommand");
        } catch (JacksonException e) {
            return;
        }
        String function = Json.text(start, "commandFunction");
        Matcher command = COMMAND.matcher(function);
        if (!command.find()) {
            return;
        }
        JsonNode schema = start.path("configSchema");
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asString("")));
        List<String> words = new ArrayList<>();
        words.add(command.group(1));
        Matcher args = ARGS.matcher(function);
        if (args.find()) {
            Matcher each = QUOTED.matcher(args.group(1));
            while (each.find()) {
                words.add(each.group(1) == null ? "<" + each.group(2) + ">" : each.group(1));
            }
        }
        found.add(new Recipe(words, Map.of(), "smithery.yaml", smitheryEnv(function, required), 0));
    }

    private static Recipe.Declared smitheryEnv(String function, List<String> required) {
        List<Demand> must = new ArrayList<>();
        List<Demand> may = new ArrayList<>();
        Matcher env = ENV.matcher(function);
        while (env.find()) {
            String value = env.group(2);
            boolean asked = value.startsWith("config.");
            Demand demand = Guess.variable(env.group(1), "", "smithery.yaml");
            (asked && required.contains(value.substring(7)) ? must : may).add(demand);
        }
        return new Recipe.Declared(must, may);
    }

    /** The last of each counts, as for the builder of images. */
    private void docker(List<Recipe> found) {
        Matcher matcher = DOCKER.matcher(folder.text(base + "Dockerfile"));
        List<String> entry = List.of();
        List<String> command = List.of();
        while (matcher.find()) {
            if (matcher.group(1).equalsIgnoreCase("CMD")) {
                command = words(matcher.group(2));
            } else {
                entry = words(matcher.group(2));
                command = List.of();
            }
        }
        List<String> all = new ArrayList<>(entry);
        all.addAll(command);
        if (!all.isEmpty()) {
            found.add(new Recipe(all, Map.of(), "Dockerfile"));
        }
    }

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        if (line.strip().startsWith("[")) {
            LooseJson.read("{\"a\":" + line.strip() + "}")
                    .ifPresent(node -> node.path("a").forEach(w -> words.add(w.asString(""))));
            return words;
        }
        try {
            return CommandLine.parse(line);
        } catch (BadCommandException needsShell) {
            return words;
        }
    }
}
