package io.mcpsf.service.api;

import io.mcpsf.service.access.Role;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One row of the table of routes; {@code role} is the least that may, none when anyone may or, with
 * {@code bySession}, who has the word that opens a session.
 */
record Route(
        String operation,
        String method,
        String path,
        @Nullable Role role,
        boolean bySession,
        Handler handler) {

    /** Answers a request or throws a {@link Problem}. */
    @FunctionalInterface
    interface Handler {
        ApiResponse answer(ApiRequest ask) throws IOException, InterruptedException;
    }

    static Route of(String operation, String words, Role role, Handler handler) {
        String[] parts = words.split(" ");
        return new Route(operation, parts[0], parts[1], role, false, handler);
    }

    static Route open(String operation, String words, Handler handler) {
        String[] parts = words.split(" ");
        return new Route(operation, parts[0], parts[1], null, false, handler);
    }

    /** Into a session, for who has its word. */
    static Route held(String operation, String words, Handler handler) {
        String[] parts = words.split(" ");
        return new Route(operation, parts[0], parts[1], null, true, handler);
    }

    boolean changes() {
        return !method.equals("GET");
    }

    /** A route that fits, and the parts of the path. */
    record Match(Route route, Map<String, String> parts) {}

    /** The table, searched by path. */
    static final class Table {

        private record Row(Pattern pattern, List<String> names, Route route) {}

        private final List<Row> rows = new ArrayList<>();

        Table(List<Route> routes) {
            for (Route route : routes) {
                var names = new ArrayList<String>();
                Matcher name = Pattern.compile("\\{([a-z]+)}").matcher(route.path());
                while (name.find()) {
                    names.add(name.group(1));
                }
                String pattern =
                        route.path().replace(".", "\\.").replaceAll("\\{[a-z]+}", "([^/]{1,200})");
                rows.add(new Row(Pattern.compile(pattern), names, route));
            }
        }

        /** All routes of that path, whatever their method. */
        List<Match> at(String path) {
            var found = new ArrayList<Match>();
            for (Row row : rows) {
                Matcher matcher = row.pattern().matcher(path);
                if (matcher.matches()) {
                    var parts = new HashMap<String, String>();
                    for (int i = 0; i < row.names().size(); i++) {
                        parts.put(row.names().get(i), matcher.group(i + 1));
                    }
                    found.add(new Match(row.route(), parts));
                }
            }
            return found;
        }
    }
}
