package io.mcpsf.run.tools;

import io.mcpsf.exec.tools.ToolFiles;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.os.Trees;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.store.UserPlaces;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/**
 * A folder with the servers that a user has added: a list of them that code never sees, and a
 * folder of functions for each, which it does.
 */
public final class ServerFolder {

    private static final String LIST = "servers.json";
    private static final int LARGEST = 16 << 20;

    private final Path folder;

    public ServerFolder(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    /** Whether servers were ever added here; a plain folder of modules is none. */
    public boolean known() {
        return Files.exists(folder.resolve(LIST));
    }

    public Path path() {
        return folder;
    }

    public List<AddedServer> list() {
        return all().properties().stream()
                .map(one -> AddedServer.of(one.getKey(), one.getValue()))
                .toList();
    }

    /** Writes the functions of a server and keeps how it starts, in the place of an earlier one. */
    void add(AddedServer server, List<JsonNode> hostileTools) {
        try {
            Files.createDirectories(folder);
            for (String shared : ToolFiles.SHARED) {
                Files.writeString(folder.resolve(shared), ToolFiles.shared(shared));
            }
            Path home = folder.resolve(server.name());
            Trees.delete(home);
            Files.createDirectory(home);
            for (Map.Entry<String, String> file :
                    ToolFiles.of(server.name(), hostileTools).entrySet()) {
                Files.writeString(home.resolve(file.getKey()), file.getValue());
            }
            ObjectNode all = all();
            all.set(server.name(), server.with(hostileTools).json());
            save(all);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + folder, e);
        }
    }

    /** Whether there was one. */
    public boolean remove(String name) {
        ObjectNode all = all();
        if (all.remove(name) == null) {
            return false;
        }
        try {
            save(all);
            Trees.delete(folder.resolve(name));
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + folder, e);
        }
    }

    /** A copy of everything but the list, to be shown to code. */
    Path shown(Path work) throws IOException {
        Path copy = Files.createDirectory(work.resolve("servers"));
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String shared : ToolFiles.SHARED) {
            Files.copy(folder.resolve(shared), copy.resolve(shared));
        }
        for (AddedServer server : list()) {
            Path to = Files.createDirectory(copy.resolve(server.name()));
            Path from = folder.resolve(server.name());
            try (var files = Files.newDirectoryStream(from, Files::isRegularFile)) {
                for (Path file : files) {
                    Files.copy(file, to.resolve(from.relativize(file)));
                }
            }
        }
        return copy;
    }

    /** What it says is started in the user's name, so it must be the user's own word. */
    private ObjectNode all() {
        Path list = folder.resolve(LIST);
        if (!Files.exists(list)) {
            return Json.object();
        }
        if (!UserPlaces.usersWord(list)) {
            throw new UsageException(
                    list + " may be somebody else's",
                    "it says what is started, and others can write it",
                    "own it and its folder, and chmod 600 it");
        }
        try (var in = Files.newInputStream(list)) {
            if (Json.read(in.readNBytes(LARGEST)) instanceof ObjectNode all) {
                return all;
            }
        } catch (IOException | BadJsonException e) {
            throw new IllegalStateException(list + " cannot be read", e);
        }
        throw new IllegalStateException(list + " cannot be read");
    }

    private void save(ObjectNode all) throws IOException {
        Path fresh = folder.resolve("." + LIST + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(
                fresh,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(fresh, Json.pretty(all));
        Files.move(fresh, folder.resolve(LIST), StandardCopyOption.ATOMIC_MOVE);
    }
}
