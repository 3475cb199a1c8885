package io.mcpsf.judge;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Whether the arguments of a tool call explain what the server did. A server that was asked to read
 * a file and reads it is not reading on its own.
 */
final class ExplainedByCall {

    /** Strings looked at in one set of arguments, which are ours and short. */
    private static final int MAX_STRINGS = 2_000;

    /** Shorter strings stand in a text by chance. */
    private static final int MIN_ECHO = 8;

    /** What is said in a sentence, and in one word; longer texts are sent in pieces. */
    private static final int MIN_SAID = 12;

    private static final int MIN_WORD = 16;
    private static final int MAX_SAID = 4_000;

    static final ExplainedByCall NOTHING = new ExplainedByCall();

    private static final Pattern INTERPRETER =
            Pattern.compile("(?:ba|da|z|k|a|fi)?sh|python[0-9.]*|node|perl|ruby");

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final List<String> strings = new ArrayList<>();

    private ExplainedByCall() {}

    /** What a call with these arguments asked for. */
    static ExplainedByCall during(String arguments) {
        return during(List.of(arguments));
    }

    /** What calls with these arguments asked for together. */
    static ExplainedByCall during(Collection<String> arguments) {
        var asked = new ExplainedByCall();
        arguments.forEach(asked::read);
        return asked;
    }

    /** The same and these values, which no JSON surrounds. */
    ExplainedByCall and(Collection<String> values) {
        var both = new ExplainedByCall();
        both.strings.addAll(strings);
        for (String value : values) {
            both.read(value);
            both.add(value);
            if (value.indexOf('%') >= 0) {
                both.add(unescaped(value));
            }
        }
        return both;
    }

    private void read(String json) {
        if (json.isEmpty()) {
            return;
        }
        try {
            gather(MAPPER.readTree(json));
        } catch (JacksonException _) {
            // Cut off by a cap: the whole text is still better than nothing.
            add(json);
        }
    }

    private void add(String text) {
        if (strings.size() < MAX_STRINGS) {
            strings.add(text);
        }
    }

    private static String unescaped(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return value;
        }
    }

    private void gather(JsonNode node) {
        if (node.isString()) {
            add(node.asString());
        }
        node.forEach(this::gather);
    }

    /** The arguments name this path, a folder it is in, or the root of a glob that covers it. */
    boolean path(String hostile) {
        return strings.stream().anyMatch(asked -> covers(asked.strip(), hostile));
    }

    /** This text without the longer strings of the arguments: an echo says nothing of its own. */
    String without(String hostile) {
        String rest = hostile;
        for (String asked : strings) {
            if (asked.length() >= MIN_ECHO) {
                rest = rest.replace(asked, " ");
            }
        }
        return rest;
    }

    /**
     * What a person said, in lower case: texts that stand nowhere by chance. Places are what a call
     * is about, not what it says.
     */
    List<String> texts() {
        return strings.stream()
                .map(text -> text.strip().toLowerCase(Locale.ROOT))
                .filter(text -> text.length() >= MIN_SAID && text.length() <= MAX_SAID)
                .filter(text -> text.indexOf(' ') > 0 || text.length() >= MIN_WORD)
                .filter(text -> !text.contains("://") && !text.startsWith("/"))
                .filter(text -> !text.startsWith("~") && !text.startsWith("."))
                .distinct()
                .toList();
    }

    /** The arguments name this host, address or a URL with it. */
    boolean host(String hostile) {
        String host = hostile.toLowerCase(Locale.ROOT);
        return host.length() > 2
                && strings.stream().anyMatch(a -> a.toLowerCase(Locale.ROOT).contains(host));
    }

    /** The arguments hold this command line, as a tool for running commands is asked to run it. */
    boolean command(List<String> argv) {
        return strings.stream().anyMatch(asked -> runs(asked.strip(), argv));
    }

    private static boolean runs(String asked, List<String> argv) {
        if (asked.length() < 2 || argv.isEmpty()) {
            return false;
        }
        String program = Paths.name(argv.getFirst());
        boolean byShell =
                argv.size() > 2
                        && INTERPRETER.matcher(program).matches()
                        && argv.get(1).startsWith("-")
                        && argv.get(2).strip().equals(asked);
        // A shell started it: the program and all its words stand in what we asked for.
        boolean inLine =
                (asked.equals(program) || asked.startsWith(program + " "))
                        && argv.stream().skip(1).allMatch(asked::contains);
        boolean byUrl = asked.contains("://") && argv.contains(asked);
        return byShell || inLine || byUrl;
    }

    private static boolean covers(String asked, String path) {
        String place = asked.startsWith("file://") ? asked.substring(7) : asked;
        int glob = firstOf(place, "*?[{");
        if (glob >= 0) {
            place = place.substring(0, place.lastIndexOf('/', glob) + 1);
        }
        if (place.startsWith("~") || place.startsWith("$HOME")) {
            place = "~" + place.substring(place.startsWith("~") ? 1 : 5);
            return under(place, Paths.homeless(path));
        }
        if (place.startsWith("/")) {
            return under(squeezed(place), path);
        }
        String tail = place;
        while (tail.startsWith("./") || tail.startsWith("../")) {
            tail = tail.substring(tail.indexOf('/') + 1);
        }
        // Relative to a folder we don't know: the end of the path has to be it, or its file is
        // named
        // by it, as the note "plans" is by plans.md.
        return tail.length() > 2
                && !tail.equals("..")
                && (path.endsWith("/" + stripped(tail)) || named(path, tail));
    }

    private static boolean named(String path, String tail) {
        int dot = path.lastIndexOf('.');
        return dot > path.lastIndexOf('/') && path.substring(0, dot).endsWith("/" + tail);
    }

    private static boolean under(String place, String path) {
        String folder = stripped(place);
        if (path.equals(folder)) {
            return true;
        }
        if (!path.startsWith(folder + "/")) {
            return false;
        }
        // A whole home or disk as the argument asks for what lies directly in it, not for all keys.
        boolean wide = Paths.homeless(folder).equals("~") || depth(folder) < 2;
        return !wide || Paths.parent(path).equals(folder);
    }

    private static String squeezed(String path) {
        var parts = new ArrayList<String>();
        for (String part : path.split("/")) {
            if (part.equals("..")) {
                if (!parts.isEmpty()) {
                    parts.removeLast();
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return "/" + String.join("/", parts);
    }

    private static String stripped(String place) {
        int end = place.length();
        while (end > 0 && place.charAt(end - 1) == '/') {
            end--;
        }
        return place.substring(0, end);
    }

    private static long depth(String folder) {
        return folder.chars().filter(c -> c == '/').count() + (folder.startsWith("~") ? 1 : 0);
    }

    private static int firstOf(String text, String characters) {
        for (int i = 0; i < text.length(); i++) {
            if (characters.indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }
}
