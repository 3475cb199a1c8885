package io.mcpsf.service.job;

import io.mcpsf.os.Scratch;
import io.mcpsf.os.unpack.RefusedArchiveException;
import io.mcpsf.os.unpack.TopFolder;
import io.mcpsf.os.unpack.Unpack;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.storage.Blobs;
import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.Ids;
import io.mcpsf.service.storage.Row;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Folders that people sent as archives. Nothing in them is trusted or ever run outside a chamber.
 */
public final class Uploads {

    /** The word before the id in a source. */
    public static final String PREFIX = "upload:";

    /** Keeps the idempotency keys of uploads apart from those of jobs. */
    private static final String REPEAT = "upload ";

    private static final Duration KEPT = Duration.ofDays(1);

    /** A server's own code; what it depends on is installed in the chamber. */
    private static final Unpack.Manner MANNER =
            new Unpack.Manner(
                    new Unpack.Caps(50_000, 512L << 20, 64, 1024, 200), Unpack.Links.INNER, 0);

    private final Database database;
    private final Blobs blobs;
    private final Ids ids;
    private final InstantSource clock;

    public Uploads(Database database, Blobs blobs, Ids ids, InstantSource clock) {
        this.database = database;
        this.blobs = blobs;
        this.ids = ids;
        this.clock = clock;
    }

    /** One of them. */
    public record Upload(String id, Owner owner, String name, Content content, long expires) {
        public String source() {
            return PREFIX + id;
        }
    }

    /** Whose it is. */
    public record Owner(String keyId, String team) {}

    /** Its bytes; {@code entries} is how many files and folders are in it. */
    public record Content(long bytes, String sha256, long entries) {}

    /** What was kept now, or was already. */
    public record Kept(Upload upload, boolean again) {}

    /** Another archive came under the same idempotency key. */
    public static final class MismatchException extends RuntimeException {
        MismatchException() {
            super("This Idempotency-Key was used before with a different archive.");
        }
    }

    /**
     * Keeps an archive, after unpacking it once to see that it can be: a {@link
     * RefusedArchiveException} says why not.
     */
    public Kept keep(Path archive, String name, String sha256, Principal who, String word)
            throws IOException {
        Optional<Upload> before = before(name, sha256, who, word);
        if (before.isPresent()) {
            return new Kept(before.get(), true);
        }
        long entries = entries(archive);
        String id = ids.next();
        long now = clock.millis();
        blobs.put(blob(id), archive);
        var upload =
                new Upload(
                        id,
                        new Owner(who.keyId(), who.team()),
                        name,
                        new Content(Files.size(archive), sha256, entries),
                        now + KEPT.toMillis());
        database.write(
                sql -> {
                    if (!word.isEmpty()) {
                        sql.change(
                                "INSERT INTO repeats VALUES (?, ?, ?, ?, ?) ON CONFLICT (key_id,"
                                        + " word) DO UPDATE SET made = excluded.made",
                                who.keyId(),
                                REPEAT + word,
                                name + " " + sha256,
                                id,
                                now);
                    }
                    return sql.change(
                            "INSERT INTO uploads VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            id,
                            who.keyId(),
                            name,
                            blob(id),
                            upload.content().bytes(),
                            sha256,
                            entries,
                            now,
                            upload.expires(),
                            who.team());
                });
        return new Kept(upload, false);
    }

    private Optional<Upload> before(String name, String sha256, Principal who, String word) {
        if (word.isEmpty()) {
            return Optional.empty();
        }
        record Before(String digest, String made) {}
        Optional<Before> before =
                database.read(
                        sql ->
                                sql.first(
                                        "SELECT digest, made FROM repeats WHERE key_id = ? AND word"
                                                + " = ?",
                                        row -> new Before(row.text("digest"), row.text("made")),
                                        who.keyId(),
                                        REPEAT + word));
        if (before.isPresent() && !before.get().digest().equals(name + " " + sha256)) {
            throw new MismatchException();
        }
        return before.flatMap(b -> find(b.made()));
    }

    private static long entries(Path archive) throws IOException {
        try (var scratch = Scratch.make()) {
            Unpack.Unpacked unpacked = Unpack.into(archive, scratch.path().resolve("t"), MANNER);
            if (unpacked.files() == 0) {
                throw new RefusedArchiveException("it contains no files");
            }
            return unpacked.files() + unpacked.folders();
        }
    }

    public Optional<Upload> find(String id) {
        return database.read(
                sql -> sql.first("SELECT * FROM uploads WHERE id = ?", Uploads::read, id));
    }

    /**
     * Unpacks one below a folder, under its own name. A folder that holds all the rest is only its
     * wrapping, as with an archive on the command line.
     */
    public Path unpack(Upload upload, Path below) throws IOException {
        Path archive = Files.createTempFile(below, "archive-", "");
        try (InputStream in = blobs.get(blob(upload.id()))) {
            Files.copy(in, archive, StandardCopyOption.REPLACE_EXISTING);
        }
        Path wrapped = Files.createTempDirectory(below, "wrapped-");
        Unpack.into(archive, wrapped, MANNER);
        Files.delete(archive);
        Optional<Path> content = TopFolder.of(wrapped);
        Path folder = below.resolve(upload.name());
        Files.move(content.orElse(wrapped), folder);
        Files.deleteIfExists(wrapped);
        // A folder of ours is closed to all but us, and in a chamber nobody is us.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }

    static String blob(String id) {
        return "uploads/" + id;
    }

    private static Upload read(Row row) throws SQLException {
        return new Upload(
                row.text("id"),
                new Owner(row.text("key_id"), row.text("team")),
                row.text("name"),
                new Content(row.number("bytes"), row.text("sha256"), row.number("entries")),
                row.number("expires"));
    }
}
