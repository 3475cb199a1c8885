package io.mcpsf.discover;

import io.mcpsf.discover.ConfiguredServer.Scope;
import io.mcpsf.json.Yaml;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The clients of {@code clients.yaml}. */
final class KnownClients {

    private KnownClients() {}

    /**
     * A client, its files by scope, and the keys under which servers stand. Of {@code keys} the
     * first that is there counts, of {@code more} all. {@code variables} name a folder that holds
     * the file instead.
     */
    record Client(
            String name,
            Map<Scope, List<String>> files,
            List<String> keys,
            List<String> more,
            Map<String, String> variables) {}

    static List<Client> read() {
        try (InputStream in = KnownClients.class.getResourceAsStream("clients.yaml")) {
            if (in == null) {
                throw new IllegalStateException("clients.yaml is not packaged");
            }
            var clients = new ArrayList<Client>();
            Yaml.read(in.readAllBytes()).forEach(node -> clients.add(client(node)));
            return clients;
        } catch (IOException e) {
            throw new UncheckedIOException("the packaged list of clients", e);
        }
    }

    private static Client client(JsonNode node) {
        var files = new EnumMap<Scope, List<String>>(Scope.class);
        for (Scope scope : Scope.values()) {
            files.put(scope, words(node.path(scope.name().toLowerCase(Locale.ROOT))));
        }
        var variables = new LinkedHashMap<String, String>();
        node.path("variable")
                .properties()
                .forEach(v -> variables.put(v.getKey(), v.getValue().asString()));
        return new Client(
                node.path("client").asString(),
                files,
                words(node.path("keys")),
                words(node.path("more")),
                variables);
    }

    private static List<String> words(JsonNode list) {
        var words = new ArrayList<String>();
        list.forEach(word -> words.add(word.asString()));
        return words;
    }
}
