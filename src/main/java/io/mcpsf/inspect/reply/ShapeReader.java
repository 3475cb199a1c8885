package io.mcpsf.inspect.reply;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads code of JavaScript or Python for what it takes out of answers: which names below a variable
 * that holds parsed JSON, and what is done with them. It knows no grammar: what it misreads is a
 * name too many in an answer that nobody looks at.
 */
final class ShapeReader {

    private static final int MOST_ROOTS = 120;
    private static final int MOST_ALIASES = 24;
    private static final int BEFORE = 240;
    private static final int AFTER = 3_000;
    private static final int ADDRESS_BEFORE = 1_200;

    /** Where an answer is parsed or asked for. */
    private static final Pattern PARSED =
            Pattern.compile(
                    "\\.json\\(\\)|\\bJSON\\.parse\\(|\\bjson\\.loads?\\("
                        + "|\\bawait\\s+[\\w.$]{0,40}(?i:fetch|request|get|post|api|query|search|load)\\w{0,30}\\("
                            // A library of the service, kept in a member.
                            + "|\\bself\\.\\w{1,40}\\.(?:get|fetch|search|list|find|query)_\\w{1,40}\\(");

    /** What is given a value, at the end of what stands before the sign. */
    private static final Pattern HELD =
            Pattern.compile(
                    "(?:\\b(\\w{1,40})(?:: [\\w\\[\\], ]{1,40})?|\\{([^{}=]{1,200})\\})\\s{0,9}$");

    private static final Pattern ADDRESS =
            Pattern.compile("[\"'`]((?:https?://|/|\\$\\{)[^\"'`\\s]{2,200})[\"'`]");

    private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9_-]{2,30}");

    private static final Set<String> COMMON_WORDS =
            Set.of("http", "https", "www", "com", "org", "net", "encodeuricomponent", "string");

    private static final String STEPS =
            "((?:\\s{0,20}\\??\\.get\\(\\s*['\"]\\w{1,40}['\"][^()\\n]{0,40}\\)"
                    + "|\\s{0,20}\\??\\.\\s{0,3}\\w{1,40}"
                    + "|(?:\\?\\.)?\\[\\s*(?:['\"]\\w{1,40}['\"]|-?\\d{1,3})\\s*\\]){1,8})";

    private static final Pattern STEP =
            Pattern.compile(
                    "\\.get\\(\\s*['\"](\\w{1,40})['\"]\\s*(?:,\\s*([^)]{0,40}))?\\)"
                        + "|\\.\\s{0,3}(\\w{1,40})|\\[\\s*['\"](\\w{1,40})['\"]\\s*\\]|\\[\\s*(-?\\d{1,3})\\s*\\]");

    private static final Set<String> LIST_METHODS =
            Set.of(
                    "map",
                    "filter",
                    "forEach",
                    "flatMap",
                    "slice",
                    "some",
                    "every",
                    "find",
                    "reduce",
                    "join",
                    "sort",
                    "push",
                    "append",
                    "length",
                    "findIndex");
    private static final Set<String> TEXT_METHODS =
            Set.of(
                    "split",
                    "toLowerCase",
                    "toUpperCase",
                    "trim",
                    "replace",
                    "startsWith",
                    "endsWith",
                    "strip",
                    "lower",
                    "upper",
                    "substring",
                    "match",
                    "encode");
    private static final Set<String> TABLE_METHODS = Set.of("items", "keys", "values");
    private static final Set<String> RESPONSE_METHODS =
            Set.of("json", "text", "arrayBuffer", "blob", "raise_for_status", "read", "close");

    private static final Pattern COMPARED_TEXT =
            Pattern.compile("^\\s*[!=]==?\\s*['\"]([\\w -]{1,40})['\"]");
    private static final Pattern COMPARED_NUMBER =
            Pattern.compile("^\\s*\\)?\\s*(?:[<>]=?|[!=]==?)\\s*(\\d{1,9})\\b");
    private static final Pattern BAD_NEWS =
            Pattern.compile("(?i).*(err|fail|denied|invalid|not).*");

    private static final Pattern CALLBACK =
            Pattern.compile(
                    "^[^;\\n"
                        + "]{0,80}?\\(\\s*(?:async\\s*)?(?:function\\s*)?\\(?\\s*(?:(\\w{1,40})|\\{([^{}]{1,200})\\})");
    private static final Pattern EACH =
            Pattern.compile("(?:(\\b\\w{1,40})|\\{([^{}]{1,200})\\})\\s+(?:of|in)\\s+$");
    private static final Pattern NAMED =
            Pattern.compile("(?:(\\b\\w{1,40})|\\{([^{}]{1,200})\\})\\s*=\\s*\\(?$");
    private static final Pattern AS_TABLE =
            Pattern.compile("Object\\.(?:keys|values|entries)\\(\\s*$");
    private static final Pattern AS_LIST = Pattern.compile("Array\\.isArray\\(\\s*$");
    private static final Pattern AS_NUMBER =
            Pattern.compile("\\b(?:Number|parseFloat|parseInt|int|float|round)\\(\\s*$");

    /** What is read at one place, and words of the address that is asked there. */
    record Root(Shape shape, Set<String> words) {
        Root {
            words = Set.copyOf(words);
        }
    }

    /** A variable that stands for a part, from here on. */
    private record Alias(String name, Shape shape, int from) {}

    /** How often a variable may be looked for in all code of a program. */
    static final class Looks {
        private int left = 1_500;

        boolean take() {
            return left-- > 0;
        }
    }

    private final String code;
    private final Looks looks;
    private boolean response;

    private ShapeReader(String code, Looks looks) {
        this.code = code;
        this.looks = looks;
    }

    static List<Root> read(String hostileCode, Looks looks) {
        var roots = new ArrayList<Root>();
        Matcher parsed = PARSED.matcher(hostileCode);
        while (roots.size() < MOST_ROOTS && parsed.find()) {
            var shape = new Shape();
            var reader = new ShapeReader(hostileCode, looks);
            reader.hold(parsed.start(), parsed.end(), shape);
            if (!reader.response && !shape.empty()) {
                Set<String> words = words(hostileCode, parsed.end());
                roots.add(new Root(shape, words));
                if (shape.has("data")) {
                    // Some clients hand the answer over below this name.
                    roots.add(new Root(shape.member("data"), words));
                }
            }
        }
        return roots;
    }

    private void hold(int at, int end, Shape shape) {
        String before = code.substring(Math.max(0, at - BEFORE), at).replace("=>", "->");
        int sign = before.lastIndexOf('=');
        if (sign < 0 || before.indexOf(';', sign) >= 0) {
            return;
        }
        Matcher held = HELD.matcher(before.substring(0, sign));
        if (!held.find()) {
            return;
        }
        var aliases = new ArrayDeque<Alias>();
        name(held, shape, end, aliases);
        for (int i = 0; i < MOST_ALIASES && !aliases.isEmpty() && looks.take(); i++) {
            follow(aliases.remove(), aliases);
        }
    }

    /** {@code { a, b: c, d = 1 }}. */
    private static void unpacked(String members, Shape shape, int from, Deque<Alias> aliases) {
        for (String each : members.split(",")) {
            Matcher name =
                    Pattern.compile("^\\s*(\\w{1,40})\\s*(?::\\s*(\\w{1,40}))?").matcher(each);
            if (name.find()) {
                String as = name.group(2) == null ? name.group(1) : name.group(2);
                aliases.add(new Alias(as, shape.member(name.group(1)), from));
            }
        }
    }

    private void follow(Alias alias, Deque<Alias> aliases) {
        String part = code.substring(alias.from(), Math.min(code.length(), alias.from() + AFTER));
        Matcher used =
                Pattern.compile(
                                "(?<![\\w.$])"
                                        + Pattern.quote(alias.name())
                                        + "(?:"
                                        + STEPS
                                        + "|\\b)")
                        .matcher(part);
        while (used.find()) {
            String steps = used.group(1) == null ? "" : used.group(1);
            Shape reached = steps(steps, alias.shape(), part, used.end(), alias.from(), aliases);
            String before = part.substring(Math.max(0, used.start() - 60), used.start());
            String after = part.substring(used.end(), Math.min(part.length(), used.end() + 60));
            around(reached, before, after, alias, steps, used, aliases);
        }
    }

    private void around(
            Shape reached,
            String before,
            String after,
            Alias alias,
            String steps,
            Matcher used,
            Deque<Alias> aliases) {
        int here = alias.from() + used.start();
        Matcher each = EACH.matcher(before);
        if (each.find()) {
            // A comprehension uses its variable before it names it.
            name(each, reached.element(), Math.max(alias.from(), here - 300), aliases);
        }
        Matcher named = NAMED.matcher(before);
        if (!steps.isEmpty() && named.find()) {
            name(named, reached, alias.from() + used.end(), aliases);
        }
        if (AS_TABLE.matcher(before).find()) {
            reached.use(Shape.Use.TABLE);
        }
        if (AS_LIST.matcher(before).find()) {
            reached.use(Shape.Use.LIST);
        }
        if (AS_NUMBER.matcher(before).find()) {
            reached.use(Shape.Use.NUMBER);
        }
        Matcher text = COMPARED_TEXT.matcher(after);
        if (!steps.isEmpty() && text.find() && !BAD_NEWS.matcher(text.group(1)).matches()) {
            reached.compared(text.group(1));
        }
        Matcher number = COMPARED_NUMBER.matcher(after);
        if (!steps.isEmpty() && number.find()) {
            reached.compared(Long.parseLong(number.group(1)));
        }
    }

    private static void name(Matcher found, Shape shape, int from, Deque<Alias> aliases) {
        if (found.group(1) != null) {
            aliases.add(new Alias(found.group(1), shape, from));
        } else {
            unpacked(found.group(2), shape, from, aliases);
        }
    }

    /** The part that these lead to. */
    private Shape steps(
            String steps, Shape from, String part, int end, int base, Deque<Alias> aliases) {
        Shape at = from;
        Matcher step = STEP.matcher(steps);
        while (step.find()) {
            boolean last = step.end() == steps.length();
            boolean called = last && end < part.length() && part.charAt(end) == '(';
            if (step.group(5) != null) {
                at = at.element();
            } else if (step.group(1) != null) {
                at = at.member(step.group(1));
                otherwise(at, step.group(2) == null ? "" : step.group(2).strip());
            } else if (step.group(4) != null) {
                at = at.member(step.group(4));
            } else if (called || step.group(3).equals("length")) {
                method(at, step.group(3), part, end, base, aliases);
                response |= at == from && RESPONSE_METHODS.contains(step.group(3));
                return new Shape();
            } else {
                at = at.member(step.group(3));
            }
        }
        return at;
    }

    private static void otherwise(Shape at, String given) {
        if (given.startsWith("[")) {
            at.use(Shape.Use.LIST);
        } else if (given.startsWith("{")) {
            at.use(Shape.Use.OBJECT);
        } else if (given.matches("-?\\d.*")) {
            at.use(Shape.Use.NUMBER);
        } else if (given.startsWith("\"") || given.startsWith("'")) {
            at.use(Shape.Use.TEXT);
        }
    }

    private static void method(
            Shape at, String name, String part, int end, int base, Deque<Alias> aliases) {
        if (LIST_METHODS.contains(name)) {
            at.use(Shape.Use.LIST);
            String after = part.substring(end, Math.min(part.length(), end + 300));
            Matcher callback = CALLBACK.matcher(after);
            if (!name.equals("length") && at.list() && callback.find()) {
                name(callback, at.element(), base + end, aliases);
            }
        } else if (TEXT_METHODS.contains(name)) {
            at.use(Shape.Use.TEXT);
        } else if (TABLE_METHODS.contains(name)) {
            at.use(Shape.Use.TABLE);
        } else if (name.equals("toFixed") || name.equals("toLocaleString")) {
            at.use(Shape.Use.NUMBER);
        }
    }

    /** Of the last address before a place. */
    private static Set<String> words(String code, int at) {
        String before =
                code.substring(Math.max(0, at - ADDRESS_BEFORE), Math.min(code.length(), at + 200));
        String address = "";
        Matcher found = ADDRESS.matcher(before);
        while (found.find()) {
            address = found.group(1);
        }
        var words = new TreeSet<String>();
        Matcher word =
                WORD.matcher(address.replaceAll("\\$\\{[^}]*\\}", " ").toLowerCase(Locale.ROOT));
        while (word.find()) {
            if (!COMMON_WORDS.contains(word.group())) {
                words.add(word.group());
            }
        }
        return words;
    }
}
