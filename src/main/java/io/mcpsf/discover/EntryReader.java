package io.mcpsf.discover;

import io.mcpsf.discover.ConfiguredServer.Launch;
import io.mcpsf.discover.ConfiguredServer.Place;
import io.mcpsf.discover.ConfiguredServer.Transport;
import io.mcpsf.json.Json;
import io.mcpsf.text.ShellWords;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One entry of a client's file, in whichever of the clients' forms it is written. */
final class EntryReader {

    private static final int MAX_ARGUMENTS = 500;
    static final List<String> ADDRESSES = List.of("url", "serverUrl", "httpUrl", "uri");

    private EntryReader() {}

    /** Empty when it is no server: a client's own extension, a stray value. */
    static Optional<ConfiguredServer> read(Place place, String name, JsonNode entry) {
        if (!entry.isObject()) {
            return Optional.empty();
        }
        List<String> command = command(entry);
        String url =
                ADDRESSES.stream()
                        .map(key -> Json.text(entry, key))
                        .filter(u -> !u.isEmpty())
                        .findFirst()
                        .orElse("");
        if (command.isEmpty() && url.isEmpty()) {
            return Optional.empty();
        }
        boolean remote = command.isEmpty();
        var launch =
                new Launch(
                        remote ? remote(entry) : Transport.STDIO,
                        remote ? "" : command.getFirst(),
                        remote
                                ? List.of()
                                : Redaction.arguments(command.subList(1, command.size())),
                        remote ? Redaction.address(url) : "");
        var server =
                new ConfiguredServer(
                        place,
                        name,
                        launch,
                        remote ? Redaction.address(url) : EntrySource.of(command),
                        disabled(entry),
                        List.of());
        return Optional.of(server.with(EntryIssues.of(server, entry, command, url)));
    }

    /** The whole command line: a word and its arguments, one array, an object, or one string. */
    private static List<String> command(JsonNode entry) {
        JsonNode command = entry.has("command") ? entry.path("command") : entry.path("cmd");
        var words = new ArrayList<String>();
        if (command.isString()) {
            words.add(command.asString());
        } else if (command.isArray()) {
            words.addAll(words(command));
        } else if (command.isObject()) {
            words.add(Json.text(command, "path"));
            words.addAll(words(command.path("args")));
        }
        words.addAll(words(entry.path("args")));
        words.removeIf(String::isEmpty);
        return words.size() > MAX_ARGUMENTS ? words.subList(0, MAX_ARGUMENTS) : words;
    }

    private static List<String> words(JsonNode list) {
        if (list.isString()) {
            try {
                return ShellWords.split(list.asString());
            } catch (IllegalArgumentException e) {
                return List.of(list.asString());
            }
        }
        var words = new ArrayList<String>();
        list.forEach(word -> words.add(word.asString("")));
        return words;
    }

    private static Transport remote(JsonNode entry) {
        String type =
                (Json.text(entry, "type") + Json.text(entry, "transport")).toLowerCase(Locale.ROOT);
        if (type.contains("sse")) {
            return Transport.SSE;
        }
        boolean bare = type.isEmpty() && entry.has("url") && entry.has("trust");
        return bare ? Transport.SSE : Transport.HTTP;
    }

    private static boolean disabled(JsonNode entry) {
        return entry.path("disabled").asBoolean(false) || !entry.path("enabled").asBoolean(true);
    }
}
