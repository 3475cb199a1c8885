package io.mcpsf.service.access;

import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.Digests;
import io.mcpsf.service.storage.Ids;
import io.mcpsf.service.storage.Row;
import io.mcpsf.service.storage.Sql;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The keys and the sessions opened with them. A secret has 160 random bits, so its plain digest is
 * as good as a slow one; it is shown when it is made and kept nowhere.
 */
public final class Keys {

    private static final Pattern FORM = Pattern.compile("mcpsf_([0-9a-z]{12})_([0-9a-z]{32})");
    private static final Duration SESSION = Duration.ofHours(12);

    /** How long another process may take to notice that a key was revoked. */
    private static final long MEMORY_MILLIS = 1_000;

    private static final int MOST_REMEMBERED = 10_000;
    private static final long MINUTE = 60_000;

    private final Database database;
    private final Ids ids;
    private final InstantSource clock;
    private final Map<String, Remembered> memory = new ConcurrentHashMap<>();
    private final Map<String, Long> uses = new ConcurrentHashMap<>();
    private volatile Remembered anyKey = new Remembered(Optional.empty(), 0);

    private record Remembered(Optional<Key> key, long until) {}

    public Keys(Database database, Ids ids, InstantSource clock) {
        this.database = database;
        this.ids = ids;
        this.clock = clock;
    }

    /** A key as it was just made, with the one sight of its secret. */
    public record Made(Key key, String secret) {}

    /** The first key must be able to make the others. */
    public static final class FirstKeyException extends RuntimeException {
        FirstKeyException() {
            super("the first key must have the role admin");
        }
    }

    /** Somebody must stay who can make keys. */
    public static final class LastAdminException extends RuntimeException {
        LastAdminException() {
            super("the last admin key cannot be revoked");
        }
    }

    /** One of the team of whoever names none. */
    public Made make(String name, Role role, KeyLimits limits, long expires) {
        return make(name, Post.of(role), limits, expires);
    }

    public Made make(String name, Post post, KeyLimits limits, long expires) {
        String id = ids.chance(12);
        String secret = "mcpsf_" + id + "_" + ids.chance(32);
        var key =
                new Key(
                        id,
                        name,
                        post,
                        limits,
                        new Key.Times(clock.millis(), expires, 0, 0),
                        Digests.sha256(secret));
        database.write(
                sql -> {
                    if (!post.role().reaches(Role.ADMIN)
                            && sql.number("SELECT count(*) FROM access_keys") == 0) {
                        throw new FirstKeyException();
                    }
                    return sql.change(
                            "INSERT INTO access_keys VALUES (?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?)",
                            id,
                            name,
                            post.role(),
                            key.hash(),
                            key.times().created(),
                            expires,
                            limits.perMinute(),
                            limits.jobsAtOnce(),
                            limits.jobsPerDay(),
                            post.team());
                });
        forget();
        return new Made(key, secret);
    }

    /** Whether there is any key that was ever made: from then on one is needed. */
    public boolean any() {
        long now = clock.millis();
        Remembered known = anyKey;
        if (known.key().isPresent() || known.until() > now) {
            return known.key().isPresent();
        }
        Optional<Key> first =
                database.read(sql -> sql.first("SELECT * FROM access_keys LIMIT 1", Keys::key));
        anyKey = new Remembered(first, now + MEMORY_MILLIS);
        return first.isPresent();
    }

    public List<Key> all() {
        return database.read(
                sql -> sql.all("SELECT * FROM access_keys ORDER BY created, id", Keys::key));
    }

    /** Who has this secret, unless it opens nothing. */
    public Optional<Principal> bySecret(String hostile) {
        Matcher form = FORM.matcher(hostile);
        if (!form.matches()) {
            return Optional.empty();
        }
        Optional<Key> key =
                byId(form.group(1)).filter(k -> same(k.hash(), Digests.sha256(hostile)));
        key.ifPresent(this::noteUse);
        return key.map(Key::principal);
    }

    /** Opens a session and gives the word for its cookie. */
    public String openSession(Principal who) {
        String word = ids.chance(32);
        long now = clock.millis();
        database.write(
                sql -> {
                    sql.change("DELETE FROM sessions WHERE expires < ?", now);
                    return sql.change(
                            "INSERT INTO sessions VALUES (?, ?, ?)",
                            Digests.sha256(word),
                            who.keyId(),
                            now + SESSION.toMillis());
                });
        return word;
    }

    public Optional<Principal> bySession(String hostile) {
        if (!hostile.matches("[0-9a-z]{32}")) {
            return Optional.empty();
        }
        String hash = Digests.sha256(hostile);
        return database.read(
                        sql ->
                                sql.first(
                                        "SELECT key_id FROM sessions WHERE hash = ? AND expires >"
                                                + " ?",
                                        row -> row.text("key_id"),
                                        hash,
                                        clock.millis()))
                .flatMap(this::byId)
                .map(key -> key.principal().withCookie());
    }

    public void closeSession(String hostile) {
        String hash = Digests.sha256(hostile);
        database.write(sql -> sql.change("DELETE FROM sessions WHERE hash = ?", hash));
    }

    /** False when there is no such key. */
    public boolean revoke(String id) {
        boolean revoked = database.write(sql -> revoke(sql, id, clock.millis()));
        forget();
        return revoked;
    }

    /** Revokes it and forgets its name. */
    public boolean erase(String id) {
        boolean erased =
                database.write(
                        sql ->
                                revoke(sql, id, clock.millis())
                                        && sql.change(
                                                        "UPDATE access_keys SET name = 'erased'"
                                                                + " WHERE id = ?",
                                                        id)
                                                == 1);
        forget();
        return erased;
    }

    private static boolean revoke(Sql sql, String id, long now) throws SQLException {
        Optional<Key> key = sql.first("SELECT * FROM access_keys WHERE id = ?", Keys::key, id);
        if (key.isEmpty()) {
            return false;
        }
        long others =
                sql.number(
                        "SELECT count(*) FROM access_keys WHERE role IN ('ADMIN', 'OPERATOR') AND"
                                + " revoked = 0 AND (expires = 0 OR expires > ?) AND id <> ?",
                        now,
                        id);
        if (key.get().opens(now) && key.get().role().reaches(Role.ADMIN) && others == 0) {
            throw new LastAdminException();
        }
        sql.change("DELETE FROM sessions WHERE key_id = ?", id);
        sql.change("UPDATE access_keys SET revoked = ? WHERE id = ? AND revoked = 0", now, id);
        return true;
    }

    /** Whether the key of that id opens anything now. */
    public boolean opens(String id) {
        return byId(id).isPresent();
    }

    /** A key by its id, also one that opens nothing any more. */
    public Optional<Key> find(String id) {
        return known(id);
    }

    /** The name of a key by its id, also of one that opens nothing any more. */
    public String nameOf(String id) {
        return id.equals(Principal.LOCAL) ? id : known(id).map(Key::name).orElse("");
    }

    private Optional<Key> byId(String id) {
        return known(id).filter(key -> key.opens(clock.millis()));
    }

    private Optional<Key> known(String id) {
        long now = clock.millis();
        Remembered known = memory.get(id);
        if (known == null || known.until() < now) {
            Optional<Key> found =
                    database.read(
                            sql ->
                                    sql.first(
                                            "SELECT * FROM access_keys WHERE id = ?",
                                            Keys::key,
                                            id));
            if (memory.size() > MOST_REMEMBERED) {
                memory.clear();
            }
            known = new Remembered(found, now + MEMORY_MILLIS);
            memory.put(id, known);
        }
        return known.key();
    }

    private void noteUse(Key key) {
        long now = clock.millis();
        Long noted = uses.get(key.id());
        if (now - Math.max(key.times().used(), noted == null ? 0 : noted) > MINUTE) {
            uses.put(key.id(), now);
            database.write(
                    sql ->
                            sql.change(
                                    "UPDATE access_keys SET used = ? WHERE id = ?", now, key.id()));
        }
    }

    private void forget() {
        memory.clear();
        anyKey = new Remembered(Optional.empty(), 0);
    }

    private static boolean same(String a, String b) {
        return MessageDigest.isEqual(
                a.getBytes(StandardCharsets.US_ASCII), b.getBytes(StandardCharsets.US_ASCII));
    }

    private static Key key(Row row) throws SQLException {
        return new Key(
                row.text("id"),
                row.text("name"),
                new Post(Role.valueOf(row.text("role")), row.text("team")),
                new KeyLimits(
                        row.small("per_minute"),
                        row.small("jobs_at_once"),
                        row.small("jobs_per_day")),
                new Key.Times(
                        row.number("created"),
                        row.number("expires"),
                        row.number("used"),
                        row.number("revoked")),
                row.text("hash"));
    }
}
