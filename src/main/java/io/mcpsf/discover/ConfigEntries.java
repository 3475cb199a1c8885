package io.mcpsf.discover;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.json.Jsonc;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The servers in one file or text that the user points at, whichever client it was written for. A
 * text may also be a single entry. {@link BadJsonException} when it can't be read.
 */
public final class ConfigEntries {

    /** What a single entry without a name is called. */
    private static final String UNNAMED = "server";

    private final ConfigEdit edit;
    private final Map<String, List<String>> places = new LinkedHashMap<>();
    private final Map<String, String> addresses = new LinkedHashMap<>();

    private ConfigEntries(ConfigEdit edit) {
        this.edit = edit;
    }

    public static ConfigEntries file(Path file) {
        String name = String.valueOf(file.getFileName());
        var entries = new ConfigEntries(ConfigEdit.of(name, ConfigText.text(file)));
        entries.read(ConfigText.read(file));
        return entries;
    }

    /** JSON as it stands in a client's file: the whole, the map of servers, or one entry. */
    public static ConfigEntries text(String json) {
        var entries = new ConfigEntries(ConfigEdit.of("text.json", json));
        entries.read(Jsonc.read(json));
        return entries;
    }

    /** The names of the servers, in the order of the file. */
    public List<String> names() {
        return List.copyOf(places.keySet());
    }

    /** The address of a server that runs elsewhere; empty for one that is started. */
    public String address(String name) {
        return addresses.getOrDefault(name, "");
    }

    /** The command that starts it, with decoys in the place of secrets; empty for an address. */
    public List<String> command(String name, RandomGenerator chance) {
        return DecoySetup.command(edit, at(name), chance);
    }

    /** Its variables, with decoys in the place of secrets. */
    public Map<String, String> variables(String name, RandomGenerator chance) {
        return DecoySetup.environment(edit.entry(at(name)), chance);
    }

    private List<String> at(String name) {
        return places.getOrDefault(name, List.of("")); // No entry has an empty name.
    }

    private void read(JsonNode tree) {
        if (take(UNNAMED, tree, List.of())) {
            return;
        }
        for (String key : KnownClients.read().stream().flatMap(c -> c.keys().stream()).toList()) {
            if (key.matches("[\\w./-]+")) {
                children(List.of(key.split("/")), tree);
            }
        }
        if (places.isEmpty()) {
            children(List.of(), tree);
        }
    }

    private void children(List<String> at, JsonNode tree) {
        JsonNode node = tree;
        for (String part : at) {
            node = node.path(part);
        }
        for (var entry : node.properties()) {
            var place = new ArrayList<>(at);
            place.add(entry.getKey());
            take(entry.getKey(), entry.getValue(), place);
        }
    }

    private boolean take(String name, JsonNode entry, List<String> at) {
        if (!entry.isObject()) {
            return false;
        }
        Optional<String> url =
                EntryReader.ADDRESSES.stream()
                        .map(key -> Json.text(entry, key))
                        .filter(text -> !text.isEmpty())
                        .findFirst();
        if (url.isEmpty() && edit.command(at).isEmpty()) {
            return false;
        }
        places.putIfAbsent(name, at);
        url.ifPresent(address -> addresses.putIfAbsent(name, address));
        return true;
    }
}
