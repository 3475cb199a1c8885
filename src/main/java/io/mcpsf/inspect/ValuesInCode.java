package io.mcpsf.inspect;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts that the code of a program compares something of a name with. What waits for a certain word
 * in a parameter of that name meets it when we send the word.
 */
public final class ValuesInCode {

    private static final int MOST_NAMES = 300;
    private static final int MOST_EACH = 6;
    private static final int MOST_CHOICES = 400;

    private static final String NAME = "([A-Za-z_]\\w{1,40})";
    private static final String TEXT = "(?:\"([^\"\\\\\\n]{1,80})\"|'([^'\\\\\\n]{1,80})')";
    private static final String CHANGED = "(?:\\s{0,2}\\??\\.\\w{1,20}\\(\\)){0,3}";
    private static final String EQUALS = "\\s{0,3}[!=]==?\\s{0,3}";

    /** A name and then the text that it is compared with. */
    private static final List<Pattern> COMPARED =
            List.of(
                    Pattern.compile("(?<!typeof )\\b" + NAME + CHANGED + EQUALS + TEXT),
                    // args["kind"] and args.get("kind")
                    Pattern.compile(
                            "[\\[(]\\s?[\"']"
                                    + NAME
                                    + "[\"'][^\\])\\n]{0,30}[\\])]"
                                    + CHANGED
                                    + EQUALS
                                    + TEXT),
                    Pattern.compile(
                            "\\b"
                                    + NAME
                                    + CHANGED
                                    + "\\??\\.(?:includes|startsWith|endsWith|startswith|endswith|indexOf)\\(\\s?"
                                    + TEXT));

    /** {@code "text" in name}. */
    private static final Pattern CONTAINED =
            Pattern.compile(TEXT + "\\s{1,3}in\\s{1,3}(?:\\w{1,40}\\.)?" + NAME);

    /** {@code ["a", "b"].includes(name)}, {@code name in ("a", "b")}, and a switch. */
    private static final List<Pattern> CHOSEN =
            List.of(
                    Pattern.compile(
                            "\\[([^\\[\\]]{1,400})]\\.includes\\(\\s?(?:\\w{1,40}\\.)?" + NAME),
                    Pattern.compile(
                            "\\b()"
                                    + NAME
                                    + CHANGED
                                    + "\\s{1,3}in\\s{1,3}[(\\[{]([^)\\]}]{1,400})"));

    private static final Pattern SWITCH =
            Pattern.compile(
                    "\\bswitch\\s?\\(\\s?(?:\\w{1,40}\\??\\.)?" + NAME + CHANGED + "\\s?\\)");

    private static final Pattern CASE = Pattern.compile("\\bcase\\s{1,3}" + TEXT);
    private static final Pattern QUOTED = Pattern.compile(TEXT);

    private final Map<String, List<String>> values = new HashMap<>();

    private ValuesInCode() {}

    /** Of the program in this folder, without what it depends on. */
    public static ValuesInCode in(Path folder) {
        var values = new ValuesInCode();
        OwnCode.read(
                folder,
                code -> {
                    values.learn(code);
                    return values.values.size() < MOST_NAMES;
                });
        return values;
    }

    static ValuesInCode of(String hostileCode) {
        var values = new ValuesInCode();
        values.learn(hostileCode);
        return values;
    }

    /** What something of this name is compared with, whatever its spelling. */
    public List<String> named(String parameter) {
        return List.copyOf(values.getOrDefault(DocumentedValues.key(parameter), List.of()));
    }

    private void learn(String hostile) {
        for (Pattern compared : COMPARED) {
            Matcher found = compared.matcher(hostile);
            while (found.find()) {
                keep(found.group(1), text(found, 2));
            }
        }
        Matcher contained = CONTAINED.matcher(hostile);
        while (contained.find()) {
            keep(contained.group(3), text(contained, 1));
        }
        Matcher list = CHOSEN.getFirst().matcher(hostile);
        while (list.find()) {
            all(list.group(2), QUOTED, list.group(1));
        }
        Matcher choice = CHOSEN.getLast().matcher(hostile);
        while (choice.find()) {
            all(choice.group(2), QUOTED, choice.group(3));
        }
        Matcher chosen = SWITCH.matcher(hostile);
        while (chosen.find()) {
            int end = Math.min(hostile.length(), chosen.end() + MOST_CHOICES);
            all(chosen.group(1), CASE, hostile.substring(chosen.end(), end));
        }
    }

    private void all(String name, Pattern one, String among) {
        Matcher text = one.matcher(among);
        while (text.find()) {
            keep(name, text(text, 1));
        }
    }

    private static String text(Matcher found, int group) {
        String text = found.group(group);
        return text == null ? found.group(group + 1) : text;
    }

    private void keep(String name, String value) {
        String key = DocumentedValues.key(name);
        if (DocumentedValues.usable(value)
                && (values.size() < MOST_NAMES || values.containsKey(key))) {
            List<String> known = values.computeIfAbsent(key, _ -> new ArrayList<>());
            if (known.size() < MOST_EACH && !known.contains(value)) {
                known.add(value);
            }
        }
    }
}
