package io.mcpsf.service.storage;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;

/**
 * Where the database is: {@code sqlite:FILE} or {@code postgresql://USER:PASSWORD@HOST:PORT/NAME},
 * both also with {@code jdbc:} before them.
 */
public record DatabaseUrl(Dialect dialect, String jdbc, String user, String password) {

    private static final String SQLITE_MANNER =
            "?journal_mode=WAL&busy_timeout=10000&synchronous=FULL&transaction_mode=IMMEDIATE"
                    + "&foreign_keys=on";

    private static final String SQLITE = "jdbc:sqlite:";

    public static DatabaseUrl sqlite(Path file) {
        String path = file.toAbsolutePath().normalize().toString();
        if (path.indexOf('?') >= 0) {
            throw new IllegalArgumentException("a file name must not contain a question mark");
        }
        return new DatabaseUrl(Dialect.SQLITE, SQLITE + path + SQLITE_MANNER, "", "");
    }

    /** The file of a database that is one. */
    Path file() {
        return Path.of(jdbc.substring(SQLITE.length(), jdbc.indexOf('?')));
    }

    /** Throws IllegalArgumentException, whose message tells no password. */
    public static DatabaseUrl parse(String word) {
        String url = word.startsWith("jdbc:") ? word.substring(5) : word;
        if (url.startsWith("sqlite:")) {
            return sqlite(Path.of(url.substring("sqlite:".length())));
        }
        if (url.startsWith("postgresql://") || url.startsWith("postgres://")) {
            return postgresql(url);
        }
        throw new IllegalArgumentException(
                "a database must be sqlite:FILE or postgresql://USER:PASSWORD@HOST:PORT/NAME");
    }

    private static DatabaseUrl postgresql(String url) {
        try {
            URI uri = new URI(url);
            if (uri.getHost() == null) {
                throw new IllegalArgumentException("the database address has no host");
            }
            String[] who = (uri.getUserInfo() == null ? "" : uri.getUserInfo()).split(":", 2);
            String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
            String query = uri.getRawQuery() == null ? "" : "&" + uri.getRawQuery();
            // Dead servers are noticed, and half-open connections do not hang for hours.
            String manner = "?connectTimeout=5&socketTimeout=30&tcpKeepAlive=true" + query;
            return new DatabaseUrl(
                    Dialect.POSTGRESQL,
                    "jdbc:postgresql://" + uri.getHost() + port + uri.getRawPath() + manner,
                    who[0],
                    who.length > 1 ? who[1] : "");
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the database address is not valid", e);
        }
    }

    /** For messages: without the password. */
    public String shown() {
        return jdbc.replaceFirst("\\?.*", "");
    }

    @Override
    public String toString() {
        return shown();
    }
}
