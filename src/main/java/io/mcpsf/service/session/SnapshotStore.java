package io.mcpsf.service.session;

import io.mcpsf.os.Tarball;
import io.mcpsf.os.unpack.Unpack;
import io.mcpsf.run.code.CodeSession;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.storage.Blobs;
import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.Ids;
import io.mcpsf.service.storage.Row;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Files of sessions that outlive them: one archive for each snapshot, stored like reports. Links
 * that lead out of their place are not in it, and neither is memory.
 */
public final class SnapshotStore {

    private static final int MOST_OF_KEY = 100;

    private final Database database;
    private final Blobs blobs;
    private final Ids ids;

    public SnapshotStore(Database database, Blobs blobs, Ids ids) {
        this.database = database;
        this.blobs = blobs;
        this.ids = ids;
    }

    /** One as it is listed; bytes are those of the archive. */
    public record Snapshot(
            String id, String session, String team, String keyId, long bytes, long made) {}

    /** There are too many already. */
    public static final class TooManyException extends RuntimeException {
        TooManyException() {
            super("The key has %d snapshots; delete some.".formatted(MOST_OF_KEY));
        }
    }

    Snapshot keep(HeldSession session, Principal who, Path work) throws IOException {
        long own =
                database.read(
                        sql ->
                                sql.number(
                                        "SELECT count(*) FROM snapshots WHERE key_id = ?",
                                        who.keyId()));
        if (own >= MOST_OF_KEY) {
            throw new TooManyException();
        }
        Path tree = Files.createDirectory(work.resolve("tree"));
        session.session().snapshot(tree);
        Path file = work.resolve("snapshot");
        Tarball.write(tree, file);
        var made =
                new Snapshot(
                        ids.next(),
                        session.id(),
                        who.team(),
                        who.keyId(),
                        Files.size(file),
                        System.currentTimeMillis());
        // Bytes without a row are found by nobody; a row without bytes by everybody.
        blobs.put(name(made.id()), file);
        database.write(
                sql ->
                        sql.change(
                                "INSERT INTO snapshots (id, session, team, key_id, bytes, made)"
                                        + " VALUES (?, ?, ?, ?, ?, ?)",
                                made.id(),
                                made.session(),
                                made.team(),
                                made.keyId(),
                                made.bytes(),
                                made.made()));
        return made;
    }

    /** Its files below {@code work}, by the place that they belong to. */
    Map<String, Path> unpacked(Snapshot snapshot, Path work) throws IOException {
        Path file = work.resolve("snapshot");
        try (InputStream in = blobs.get(name(snapshot.id()))) {
            Files.copy(in, file);
        }
        Path tree = work.resolve("tree");
        // Our own archive, of a tree that was capped when it was taken; what is in it is hostile.
        var caps = new Unpack.Caps(300_000, Long.MAX_VALUE, 70, 4_096, Integer.MAX_VALUE);
        Unpack.into(file, tree, new Unpack.Manner(caps, Unpack.Links.INNER, 1));
        var places = new LinkedHashMap<String, Path>();
        CodeSession.places(tree)
                .forEach(
                        (place, folder) -> {
                            if (Files.isDirectory(folder)) {
                                places.put(place, folder);
                            }
                        });
        return places;
    }

    /** Newest first. */
    public List<Snapshot> list(Principal who) {
        String team = who.post().scope();
        String words =
                "SELECT * FROM snapshots WHERE (? = '' OR team = ?) ORDER BY id DESC LIMIT 1000";
        return database.read(sql -> sql.all(words, SnapshotStore::read, team, team));
    }

    /** What is another team's is not there. */
    public Optional<Snapshot> find(String hostileId, Principal who) {
        return !Ids.isId(hostileId)
                ? Optional.empty()
                : database.read(
                                sql ->
                                        sql.first(
                                                "SELECT * FROM snapshots WHERE id = ?",
                                                SnapshotStore::read,
                                                hostileId))
                        .filter(one -> who.sees(one.team()));
    }

    public void erase(Snapshot snapshot) throws IOException {
        blobs.deleteAll(name(snapshot.id()));
        database.write(sql -> sql.change("DELETE FROM snapshots WHERE id = ?", snapshot.id()));
    }

    private static String name(String id) {
        return "snapshots/" + id;
    }

    private static Snapshot read(Row row) throws SQLException {
        return new Snapshot(
                row.text("id"),
                row.text("session"),
                row.text("team"),
                row.text("key_id"),
                row.number("bytes"),
                row.number("made"));
    }
}
