package io.mcpsf.judge.poison;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The phrases of a text. What is only mentioned, or denied, weighs a quarter of what is said. */
final class PhraseHints {

    private static final PhraseFinder PHRASES =
            new PhraseFinder(Stream.concat(Phrases.ALL.stream(), Wordings.ALL.stream()).toList());

    /** Whether a sentence only talks about what follows in it. */
    private static final Pattern MENTIONS =
            Pattern.compile(
                    "\\b(?:detect|scans? |such as|e\\.g\\.|for example|examples? of|sample"
                        + " (?:response|output|text)|illustrat|training"
                        + " (?:text|data)|expected|mock|fixture|analy[sz]es|flags? |checks?"
                        + " (?:whether|if) |guards? (?:against|that)|block(?:s|ing)"
                        + " |prevent|protects? |phrases? |attempts? |tries"
                        + " to|classif|identif|sanitiz|attack(?:s|ers?|ing)?\\b|simulat|techniques?|por"
                        + " ejemplo|par exemple|zum beispiel|clasifica)",
                    Pattern.CASE_INSENSITIVE);

    /** What somebody else asks for is no order of this text: "when users try to make it ...". */
    private static final Pattern OTHERS =
            Pattern.compile(
                    "\\b(?:users?|customers?|someone|anyone|somebody|people|visitors?|messages?|texts?)"
                        + " (?:\\w{1,12} ){0,2}(?:try|tries|trying|asks?|wants?|tells?)"
                        + " (?:\\w{1,12} ){0,2}to (?:make (?:\\w{1,12} ){1,2})?$",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern DENIES =
            Pattern.compile(
                    "(?:\\bnever|\\bnot|n't|\\bno|\\bwithout|\\bavoid|\\bcannot)"
                            + " (?!forget|fail|hesitate|neglect|omit|miss)(?:\\w+ ){0,2}$",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern SENTENCE_END = Pattern.compile("[.!?](?=\\s)|¶");

    private PhraseHints() {}

    static List<Hint> in(String plain) {
        var hints = new ArrayList<Hint>();
        PHRASES.each(plain, (phrase, match) -> weighed(plain, phrase, match).forEach(hints::add));
        return hints;
    }

    private static Stream<Hint> weighed(String plain, Phrase phrase, MatchResult match) {
        boolean only = phrase.mentionable() && mentioned(plain, match.start(), match.end());
        int weight = only ? phrase.weight() / 4 : phrase.weight();
        weight = denied(plain, match.start()) ? weight / 4 : weight;
        return weight <= 0
                ? Stream.empty()
                : Stream.of(
                        Hint.quoting(
                                phrase.cue(),
                                weight,
                                match.start(),
                                words(plain, match.start(), match.end())));
    }

    private static boolean mentioned(String plain, int start, int end) {
        int begin = 0;
        Matcher ends = SENTENCE_END.matcher(plain).region(Math.max(0, start - 400), start);
        while (ends.find()) {
            begin = ends.end();
        }
        boolean quoted =
                start > 0
                        && "'\"`\u201c".indexOf(plain.charAt(start - 1)) >= 0
                        && end < plain.length();
        String before = plain.substring(begin, start);
        return quoted || MENTIONS.matcher(before).find() || OTHERS.matcher(before).find();
    }

    /** What a text says that it never does, or asks never to do, is no order to do it. */
    private static boolean denied(String plain, int start) {
        return DENIES.matcher(plain.substring(Math.max(0, start - 30), start)).find();
    }

    private static String words(String plain, int start, int end) {
        String words = plain.substring(start, Math.min(plain.length(), end + 30));
        int paragraph = words.indexOf('¶', end - start);
        return (paragraph < 0 ? words : words.substring(0, paragraph)).strip();
    }
}
