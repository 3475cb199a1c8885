package io.mcpsf.discover;

import io.mcpsf.discover.ConfiguredServer.Issue;
import io.mcpsf.discover.ConfiguredServer.Level;
import io.mcpsf.discover.ConfiguredServer.Place;
import io.mcpsf.discover.ConfiguredServer.Scope;
import io.mcpsf.discover.KnownClients.Client;
import io.mcpsf.json.BadJsonException;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every server that the clients of some homes and projects have configured. Files are read, nothing
 * is started; a file that can't be read is told, not skipped.
 */
public final class Discovery {

    private static final int MAX_SERVERS = 2_000;

    private final List<ConfiguredServer> servers = new ArrayList<>();
    private final List<Unreadable> unreadable = new ArrayList<>();
    private final Set<String> seen = new LinkedHashSet<>();
    private final Set<Path> projects = new LinkedHashSet<>();

    private Discovery() {}

    /** Where to look. {@code variables} count for the home of who asks, never for another's. */
    public record Where(
            List<Path> homes, List<Path> projects, Map<String, String> variables, boolean managed) {
        public Where {
            homes = List.copyOf(homes);
            projects = List.copyOf(projects);
            variables = Map.copyOf(variables);
        }
    }

    /** A file that is there and could not be read. */
    public record Unreadable(Path file, String why) {}

    /** What was found. */
    public record Found(List<ConfiguredServer> servers, List<Unreadable> unreadable) {
        public Found {
            servers = List.copyOf(servers);
            unreadable = List.copyOf(unreadable);
        }
    }

    public static Found look(Where where) {
        var discovery = new Discovery();
        List<Client> clients = KnownClients.read();
        discovery.projects.addAll(where.projects());
        for (Path home : where.homes()) {
            clients.forEach(client -> discovery.home(client, home, where));
        }
        // Homes first: they say which projects were opened.
        for (Path project : List.copyOf(discovery.projects)) {
            clients.forEach(client -> discovery.files(client, Scope.PROJECT, project, project));
        }
        if (where.managed()) {
            Path root = Path.of("/");
            clients.forEach(client -> discovery.files(client, Scope.MANAGED, root, root));
        }
        return new Found(discovery.sameNames(), discovery.unreadable);
    }

    private void home(Client client, Path home, Where where) {
        boolean own = where.homes().size() == 1;
        Path config =
                own && where.variables().containsKey("XDG_CONFIG_HOME")
                        ? Path.of(where.variables().getOrDefault("XDG_CONFIG_HOME", ""))
                        : home.resolve(".config");
        files(client, Scope.USER, home, config);
        files(client, Scope.PLUGIN, home, config);
        files(client, Scope.USER, home, home.resolve("Library/Application Support"));
        if (own) {
            client.variables()
                    .forEach(
                            (variable, file) -> {
                                String folder = where.variables().getOrDefault(variable, "");
                                if (!folder.isEmpty()) {
                                    FilePattern.match(Path.of(folder), file)
                                            .forEach(path -> file(client, Scope.USER, path));
                                }
                            });
        }
    }

    private void files(Client client, Scope scope, Path base, Path config) {
        for (String pattern : client.files().getOrDefault(scope, List.of())) {
            boolean inConfig = pattern.startsWith("$CONFIG/");
            String below = pattern.replaceFirst("^(\\$CONFIG|~)/", "");
            FilePattern.match(inConfig ? config : base, below)
                    .forEach(path -> file(client, scope, path));
        }
    }

    private void file(Client client, Scope scope, Path file) {
        var place = new Place(client.name(), scope, file, List.of());
        if (!seen.add(client.name() + " " + file) || servers.size() >= MAX_SERVERS) {
            return;
        }
        JsonNode tree;
        try {
            tree = ConfigText.read(file);
        } catch (BadJsonException e) {
            unreadable.add(new Unreadable(file, String.valueOf(e.getMessage())));
            return;
        }
        for (String key : client.keys()) {
            if (entries(place, tree, key)) {
                break;
            }
        }
        client.more().forEach(key -> entries(place, tree, key));
    }

    /** Whether there was something under the key. */
    private boolean entries(Place place, JsonNode tree, String key) {
        if (key.endsWith("!")) {
            String way = key.substring(0, key.length() - 1);
            JsonNode one = down(tree, way);
            String name = tree.path("name").asString("extension");
            EntryReader.read(place.below(way.split("/")), name, one).ifPresent(servers::add);
            return !one.isMissingNode();
        }
        if (key.endsWith("[]")) {
            String way = key.substring(0, key.length() - 2);
            JsonNode list = down(tree, way);
            for (int i = 0; i < list.size(); i++) {
                String name = list.get(i).path("name").asString("unnamed");
                Place own = place.below(way.split("/")).below(Integer.toString(i));
                EntryReader.read(own, name, list.get(i)).ifPresent(servers::add);
            }
            return list.isArray();
        }
        int star = key.indexOf("/*/");
        if (star > 0) {
            String way = key.substring(0, star);
            for (var project : down(tree, way).properties()) {
                if (project.getKey().startsWith("/")) {
                    projects.add(Path.of(project.getKey()));
                }
                var own =
                        new Place(place.client(), Scope.PROJECT, place.file(), List.of())
                                .below(way.split("/"))
                                .below(project.getKey());
                String rest = key.substring(star + 3);
                map(own.below(rest.split("/")), down(project.getValue(), rest));
            }
            return true;
        }
        JsonNode entries = down(tree, key);
        map(place.below(key.split("/")), entries);
        return entries.isObject();
    }

    private void map(Place place, JsonNode entries) {
        for (var entry : entries.properties()) {
            if (servers.size() < MAX_SERVERS) {
                EntryReader.read(place.below(entry.getKey()), entry.getKey(), entry.getValue())
                        .ifPresent(servers::add);
            }
        }
    }

    private static JsonNode down(JsonNode tree, String key) {
        JsonNode node = tree;
        for (String part : key.split("/")) {
            node = node.path(part);
        }
        return node;
    }

    /** One name for two different commands: a model and a person take one for the other. */
    private List<ConfiguredServer> sameNames() {
        var commands = new LinkedHashMap<String, Set<String>>();
        servers.forEach(
                server ->
                        commands.computeIfAbsent(server.name(), name -> new LinkedHashSet<>())
                                .add(
                                        server.launch().command()
                                                + server.launch().args()
                                                + server.launch().url()));
        return servers.stream()
                .map(
                        server ->
                                commands.getOrDefault(server.name(), Set.of()).size() < 2
                                        ? server
                                        : server.with(
                                                List.of(
                                                        new Issue(
                                                                "duplicate-name",
                                                                Level.LOW,
                                                                "another entry with this name"
                                                                    + " starts something else"))))
                .toList();
    }
}
