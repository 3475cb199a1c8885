package io.mcpsf.judge;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

    static final ExplainedByCall NOTHING = new ExplainedByCall(List.of());

    private static final Pattern INTERPRETER =
            Pattern.compile("(?:ba|da|z|k|a|fi)?sh|python[0-9.]*|node|perl|ruby");

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final List<String> strings;

    /** Read once: a call is asked about every path that was touched during it. */
    private final List<AskedPlace> places;

    /** The longer strings, also as they stand in an address. */
    private final List<String> echoes;

    private ExplainedByCall(List<String> strings) {
        this.strings = List.copyOf(strings);
        this.places = this.strings.stream().map(AskedPlace::of).distinct().toList();
        this.echoes =
                this.strings.stream()
                        .filter(asked -> asked.length() >= MIN_ECHO)
                        .flatMap(ExplainedByCall::inAddress)
                        .distinct()
                        .toList();
    }

    private static Stream<String> inAddress(String asked) {
        String escaped = URLEncoder.encode(asked, StandardCharsets.UTF_8);
        return Stream.of(asked, escaped, escaped.replace("+", "%20"));
    }

    /** What a call with these arguments asked for. */
    static ExplainedByCall during(String arguments) {
        return during(List.of(arguments));
    }

    /** What calls with these arguments asked for together. */
    static ExplainedByCall during(Collection<String> arguments) {
        var strings = new ArrayList<String>();
        arguments.forEach(json -> read(json, strings));
        return new ExplainedByCall(strings);
    }

    /** The same and these values, which no JSON surrounds. */
    ExplainedByCall and(Collection<String> values) {
        var both = new ArrayList<>(strings);
        for (String value : values) {
            read(value, both);
            add(value, both);
            if (value.indexOf('%') >= 0) {
                add(unescaped(value), both);
            }
        }
        return new ExplainedByCall(both);
    }

    private static void read(String json, List<String> into) {
        if (json.isEmpty()) {
            return;
        }
        try {
            gather(MAPPER.readTree(json), into);
        } catch (JacksonException _) {
            // Cut off by a cap: the whole text is still better than nothing.
            add(json, into);
        }
    }

    private static void add(String text, List<String> into) {
        if (into.size() < MAX_STRINGS) {
            into.add(text);
        }
    }

    private static String unescaped(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return value;
        }
    }

    private static void gather(JsonNode node, List<String> into) {
        if (node.isString()) {
            add(node.asString(), into);
        }
        node.forEach(child -> gather(child, into));
    }

    /** The arguments name this path, a folder it is in, or the root of a glob that covers it. */
    boolean path(String hostile) {
        for (AskedPlace place : places) {
            if (place.covers(hostile)) {
                return true;
            }
        }
        return false;
    }

    /** This text without the longer strings of the arguments: an echo says nothing of its own. */
    String without(String hostile) {
        String rest = hostile;
        for (String echo : echoes) {
            rest = rest.replace(echo, " ");
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
}
