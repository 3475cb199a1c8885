package io.mcpsf.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * TOML with the place of each value. The text is read by the parser first; this only looks again
 * where things stand, and gives up on what it does not know.
 */
public final class LocatedToml {

    private final String text;
    private int at;

    private LocatedToml(String text) {
        this.text = text;
    }

    /** A table that may still grow, because its parts stand in several places. */
    private static final class Table {
        private final Map<String, Object> members = new LinkedHashMap<>();

        Table below(String name) {
            return switch (members.computeIfAbsent(name, n -> new Table())) {
                case Table table -> table;
                case List<?> list when list.getLast() instanceof Table last -> last;
                default -> throw new BadJsonException("a value where a table is meant");
            };
        }

        @SuppressWarnings("unchecked") // only tables are put into lists here
        Table another(String name) {
            Object list = members.computeIfAbsent(name, n -> new ArrayList<Table>());
            if (!(list instanceof List<?>)) {
                throw new BadJsonException("a value where a list of tables is meant");
            }
            var table = new Table();
            ((List<Table>) list).add(table);
            return table;
        }

        Located located() {
            Map<String, Located> found = new LinkedHashMap<>();
            members.forEach((name, value) -> found.put(name, located(value)));
            return new Located.Members(0, 0, false, found);
        }

        private static Located located(Object value) {
            return switch (value) {
                case Located done -> done;
                case Table table -> table.located();
                case List<?> list ->
                        new Located.Items(0, 0, false, list.stream().map(Table::located).toList());
                default -> throw new IllegalStateException("no part of a table");
            };
        }
    }

    public static Located read(String hostile) {
        Toml.read(hostile);
        var reader = new LocatedToml(hostile);
        var root = new Table();
        Table here = root;
        for (reader.blank(); reader.at < hostile.length(); reader.blank()) {
            if (reader.here('[')) {
                here = reader.header(root);
            } else {
                reader.member(here);
            }
        }
        return root.located();
    }

    private Table header(Table root) {
        at++;
        boolean list = here('[');
        at += list ? 1 : 0;
        List<String> names = key();
        expect(']');
        if (list) {
            expect(']');
        }
        Table table = root;
        for (String name : names.subList(0, names.size() - 1)) {
            table = table.below(name);
        }
        return list ? table.another(names.getLast()) : table.below(names.getLast());
    }

    private void member(Table table) {
        List<String> names = key();
        expect('=');
        Table owner = table;
        for (String name : names.subList(0, names.size() - 1)) {
            owner = owner.below(name);
        }
        owner.members.put(names.getLast(), value());
    }

    private List<String> key() {
        var names = new ArrayList<String>();
        do {
            space();
            if (here('"') || here('\'')) {
                names.add(((Located.Scalar) string()).value());
            } else {
                int begin = at;
                while (at < text.length() && bare(text.charAt(at))) {
                    at++;
                }
                if (begin == at) {
                    throw unknown();
                }
                names.add(text.substring(begin, at));
            }
            space();
        } while (taken('.'));
        return names;
    }

    private static boolean bare(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-';
    }

    private Located value() {
        space();
        if (here('"') || here('\'')) {
            return string();
        }
        if (here('[')) {
            return list();
        }
        if (here('{')) {
            return inline();
        }
        int begin = at;
        while (at < text.length() && ",]}#\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(begin, at).stripTrailing();
        at = begin + word.length();
        return new Located.Scalar(begin, at, word);
    }

    private Located list() {
        int begin = at++;
        var items = new ArrayList<Located>();
        for (blank(); !here(']'); blank()) {
            items.add(value());
            blank();
            if (!taken(',') && !here(']')) {
                throw unknown();
            }
        }
        at++;
        return new Located.Items(begin, at, true, items);
    }

    private Located inline() {
        int begin = at++;
        var table = new Table();
        for (blank(); !here('}'); blank()) {
            member(table);
            blank();
            if (!taken(',') && !here('}')) {
                throw unknown();
            }
        }
        at++;
        return new Located.Members(begin, at, true, ((Located.Members) table.located()).members());
    }

    /** What it says is taken from the parser, for escapes are its business. */
    private Located string() {
        int begin = at;
        String quote = text.substring(at, at + 1);
        String mark = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
        at += mark.length();
        while (!text.startsWith(mark, at)) {
            at += quote.equals("\"") && here('\\') ? 2 : 1;
            if (at >= text.length()) {
                throw unknown();
            }
        }
        at += mark.length();
        // Up to two more quotes may stand before the closing ones.
        while (mark.length() == 3 && text.startsWith(quote, at)) {
            at++;
        }
        String value = Toml.read("v = " + text.substring(begin, at)).path("v").asString("");
        return new Located.Scalar(begin, at, value);
    }

    /** Over spaces, line breaks and comments. */
    private void blank() {
        while (at < text.length()) {
            if (here('#')) {
                while (at < text.length() && !here('\n')) {
                    at++;
                }
            } else if (Character.isWhitespace(text.charAt(at)) || here('\ufeff')) {
                at++;
            } else {
                return;
            }
        }
    }

    private void space() {
        while (here(' ') || here('\t')) {
            at++;
        }
    }

    private void expect(char c) {
        space();
        if (!taken(c)) {
            throw unknown();
        }
    }

    private boolean taken(char c) {
        boolean here = here(c);
        at += here ? 1 : 0;
        return here;
    }

    private boolean here(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    private BadJsonException unknown() {
        return new BadJsonException(
                "not understood at line " + text.substring(0, at).lines().count());
    }
}
