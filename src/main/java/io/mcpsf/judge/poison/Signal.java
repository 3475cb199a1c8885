package io.mcpsf.judge.poison;

import io.mcpsf.judge.poison.Lexicon.Word;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Words that together turn against the user: something is not to be told, nobody is to be asked,
 * something false is to be said. Composed from words in their order and close together, so that no
 * list has to hold the sentence.
 */
enum Signal {
    /** "Do not mention this step". */
    UNTOLD,
    /** "The user need not know". */
    UNKNOWING,
    /** "Keep it out of the answer". */
    LEFT_OUT,
    /** "Return to the user only …". */
    ONLY_SAID,
    /** "Without asking", "confirmation is not needed". */
    UNCONFIRMED,
    /** "Already approved". */
    APPROVED,
    /** "Even if the user …". */
    DESPITE_USER,
    /** "Claim that", "as if". */
    FALSEHOOD,
    /** "If anyone asks". */
    IF_ASKED,
    /** A model is spoken of. */
    MODEL_NAMED,
    /** The model is the one that acts: "the assistant forwards". */
    MODEL_ACTS,
    MAIL,
    URL,
    /** A name in backticks. */
    PARAMETER,
    /** Private data is put into a parameter. */
    FILLS_PARAMETER,
    /** Something is sent to an address. */
    SENDS_OUT,
    /** Private data is. */
    SENDS_PRIVATE,
    /** The statement or a clause begins with an act. */
    IMPERATIVE,
    /** "Must send". */
    OBLIGED,
    /** "Never send". */
    FORBIDDEN;

    private static final List<WordSense> ACTS =
            List.of(
                    WordSense.READ,
                    WordSense.GIVE,
                    WordSense.SEND,
                    WordSense.RUN,
                    WordSense.CHANGE,
                    WordSense.DELETE,
                    WordSense.TELL,
                    WordSense.REMEMBER,
                    WordSense.DISABLE,
                    WordSense.USE,
                    WordSense.ASK);

    private static final List<WordSense> PRIVATE =
            List.of(WordSense.SECRET, WordSense.TALK, WordSense.PRIVATE);

    /** Ends of what stands before an act that begins a clause. */
    private static final List<String> JOINTS =
            List.of(
                    ",", ";", ":", " and", " then", " und", " dann", " et", " puis", " y", " e",
                    " poi", " и", " затем", " і", " ve");

    /** A name or a type says nothing. */
    private static final int SHORTEST = 8;

    private static final String MARKS = "\"'\u201c\u00ab\u201e\u300c";

    int bit() {
        return 1 << ordinal();
    }

    /** All signals of one statement; words and places count from the beginning of the text. */
    static int in(String text, int start, int end, List<Word> words) {
        if (end - start < SHORTEST) {
            return 0;
        }
        return new Reading(text, start, end, words).signals();
    }

    /** One statement while it is read. */
    private static final class Reading {

        private static final List<Word> NONE = List.of();

        /** No statement that anybody writes has more; words are compared with each other. */
        private static final int MOST_WORDS = 300;

        private static final int OUT_OF_REACH = 101;

        private final String text;
        private final int start;
        private final int end;
        private final Map<WordSense, List<Word>> words = new EnumMap<>(WordSense.class);
        private int found;

        Reading(String text, int start, int end, List<Word> all) {
            this.text = text;
            this.start = start;
            this.end = end;
            for (Word word : all.subList(0, Math.min(all.size(), MOST_WORDS))) {
                words.computeIfAbsent(word.sense(), s -> new java.util.ArrayList<>()).add(word);
            }
        }

        int signals() {
            silence();
            consent();
            if (has(WordSense.LIED)) {
                add(FALSEHOOD);
            }
            if (has(WordSense.ASKED)) {
                add(IF_ASKED);
            }
            if (has(WordSense.MACHINE)) {
                add(MODEL_NAMED);
            }
            addresses();
            acts();
            return found;
        }

        private void silence() {
            if (has(WordSense.HUSH)) {
                add(UNTOLD);
            }
            for (Word not : of(WordSense.DENY)) {
                if (follows(not, WordSense.SAY, 22, say -> untold(not, say))) {
                    add(UNTOLD);
                }
                if (follows(
                        not,
                        WordSense.PERSON,
                        8,
                        person -> follows(person, WordSense.KNOW, 14, know -> true))) {
                    add(UNKNOWING);
                }
            }
            for (Word person : of(WordSense.PERSON)) {
                if (follows(
                        person,
                        WordSense.DENY,
                        30,
                        not -> follows(not, WordSense.KNOW, 22, know -> true))) {
                    add(UNKNOWING);
                }
            }
            for (Word omit : of(WordSense.OMIT)) {
                if (follows(
                        omit,
                        WordSense.AWAY,
                        35,
                        away ->
                                follows(away, WordSense.ANSWER, 18, answer -> true)
                                        || follows(away, WordSense.PERSON, 18, person -> true))) {
                    add(LEFT_OUT);
                }
            }
            for (Word say : of(WordSense.SAY)) {
                if (follows(say, WordSense.ONLY, 22, only -> quoted(only) || toUser(say, only))) {
                    add(ONLY_SAID);
                }
            }
            for (Word only : of(WordSense.ONLY)) {
                if (follows(
                        only,
                        WordSense.SAY,
                        10,
                        say -> follows(say, WordSense.PERSON, 12, person -> true))) {
                    add(ONLY_SAID);
                }
            }
        }

        /** What is not to be told is no secret, but the act itself. */
        private boolean untold(Word not, Word say) {
            boolean what = false;
            for (WordSense sense : List.of(WordSense.PERSON, WordSense.THING, WordSense.ANSWER)) {
                for (Word word : of(sense)) {
                    int behind = word.start() - say.end();
                    int before = not.start() - word.end();
                    boolean between = word.start() >= not.end() && word.start() < say.start();
                    what |=
                            word.language() == say.language()
                                    && ((behind >= -1 && behind <= 40)
                                            || (before >= 0 && before <= 25)
                                            || between);
                }
            }
            return what && !secretBehind(say);
        }

        private boolean secretBehind(Word word) {
            return of(WordSense.SECRET).stream()
                    .anyMatch(
                            secret ->
                                    secret.start() >= word.end()
                                            && secret.start() - word.end() <= 30);
        }

        private boolean quoted(Word only) {
            for (int i = only.end(); i < Math.min(end, only.end() + 12); i++) {
                if (MARKS.indexOf(text.charAt(i)) >= 0) {
                    return true;
                }
            }
            return false;
        }

        private boolean toUser(Word say, Word only) {
            return of(WordSense.PERSON).stream()
                    .anyMatch(
                            person ->
                                    person.start() >= say.end()
                                            && person.start() <= only.start() + 14);
        }

        private void consent() {
            if (has(WordSense.UNASKED)) {
                add(UNCONFIRMED);
            }
            for (Word not : of(WordSense.DENY)) {
                boolean twice =
                        of(WordSense.DENY).stream()
                                .anyMatch(
                                        other ->
                                                not.start() >= other.end()
                                                        && not.start() - other.end() <= 70);
                if (!twice
                        && follows(
                                not,
                                WordSense.CONSULT,
                                20,
                                ask ->
                                        text.substring(not.end(), ask.start()).indexOf(',') < 0
                                                && !secretBehind(ask))) {
                    add(UNCONFIRMED);
                }
            }
            for (Word ask : of(WordSense.CONSULT)) {
                if (follows(ask, WordSense.DENY, 12, not -> true)) {
                    add(UNCONFIRMED);
                }
            }
            for (Word already : of(WordSense.ALREADY)) {
                if (follows(already, WordSense.AGREED, 18, agreed -> true)) {
                    add(APPROVED);
                }
            }
            for (Word despite : of(WordSense.DESPITE)) {
                if (follows(despite, WordSense.PERSON, 35, person -> true)) {
                    add(DESPITE_USER);
                }
            }
        }

        private void addresses() {
            int at = text.indexOf('@', start, end);
            if (at > start
                    && at + 1 < end
                    && Character.isLetterOrDigit(text.charAt(at - 1))
                    && Character.isLetterOrDigit(text.charAt(at + 1))) {
                add(MAIL);
            }
            if (text.indexOf("://", start, end) >= 0) {
                add(URL);
            }
            if (parameter(start) >= 0) {
                add(PARAMETER);
            }
        }

        /** Where from here on a name stands in backticks, or negative. */
        private int parameter(int from) {
            for (int at = text.indexOf('`', from, end); at >= 0 && at < end; ) {
                int close = text.indexOf('`', at + 1, end);
                if (close < 0) {
                    return -1;
                }
                if (close - at > 1
                        && close - at <= 41
                        && text.substring(at, close).indexOf(' ') < 0) {
                    return at;
                }
                at = close;
            }
            return -1;
        }

        private void acts() {
            for (WordSense sense : ACTS) {
                for (Word act : of(sense)) {
                    act(act);
                }
            }
        }

        private void act(Word act) {
            boolean hands =
                    act.sense() == WordSense.GIVE
                            || act.sense() == WordSense.SEND
                            || act.sense() == WordSense.READ;
            if (act.sense() != WordSense.USE && act.sense() != WordSense.ASK && before(act)) {
                add(MODEL_ACTS);
            }
            if (hands) {
                handed(act);
            }
            if (behind(WordSense.DENY, act, 0, 12)) {
                add(FORBIDDEN);
                return;
            }
            String lead = text.substring(Math.max(start, act.start() - 12), act.start()).strip();
            String bare = bare(lead);
            if (bare.isEmpty() || JOINTS.stream().anyMatch(bare::endsWith)) {
                add(IMPERATIVE);
            }
            if (behind(WordSense.MUST, act, 0, 22)) {
                add(OBLIGED);
            }
        }

        private boolean before(Word act) {
            return behind(WordSense.MACHINE, act, 1, 28);
        }

        /** Whether a word of this sense ends so many letters before the act. */
        private boolean behind(WordSense sense, Word act, int least, int most) {
            for (Word word : of(sense)) {
                int gap = act.start() - word.end();
                if (gap >= least && gap <= most) {
                    return true;
                }
            }
            return false;
        }

        private void handed(Word act) {
            int parameter = act.end() < end ? parameter(act.end()) : -1;
            if (parameter >= 0 && parameter - act.end() <= 60 && of(act, 40, parameter, PRIVATE)) {
                add(FILLS_PARAMETER);
            }
            int reach = Math.min(end, act.end() + OUT_OF_REACH);
            int mail = text.indexOf('@', act.end(), Math.max(reach, act.end()));
            int url = text.indexOf("://", act.end(), Math.max(reach, act.end()));
            int out = mail < 0 ? url : url < 0 ? mail : Math.min(mail, url);
            if (out >= 0) {
                add(SENDS_OUT);
                if (of(act, 60, out, PRIVATE) || of(act, 60, out, List.of(WordSense.MONEY))) {
                    add(SENDS_PRIVATE);
                }
            }
        }

        private boolean of(Word act, int before, int until, List<WordSense> senses) {
            return senses.stream()
                    .flatMap(sense -> of(sense).stream())
                    .anyMatch(word -> word.start() >= act.start() - before && word.start() < until);
        }

        private static String bare(String lead) {
            int from = 0;
            int to = lead.length();
            while (from < to && " \u00b6-*•\"\u201c".indexOf(lead.charAt(from)) >= 0) {
                from++;
            }
            while (to > from && " \u00b6-*•\"\u201c".indexOf(lead.charAt(to - 1)) >= 0) {
                to--;
            }
            return lead.substring(from, to);
        }

        private boolean follows(Word first, WordSense next, int gap, Predicate<Word> also) {
            for (Word word : of(next)) {
                int between = word.start() - first.end();
                if (between >= 0
                        && between <= gap
                        && word.language() == first.language()
                        && also.test(word)) {
                    return true;
                }
            }
            return false;
        }

        private boolean has(WordSense sense) {
            return words.containsKey(sense);
        }

        private List<Word> of(WordSense sense) {
            return words.getOrDefault(sense, NONE);
        }

        private void add(Signal signal) {
            found |= signal.bit();
        }
    }
}
