package io.mcpsf.inspect.deps;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Files of the tree, read within bounds and never through a link. */
final class HostileFiles {

    /** No honest manifest is longer. */
    private static final int MANIFEST = 2 << 20;

    /** Lockfiles grow with the tree. */
    static final int LOCKFILE = 48 << 20;

    private static final int MOST_NAMES = 50_000;
    private static final int WORDS = 214;

    private HostileFiles() {}

    static byte[] bytes(Path file, int most) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return new byte[0];
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return in.readNBytes(most);
        } catch (IOException unreadable) {
            return new byte[0];
        }
    }

    static String text(Path file) {
        return new String(bytes(file, MANIFEST), StandardCharsets.UTF_8);
    }

    /** An empty object when there is no such file or it is no JSON. */
    static JsonNode json(Path file, int most) {
        try {
            byte[] bytes = bytes(file, most);
            JsonNode node = bytes.length == 0 ? Json.object() : Json.read(bytes);
            return node.isObject() ? node : Json.object();
        } catch (BadJsonException notJson) {
            return Json.object();
        }
    }

    static JsonNode manifest(Path folder) {
        return json(folder.resolve("package.json"), MANIFEST);
    }

    /** What a folder holds, sorted by name. */
    static List<Path> inside(Path folder) {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.limit(MOST_NAMES).sorted().toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    static String name(Path path) {
        Path last = path.getFileName();
        return last == null ? "" : last.toString();
    }

    static String capped(String hostile) {
        return hostile.length() > WORDS ? hostile.substring(0, WORDS) : hostile;
    }
}
