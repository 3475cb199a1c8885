package io.mcpsf.store;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Assessments that a person wants to repeat by a short name: the words of the command line, one
 * file each, readable by its owner alone because words may hold credentials.
 */
public final class SavedWords {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

    private final Path folder;

    public SavedWords(Path folder) {
        this.folder = folder;
    }

    /** Where a user's own configuration lies, by the user's environment. */
    public static SavedWords of(Map<String, String> env) {
        return new SavedWords(UserPlaces.config(env).resolve("saved"));
    }

    /** One plain word, so that it cannot be taken for a path or a package of a scope. */
    public static boolean isName(String word) {
        return ID.matcher(word).matches();
    }

    public void save(String id, List<String> words) {
        if (!isName(id)) {
            throw new StoreException(
                    "A saved assessment is named with letters, digits, - and _: not " + id);
        }
        ObjectNode node = Json.object();
        words.forEach(node.putArray("words")::add);
        try {
            Files.createDirectories(folder);
            Path fresh =
                    Files.createTempFile(
                            folder,
                            ".new",
                            "",
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------")));
            Files.writeString(fresh, Json.pretty(node));
            Files.move(fresh, file(id), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new StoreException("Cannot save " + id + " in " + folder + ": " + e, e);
        }
    }

    public Optional<List<String>> find(String id) {
        if (!isName(id) || !Files.isRegularFile(file(id), LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            var words = new ArrayList<String>();
            for (JsonNode word : Json.read(Files.readString(file(id))).path("words")) {
                words.add(word.asString(""));
            }
            return Optional.of(words);
        } catch (IOException | BadJsonException e) {
            throw new StoreException("Cannot read " + file(id) + ": " + e.getMessage(), e);
        }
    }

    public List<String> ids() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".json"))
                    .map(name -> name.substring(0, name.length() - ".json".length()))
                    .filter(SavedWords::isName)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new StoreException("Cannot list " + folder + ": " + e, e);
        }
    }

    /** Whether there was one to delete. */
    public boolean delete(String id) {
        try {
            return isName(id) && Files.deleteIfExists(file(id));
        } catch (IOException e) {
            throw new StoreException("Cannot delete " + file(id) + ": " + e, e);
        }
    }

    private Path file(String id) {
        return folder.resolve(id + ".json");
    }
}
