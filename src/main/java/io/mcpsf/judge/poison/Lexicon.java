package io.mcpsf.judge.poison;

import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/**
 * How each notion is put in the languages we read: one data file a language. A plain entry is a
 * whole word or several; {@code word*} takes any ending, {@code *part*} stands anywhere, and {@code
 * (a|b) c} is two entries. Found in one pass whatever the text, so that no text is slow.
 */
final class Lexicon {

    static final List<String> LANGUAGES =
            List.of(
                    "any", "en", "de", "fr", "es", "pt", "it", "ru", "uk", "tr", "ar", "hi", "zh",
                    "ja", "ko");

    /** Written without spaces between words, or with words that take letters before them. */
    private static final List<String> UNBOUND = List.of("any", "zh", "ja", "ko");

    /** Languages in Latin letters: read only where they are spoken. */
    private static final List<String> KNOWN_BY_WORDS =
            List.of("en", "de", "fr", "es", "pt", "it", "tr");

    private static final String PROCLITICS = "\u0648\u0641\u0628\u0644\u0643\u0627";

    /** Words of no notion, to part those that have one. */
    private static final String COMMON =
            "a an the of to in on at by for from with and or but if is are was be been has have had"
                    + " it its this that these those as so not no you your we our us me my i he she"
                    + " they their them his her file files path text value values field parameter"
                    + " argument call tool tools server name list number first second next new old"
                    + " one two can will would may might do does did done get gets got into onto"
                    + " over under about after before when where which who what why how then than"
                    + " there here only also just any all each every some more most other same such"
                    + " returns return result results request response data message messages email"
                    + " address line lines format string json input output use used using call"
                    + " called needs need because since until while during without within between";

    private static final int MAX_FORMS = 1_000;

    private static final boolean[] IN_WORD = new boolean[Character.MAX_VALUE + 1];

    static {
        for (int c = 0; c < IN_WORD.length; c++) {
            IN_WORD[c] = inWord((char) c);
        }
    }

    /** Where a notion was found, in the folded text. */
    record Hit(Notion notion, int start, int end) {}

    /** Where a word stands that can have a sense; languages only tell words apart. */
    record Word(WordSense sense, int start, int end, int language) {}

    /** How many small words of English a text has, and of the other language that has most. */
    record Speech(int english, int other) {}

    /** What was found in a text. */
    record Found(List<Hit> hits, List<Word> words) {}

    /** {@code language} is its place among those known by words, or negative. */
    private record Entry(int language, Meaning meaning, int length, boolean open, boolean ending) {}

    /** Entries that were met, each with where it ended. */
    private static final class Met {
        private int[] numbers = new int[256];
        private int count;

        void add(int entry, int end) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, count * 2);
            }
            numbers[count++] = entry;
            numbers[count++] = end;
        }
    }

    private sealed interface Meaning {}

    private record OfNotion(Notion notion) implements Meaning {}

    /** A word by which a language is known. */
    private record OfSpeech() implements Meaning {}

    private record OfSense(WordSense sense, int language) implements Meaning {}

    private final WordTree tree = new WordTree();
    private final List<Entry> entries = new ArrayList<>();

    private final java.util.Set<String> words = new HashSet<>(List.of(COMMON.split(" ")));

    private Lexicon() {}

    /** Loaded on first use. */
    private static final class Holder {
        static final Lexicon ALL = load();
    }

    static Lexicon all() {
        return Holder.ALL;
    }

    /** A data file of this package; the only place here that reads any. */
    static String data(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }

    static byte[] bytes(String name) {
        try (InputStream in = Lexicon.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no file " + name);
            }
            // Into one array: the largest file would need twice its size otherwise.
            byte[] all = new byte[in.available()];
            int read = in.readNBytes(all, 0, all.length);
            byte[] rest = in.readAllBytes();
            if (rest.length == 0 && read == all.length) {
                return all;
            }
            byte[] whole = Arrays.copyOf(all, read + rest.length);
            System.arraycopy(rest, 0, whole, read, rest.length);
            return whole;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Lexicon load() {
        var lexicon = new Lexicon();
        var mapper = new YAMLMapper();
        for (String language : LANGUAGES) {
            String words = data(language + ".yaml");
            lexicon.add(mapper.readTree(words), LANGUAGES.indexOf(language));
            int number = LANGUAGES.indexOf(language);
            WordSense.words(language)
                    .forEach(
                            (sense, forms) ->
                                    forms.forEach(
                                            word ->
                                                    lexicon.add(
                                                            new OfSense(sense, number),
                                                            word,
                                                            number)));
        }
        lexicon.tree.link();
        return lexicon;
    }

    private void add(JsonNode file, int language) {
        for (var notion : file.properties()) {
            Notion what = Notion.valueOf(notion.getKey().toUpperCase(Locale.ROOT));
            Meaning meaning = what == Notion.SPEAKS ? new OfSpeech() : new OfNotion(what);
            for (JsonNode entry : notion.getValue()) {
                for (String form : forms(entry.asString())) {
                    add(meaning, form, language);
                }
            }
        }
    }

    /** All words that stand in an entry of any language. */
    java.util.Set<String> words() {
        return words;
    }

    private void add(Meaning meaning, String form, int language) {
        String bare = form.replace("*", "");
        String folded = Folded.of(bare).text().strip();
        if (folded.isEmpty()) {
            throw new IllegalStateException("no letters in \"" + form + "\"");
        }
        boolean unbound = UNBOUND.contains(LANGUAGES.get(language));
        boolean any = language == 0;
        boolean open = form.startsWith("*") || (unbound && !latin(folded.charAt(0)));
        boolean ending =
                form.endsWith("*")
                        || (unbound
                                && ((any && !meaning.equals(new OfNotion(Notion.COMMAND)))
                                        || !latin(folded.charAt(folded.length() - 1))));
        entries.add(
                new Entry(
                        KNOWN_BY_WORDS.indexOf(LANGUAGES.get(language)),
                        meaning,
                        folded.length(),
                        open,
                        ending));
        tree.add(folded, entries.size() - 1);
        for (String word : folded.split(" ", -1)) {
            if (word.length() > 2) {
                words.add(word);
            }
        }
    }

    /** All the entries that one with alternatives stands for. */
    static List<String> forms(String entry) {
        int close = entry.indexOf(')');
        int open = close < 0 ? -1 : entry.lastIndexOf('(', close);
        if (open < 0) {
            return List.of(entry);
        }
        var all = new ArrayList<String>();
        for (String one : entry.substring(open + 1, close).split("\\|", -1)) {
            String joined = entry.substring(0, open) + one + entry.substring(close + 1);
            all.addAll(forms(joined.replace("  ", " ").strip()));
        }
        if (all.size() > MAX_FORMS) {
            throw new IllegalStateException("too many forms of \"" + entry + "\"");
        }
        return all;
    }

    private static boolean latin(char c) {
        return c >= 'a' && c <= 'z';
    }

    Found in(String folded) {
        var met = new Met();
        var spoken = new Spoken(KNOWN_BY_WORDS.size());
        tree.walk(
                folded,
                (entry, end) -> {
                    Entry found = entries.get(entry);
                    boolean whole = whole(found, folded, end);
                    if (whole && found.meaning() instanceof OfSpeech) {
                        spoken.add(found.language(), end);
                    } else if (whole) {
                        met.add(entry, end);
                    }
                });
        var read = new ArrayList<Hit>();
        var words = new ArrayList<Word>();
        for (int i = 0; i < met.count; i += 2) {
            Entry entry = entries.get(met.numbers[i]);
            int end = met.numbers[i + 1];
            int start = end - entry.length();
            if (spoken.at(entry.language(), start)) {
                switch (entry.meaning()) {
                    case OfSpeech() -> {}
                    case OfNotion(Notion notion) -> read.add(new Hit(notion, start, end));
                    case OfSense(WordSense sense, int language) ->
                            words.add(new Word(sense, start, end, language));
                }
            }
        }
        return new Found(read, words);
    }

    /** Of the languages in Latin letters. */
    Speech speech(String folded) {
        int[] counts = new int[KNOWN_BY_WORDS.size()];
        tree.walk(
                folded,
                (entry, end) -> {
                    Entry found = entries.get(entry);
                    if (found.meaning() instanceof OfSpeech && whole(found, folded, end)) {
                        counts[found.language()]++;
                    }
                });
        int other = Arrays.stream(counts).skip(1).max().orElse(0);
        return new Speech(counts[0], other);
    }

    private static boolean whole(Entry entry, String folded, int end) {
        return (entry.open() || begins(folded, end - entry.length()))
                && (entry.ending() || !inWord(folded, end));
    }

    /** At the beginning of a word, or behind the letters that Arabic writes to it. */
    private static boolean begins(String text, int start) {
        int at = start - 1;
        char first = text.charAt(start);
        if (first >= 0x600 && first < 0x700) {
            while (at >= 0 && start - at <= 4 && PROCLITICS.indexOf(text.charAt(at)) >= 0) {
                at--;
            }
        }
        return !inWord(text, at);
    }

    private static boolean inWord(String text, int at) {
        if (at < 0 || at >= text.length()) {
            return false;
        }
        return IN_WORD[text.charAt(at)];
    }

    private static boolean inWord(char c) {
        if (c < 0x80) {
            return latin(c) || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '_';
        }
        int type = Character.getType(c);
        return Character.isLetterOrDigit(c)
                || type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK;
    }
}
