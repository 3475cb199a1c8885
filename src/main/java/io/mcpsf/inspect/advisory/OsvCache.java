package io.mcpsf.inspect.advisory;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;

/** What the service answered before, with the time of it. A cache that fails is only slow. */
final class OsvCache {

    private static final Duration FRESH = Duration.ofHours(12);
    private static final int LARGEST = 16 << 20;

    private final Path folder;
    private final InstantSource clock;

    OsvCache(Path folder, InstantSource clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** The ids for a package, when they were asked for not long ago. */
    Optional<JsonNode> ids(String purl) {
        return read(query(purl)).filter(this::fresh).map(node -> node.path("vulns"));
    }

    void keepIds(String purl, JsonNode vulns) {
        var node = Json.object().put("at", clock.instant().toString()).put("purl", purl);
        node.set("vulns", vulns);
        write(query(purl), node);
    }

    /** A record, when it has not changed since. */
    Optional<JsonNode> record(String id, String modified) {
        return record(id)
                .flatMap(OsvCache::read)
                .filter(node -> modified.isEmpty() || Json.text(node, "modified").equals(modified));
    }

    void keepRecord(String id, JsonNode record) {
        record(id).ifPresent(file -> write(file, record));
    }

    private Path query(String purl) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(purl.getBytes(StandardCharsets.UTF_8));
            return folder.resolve("queries").resolve(HexFormat.of().formatHex(digest) + ".json");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private Optional<Path> record(String id) {
        return id.matches("[A-Za-z0-9][A-Za-z0-9-]{0,100}")
                ? Optional.of(folder.resolve("vulns").resolve(id + ".json"))
                : Optional.empty();
    }

    private boolean fresh(JsonNode node) {
        try {
            Instant at = Instant.parse(Json.text(node, "at"));
            return Duration.between(at, clock.instant()).compareTo(FRESH) < 0;
        } catch (DateTimeException damaged) {
            return false;
        }
    }

    private static Optional<JsonNode> read(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Optional.of(Json.read(in.readNBytes(LARGEST)));
        } catch (IOException | BadJsonException damaged) {
            return Optional.empty();
        }
    }

    private static void write(Path file, JsonNode node) {
        try {
            Path parent = file.getParent();
            Files.createDirectories(parent);
            Path part = Files.createTempFile(parent, "part", "");
            Files.write(part, Json.bytes(node));
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // Asked again next time, then.
            return;
        }
    }
}
