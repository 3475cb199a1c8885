package io.mcpsf.inspect.start;

import io.mcpsf.model.Demand;
import io.mcpsf.model.Demand.Kind;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Tells from a name, a placeholder or a line of help what kind of value is wanted. */
final class Guess {

    private record Clue(Kind kind, Pattern words) {}

    private static final int LONGEST = 400;

    /** The first that fits wins: the special before the general. */
    private static final List<Clue> CLUES =
            List.of(
                    clue(Kind.BOOLEAN, "^(mask|enable|disable|allow|use|is|show|hide|skip|no)_"),
                    clue(
                            Kind.POSTGRES,
                            "postgres(ql)?://|postgres(ql)?.{0,24}(url|uri|dsn|connection)"),
                    clue(Kind.MYSQL, "(mysql|mariadb)://|(mysql|mariadb).{0,24}(url|uri|dsn)"),
                    clue(Kind.REDIS, "rediss?://|redis.{0,24}(url|uri|dsn)"),
                    clue(Kind.MONGO, "mongodb(\\+srv)?://|mongo.{0,24}(url|uri|dsn|connection)"),
                    clue(Kind.TIME_ZONE, "time.?zone|(^|[_ -])tz$"),
                    clue(Kind.PASSWORD, "passw|passphrase|(^|_)pass$"),
                    clue(
                            Kind.SECRET,
                            "api.?key|token|secret|credential|access.?key|(^|[_-])(key|pat|auth)$|bearer|private.?key|_key_"),
                    clue(Kind.EMAIL, "e-?mail"),
                    clue(
                            Kind.DATABASE_FILE,
                            "\\.(db|sqlite3?|duckdb)\\b|sqlite|db.?(file|path)|database.?(file|path)"),
                    clue(Kind.POSTGRES, "database.?url|db.?url|connection.?string|database_ur[il]"),
                    clue(Kind.REPOSITORY, "repo(sitory)?(\\b|_)|git.{0,12}(dir|path|folder)"),
                    clue(
                            Kind.FILE,
                            "\\.[a-z]{2,5}[>\"'}\\]]?$|(^|[^a-z])file(name|path)?([^a-z]|$)|file.?path"),
                    clue(
                            Kind.FOLDER,
                            "dir(ector(y|ies))?([^a-z]|$)|folder|path|vault|workspace|root|^/|^~|^[a-z]:\\\\|home"),
                    clue(Kind.URL, "https?://|ur[il]s?([^a-z]|$)|endpoint|webhook"),
                    clue(Kind.PORT, "(^|[^a-z])port([^a-z]|$)"),
                    clue(Kind.HOST, "host|domain|(^|_)server$"),
                    clue(Kind.REGION, "region"),
                    clue(Kind.USER, "user|login|account.?name"),
                    clue(
                            Kind.UUID,
                            "uuid|guid|(tenant|client|account|project|team|org(anization)?|workspace).?id"),
                    clue(
                            Kind.NUMBER,
                            "timeout|limit|count|number|max|min|size|seconds|interval|depth|_id$|^\\d+$"),
                    clue(
                            Kind.BOOLEAN,
                            "enable|disable|^true$|^false$|debug|verbose|(^|_)(is|use|allow)_"));

    private Guess() {}

    /** The kind that these words name, plain text when they name none. */
    static Kind kind(String hostile) {
        String words = cut(hostile).toLowerCase(Locale.ROOT);
        return CLUES.stream()
                .filter(clue -> clue.words().matcher(words).find())
                .map(Clue::kind)
                .findFirst()
                .orElse(Kind.TEXT);
    }

    /** For a variable, by its name first and by what is said about it second. */
    static Demand variable(String name, String about, String why) {
        Kind byName = kind(name);
        boolean address = about.matches("(?i)(mysql|mariadb|rediss?|mongodb(\\+srv)?)://.*");
        Kind kind = byName == Kind.TEXT || address ? kind(about) : byName;
        return new Demand(name, kind, why);
    }

    private static String cut(String hostile) {
        return hostile.length() > LONGEST ? hostile.substring(0, LONGEST) : hostile;
    }

    private static Clue clue(Kind kind, String words) {
        return new Clue(kind, Pattern.compile(words));
    }
}
