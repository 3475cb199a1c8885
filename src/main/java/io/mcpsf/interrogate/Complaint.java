package io.mcpsf.interrogate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an error message asks for. The message is hostile: it is searched, and never followed. */
record Complaint(String text) {

    private static final int MOST = 12;

    private static final Pattern PATH = Pattern.compile("(?<![\\w/.])/[\\w.@+/-]{2,200}");

    private static final Pattern STAYS =
            Pattern.compile(
                    "(?i)allowed|permitted|outside|not in\\b|must be"
                            + " (?:in|within|inside|under)|restricted to|root");

    private static final Pattern CHOICE =
            Pattern.compile(
                    "(?i)(?:one of|expected|valid (?:values|options|choices)(?: are|"
                        + " include)?|supported(?: \\w+)?(?: are)?|available(?: \\w+)?(?:"
                        + " are)?|allowed values(?: are)?|must be|options|choose from|should"
                        + " be)\\s*:?\\s*[\\[({]?\\s*(['\"`]?[\\w./+-]{1,60}['\"`]?(?:\\s*(?:,|\\||or|and)+\\s*(?:or\\s+)?['\"`]?[\\w./+-]{1,60}['\"`]?){1,40})");

    private static final Pattern WORD = Pattern.compile("[\\w./+-]{1,60}");

    private static final Pattern MISSING =
            Pattern.compile(
                    "(?i)(?:missing|required|requires|require|specify|provide|provided|needs?|set)\\b[^'\"`\\n"
                        + "]{0,40}?['\"`]([\\w.-]{1,60})['\"`]|['\"`]([\\w.-]{1,60})['\"`] (?:is"
                        + " (?:a )?(?:required|missing)|must be"
                        + " (?:provided|specified|set))|\\b([A-Za-z_]\\w{1,40}) (?:is|are)"
                        + " required\\b|\\b([A-Za-z_]\\w{1,40}) must be"
                        + " (?:provided|specified|set)\\b|(?m:^([A-Za-z_]\\w{0,40})\\s*\\n"
                        + "\\s+(?:Field required|Missing required))");

    private static final Pattern FLAG =
            Pattern.compile(
                    "(?i)\\b([A-Za-z_]\\w{1,40})(?: flag| option)? must be (?:set to )?true|pass"
                            + " ([A-Za-z_]\\w{1,40}): ?true|\\b([A-Za-z_]\\w{1,40})=true");

    private static final Pattern ISSUE =
            Pattern.compile(
                    "\"expected\"\\s*:\\s*\"(\\w{1,20})\"[^{}]{0,300}?\"path\"\\s*:\\s*\\[\\s*\"(\\w{1,60})\"\\s*\\]");

    private static final Pattern ENDING = Pattern.compile("(?<![\\w/])\\.([a-z][a-z0-9]{1,7})\\b");

    private static final Pattern KIND = Pattern.compile("\\b(?:PDF|DOCX|XLSX|CSV|PNG|ZIP|SVG)\\b");

    private static final Pattern EXACTLY =
            Pattern.compile("(?i)exactly (\\d{1,3}) char|(\\d|two|three)[- ]letter");

    private static final Pattern LATER =
            Pattern.compile(
                    "(?i)(?:not|n't|never) (?:be |lie )?in the past|in the future|past"
                            + " date|(?:be|is) after (?:today|now)");

    private static final Pattern WHEN =
            Pattern.compile("(?i)(?<!up[ -]to[ -])(?<![a-z])(?:date|iso|yyyy)");

    private static final Pattern TAKEN =
            Pattern.compile("(?i)already (?:exists?|taken|in use)|not an empty dir|must not exist");

    private static final Pattern ANY =
            Pattern.compile(
                    "(?i)at least one"
                        + " (?:field|param|propert|argument|option|attribute|value|change)|no"
                        + " (?:fields|updates|changes|parameters) (?:were |was"
                        + " )?(?:provided|specified|given|to update)|nothing to (?:update|change)");

    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--([a-z][a-z-]{1,40})");

    /** Folders that the server says it stays in: those that we did not name ourselves. */
    List<String> folders(String sent) {
        if (!STAYS.matcher(text).find()) {
            return List.of();
        }
        return all(PATH).stream().filter(path -> !sent.contains(path)).toList();
    }

    /** Values of which one is wanted. */
    List<String> choices() {
        var choices = new LinkedHashSet<String>();
        Matcher list = CHOICE.matcher(text);
        while (list.find() && choices.size() < MOST) {
            Matcher word = WORD.matcher(list.group(1));
            while (word.find() && choices.size() < MOST) {
                if (!Set.of("or", "and").contains(word.group())) {
                    choices.add(word.group());
                }
            }
        }
        return List.copyOf(choices);
    }

    /** Names of parameters that are not there. */
    List<String> missing() {
        return groups(MISSING);
    }

    /** Whether a date must lie ahead. */
    boolean wantsLater() {
        return LATER.matcher(text).find();
    }

    /** Whether a date is wanted in the usual form. */
    boolean wantsDate() {
        return WHEN.matcher(text).find();
    }

    /** Whether what was to be made is there already. */
    boolean isTaken() {
        return TAKEN.matcher(text).find();
    }

    /** Whether any further parameter would do. */
    boolean wantsAny() {
        return ANY.matcher(text).find();
    }

    /** Whether parameters are missing. */
    boolean wantsMore() {
        return says("require", "must be provided", "missing", "needs ", "specify", "provide");
    }

    /** Whether a value is not liked. */
    boolean isRejecting() {
        return says("invalid", "expected", "must ", "not supported", "only supported", "unknown");
    }

    /** Options of a command line that it speaks of, without the dashes. */
    List<String> options() {
        return groups(OPTION);
    }

    /** Of these names those that it says. */
    List<String> named(Collection<String> names) {
        return names.stream()
                .filter(name -> name.length() > 1)
                .filter(
                        name ->
                                Pattern.compile("(?<!\\w)" + Pattern.quote(name) + "(?!\\w)")
                                        .matcher(text)
                                        .find())
                .limit(MOST)
                .toList();
    }

    /** Parameters of which one is wanted, and not several: "either a or b must be provided". */
    List<String> alternatives(Collection<String> declared) {
        if (!says("either ", "one of ", "not both") || !says("provide", "required", "specif")) {
            return List.of();
        }
        List<String> named = named(declared);
        return named.size() > 1 ? named : List.of();
    }

    /** Names and the types that a validator expects under them. */
    Map<String, String> expected() {
        Map<String, String> expected = new LinkedHashMap<>();
        Matcher issue = ISSUE.matcher(text);
        while (issue.find() && expected.size() < MOST) {
            expected.putIfAbsent(issue.group(2), issue.group(1));
        }
        return expected;
    }

    /** Switches that must be on. */
    List<String> flags() {
        return groups(FLAG);
    }

    /** Endings of file names that are taken, without the dot. */
    List<String> endings() {
        var endings = new LinkedHashSet<String>();
        all(ENDING).forEach(found -> endings.add(found.substring(1)));
        // Also by the name of the format alone: "failed to process PDF".
        all(KIND).forEach(found -> endings.add(found.toLowerCase(Locale.ROOT)));
        return List.copyOf(endings);
    }

    /** The length that a text must have, or 0. */
    int length() {
        Matcher exactly = EXACTLY.matcher(text);
        if (!exactly.find()) {
            return 0;
        }
        String digits = exactly.group(1) == null ? exactly.group(2) : exactly.group(1);
        return switch (digits.toLowerCase(Locale.ROOT)) {
            case "two" -> 2;
            case "three" -> 3;
            default -> Integer.parseInt(digits);
        };
    }

    boolean says(String... words) {
        String low = text.toLowerCase(Locale.ROOT);
        for (String word : words) {
            if (low.contains(word)) {
                return true;
            }
        }
        return false;
    }

    /** Other tools that it names: "use open_session first". */
    List<String> tools(Set<String> listed, String own) {
        return listed.stream()
                .filter(tool -> tool.length() > 3 && !tool.equals(own))
                .filter(
                        tool ->
                                Pattern.compile("(?<!\\w)" + Pattern.quote(tool) + "(?!\\w)")
                                        .matcher(text)
                                        .find())
                .limit(2)
                .toList();
    }

    private List<String> all(Pattern pattern) {
        var found = new LinkedHashSet<String>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find() && found.size() < MOST) {
            found.add(matcher.group().replaceAll("[.,;:]+$", ""));
        }
        return List.copyOf(found);
    }

    private List<String> groups(Pattern pattern) {
        var found = new ArrayList<String>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find() && found.size() < MOST) {
            for (int i = 1; i <= matcher.groupCount(); i++) {
                if (matcher.group(i) != null) {
                    found.add(matcher.group(i));
                }
            }
        }
        return found;
    }
}
