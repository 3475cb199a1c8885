package io.mcpsf.judge.poison;

import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
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

    /** Where a notion was found, in the folded text. */
    record Hit(Notion notion, int start, int end) {}

    /** {@code language} is its place among those known by words, or negative. */
    private record Entry(int language, Notion notion, int length, boolean open, boolean ending) {}

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

    private static Lexicon load() {
        var lexicon = new Lexicon();
        var mapper = new YAMLMapper();
        for (String language : LANGUAGES) {
            try (InputStream in = Lexicon.class.getResourceAsStream(language + ".yaml")) {
                if (in == null) {
                    throw new IllegalStateException("no words of " + language);
                }
                lexicon.add(mapper.readTree(in), LANGUAGES.indexOf(language));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        lexicon.tree.link();
        return lexicon;
    }

    private void add(JsonNode file, int language) {
        for (var notion : file.properties()) {
            Notion what = Notion.valueOf(notion.getKey().toUpperCase(Locale.ROOT));
            for (JsonNode entry : notion.getValue()) {
                for (String form : forms(entry.asString())) {
                    add(what, form, language);
                }
            }
        }
    }

    /** All words that stand in an entry of any language. */
    java.util.Set<String> words() {
        return words;
    }

    private void add(Notion notion, String form, int language) {
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
                                && ((any && notion != Notion.COMMAND)
                                        || !latin(folded.charAt(folded.length() - 1))));
        entries.add(
                new Entry(
                        KNOWN_BY_WORDS.indexOf(LANGUAGES.get(language)),
                        notion,
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

    List<Hit> in(String folded) {
        var hits = new ArrayList<Hit>();
        var languages = new ArrayList<Integer>();
        var spoken = new Spoken(KNOWN_BY_WORDS.size());
        tree.walk(
                folded,
                (entry, end) -> {
                    Entry found = entries.get(entry);
                    int start = end - found.length();
                    boolean whole =
                            (found.open() || begins(folded, start))
                                    && (found.ending() || !inWord(folded, end));
                    if (whole && found.notion() == Notion.SPEAKS) {
                        spoken.add(found.language(), end);
                    } else if (whole) {
                        hits.add(new Hit(found.notion(), start, end));
                        languages.add(found.language());
                    }
                });
        var read = new ArrayList<Hit>();
        for (int i = 0; i < hits.size(); i++) {
            if (spoken.at(languages.get(i), hits.get(i).start())) {
                read.add(hits.get(i));
            }
        }
        return read;
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
        return at >= 0
                && at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at))
                        || text.charAt(at) == '_'
                        || Character.getType(text.charAt(at)) == Character.NON_SPACING_MARK
                        || Character.getType(text.charAt(at)) == Character.COMBINING_SPACING_MARK);
    }
}
