package io.mcpsf.agent;

import io.mcpsf.json.Json;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.store.CaseStore;
import io.mcpsf.store.StoreException;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The cases of this server, as the tools name them and as resources. No other file is reached. */
final class KeptCases {

    private static final Pattern ADDRESS =
            Pattern.compile("mcpsf://case/([0-9]{8}-[0-9]{6}-[a-z0-9._-]{1,60})/([a-z]+\\.[a-z]+)");
    private static final Map<String, String> FILES =
            Map.of(
                    "report.json", "application/json",
                    "report.md", "text/markdown",
                    "report.sarif", "application/sarif+json",
                    "execution.json", "application/json");
    private static final int MOST_CASES = 50;
    private static final int MOST_BYTES = 4 << 20;

    private final Path output;
    private final CaseStore store;

    KeptCases(Path output) {
        this.output = output;
        this.store = new CaseStore(output, InstantSource.system(), new SecureRandom());
    }

    /** By its id, or the newest one. */
    CaseFolder find(String id) {
        boolean known = id.equals(CaseStore.LATEST) || store.ids().contains(id);
        try {
            if (known) {
                return store.find(id);
            }
        } catch (StoreException e) {
            throw new BadArgumentException("this case cannot be read");
        }
        throw new BadArgumentException("unknown case; use the id that assess returned, or latest");
    }

    ArrayNode list() {
        ArrayNode resources = Json.array();
        store.ids().stream()
                .limit(MOST_CASES)
                .forEach(
                        id ->
                                List.of("report.md", "report.json", "execution.json").stream()
                                        .filter(name -> file(id, name).isPresent())
                                        .forEach(name -> resources.add(resource(id, name))));
        return resources;
    }

    ArrayNode templates() {
        ArrayNode templates = Json.array();
        templates
                .addObject()
                .put("uriTemplate", "mcpsf://case/{id}/report.md")
                .put("name", "report")
                .put("description", "The report of an assessment. It quotes the assessed server.")
                .put("mimeType", "text/markdown");
        return templates;
    }

    /** The content; empty when there is no such resource. */
    Optional<ObjectNode> read(String uri, String mark) {
        Matcher address = ADDRESS.matcher(uri);
        if (!address.matches() || !FILES.containsKey(address.group(2))) {
            return Optional.empty();
        }
        String name = address.group(2);
        return file(address.group(1), name).flatMap(file -> content(uri, name, file, mark));
    }

    private static Optional<ObjectNode> content(String uri, String name, Path file, String mark) {
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                return Optional.empty();
            }
            String text = new String(bytes, StandardCharsets.UTF_8);
            ObjectNode content =
                    Json.object()
                            .put("uri", uri)
                            .put("mimeType", FILES.getOrDefault(name, "text/plain"))
                            .put(
                                    "text",
                                    name.endsWith(".md") ? Untrusted.marked(text, mark) : text);
            content.putObject("_meta").put("mcpsf/untrusted", true);
            return Optional.of(content);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private ObjectNode resource(String id, String name) {
        return Json.object()
                .put("uri", "mcpsf://case/" + id + "/" + name)
                .put("name", id + "/" + name)
                .put("description", "Holds words of the assessed server or the executed code.")
                .put("mimeType", FILES.getOrDefault(name, "text/plain"));
    }

    private Optional<Path> file(String id, String name) {
        return Optional.of(output.resolve(id).resolve(name))
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS));
    }
}
