package io.mcpsf.judge.poison;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How much a text looks like orders to a model that its user is not meant to approve. Hints add up
 * when they are of different kinds and stand close together; a long honest text holds one here and
 * one there.
 */
public record Suspicion(int score, List<Hint> hints) {

    /** From here on a text is worth a finding. */
    public static final int NOTEWORTHY = 7;

    /** From here on several weak hints are more than chance. */
    public static final int LIKELY = 10;

    /** From here on, with an order and a purpose, there is no honest reading. */
    private static final int STRONG = 18;

    private static final Set<Cue> ORDERS =
            EnumSet.of(
                    Cue.CONCEAL,
                    Cue.STEALTH,
                    Cue.ENCODED,
                    Cue.DISGUISED,
                    Cue.OVERRIDE,
                    Cue.FRAME,
                    Cue.PADDING,
                    Cue.COMMENT,
                    Cue.UNSEEN,
                    Cue.UNASKED,
                    Cue.CREEPS,
                    Cue.ROLE,
                    Cue.SPEAKS,
                    Cue.AUTHORITY,
                    Cue.REPLACES,
                    Cue.PREFERRED);

    private static final Set<Cue> PURPOSES =
            EnumSet.of(
                    Cue.SECRET,
                    Cue.CREDENTIAL,
                    Cue.EXFILTRATE,
                    Cue.OUTWARD,
                    Cue.REVEAL,
                    Cue.COLLECT,
                    Cue.SHADOW,
                    Cue.TAKES,
                    Cue.STRAY_PATH,
                    Cue.CONVERSATION,
                    Cue.CARRIES,
                    Cue.COMMAND,
                    Cue.PERSIST,
                    Cue.ALTERS,
                    Cue.FALSIFIES,
                    Cue.PLANTS,
                    Cue.DESTROYS,
                    Cue.WEAKENS,
                    Cue.ASKS,
                    Cue.UNSEEN,
                    Cue.ROLE,
                    Cue.PREFERRED);

    /** Said only to a model. */
    private static final Set<Cue> VOICE =
            EnumSet.of(Cue.OVERRIDE, Cue.CONCEAL, Cue.FRAME, Cue.JAILBREAK, Cue.OBEY, Cue.REVEAL);

    /**
     * Less than this is a side note, or a phrase that is only mentioned: many of them make no
     * order.
     */
    private static final int OUTRIGHT = 5;

    /** From here on it does not matter who is spoken to. */
    private static final int OUTCRY = 14;

    /** From these odds on the words of a stretch are enough by themselves. */
    private static final double PATTERN = 3.0;

    /** From these on there is no honest reading of it, even where no act was recognised. */
    private static final double LONE_PATTERN = 5.0;

    /** Below these odds acts are not beyond an honest reading, whatever they add up to. */
    private static final double DOUBT = 2.0;

    /** In a longer text some of the many words always meet: below these odds they prove nothing. */
    private static final double CHANCE = 1.5;

    /** In a short one a single act below these does not either. */
    private static final double SHORT_CHANCE = -3.0;

    private static final int SHORT = 200;

    /** Nobody writes like that by chance. */
    private static final Set<Cue> CRAFTED =
            EnumSet.of(Cue.ENCODED, Cue.DISGUISED, Cue.LOOKALIKE, Cue.PADDING, Cue.COMMENT);

    private static final Set<Cue> HIDES = EnumSet.of(Cue.CONCEAL, Cue.STEALTH, Cue.UNSEEN);

    private static final Set<Cue> SECRETS =
            EnumSet.of(Cue.SECRET, Cue.CREDENTIAL, Cue.TAKES, Cue.STRAY_PATH);

    /** Half of every character that spells hidden text. */
    private static final char TAG_PLANE = '\uDB40';

    /** Hints farther apart than this have nothing to do with each other. */
    private static final int REACH = 700;

    private static final int MAX_QUOTE = 160;
    private static final int SHORTEST_NAME = 4;
    private static final int MAX_DRESS = 16 << 10;

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
    private static final int GAP_BLANKS = 60;
    private static final int GAP_LINES = 12;
    private static final Pattern GAP =
            Pattern.compile(
                    "(?:[ \\u00a0]{%d}+|(?:[ \\t]{0,20}+\\r?\\n){%d})\\s*+\\S.{20}"
                            .formatted(GAP_BLANKS, GAP_LINES));
    private static final Pattern COMMENT =
            Pattern.compile("<!--(.{8,2000}?)-->|\\[//\\]: ?# ?\\((.{8,500}?)\\)", Pattern.DOTALL);

    private static final PhraseFinder PHRASES =
            new PhraseFinder(Stream.concat(Phrases.ALL.stream(), Wordings.ALL.stream()).toList());

    public Suspicion {
        hints = List.copyOf(hints);
    }

    /** Reads one text: a description, a schema's title, instructions. */
    public static Suspicion of(String hostile) {
        return of(hostile, TextPlace.WORDS);
    }

    /** Reads a text that stands at this place. */
    public static Suspicion of(String hostile, TextPlace place) {
        var hints = new ArrayList<Hint>();
        String plain = Plain.of(hostile);
        DemandedActs.Found found = gather(hints, plain, place);
        hints.removeIf(hint -> !spoken(hint, hints, found.addressed(), place));
        decoded(hints, plain);
        hints.addAll(DemandedActs.acrossParts(plain, found));
        DemandedActs.Pattern spread = spread(hints, plain, place);
        String hidden = hostile.indexOf(TAG_PLANE) >= 0 ? HiddenText.in(hostile).decoded() : "";
        if (!hidden.isEmpty()) {
            gather(hints, Plain.of(hidden), TextPlace.WORDS);
        }
        dress(hints, hostile, place);
        Suspicion plainly = best(hints);
        for (String reading : Disguise.readings(hostile)) {
            disguised(hints, reading, plainly);
        }
        DemandedActs.Pattern heard = heard(found, place);
        return best(hints).weighed(spread.odds() > heard.odds() ? spread : heard, plain.length());
    }

    /** Whether one text names what another one describes. */
    public static boolean speaksOf(String hostile, String name) {
        int at = name.length() < SHORTEST_NAME ? -1 : hostile.indexOf(name);
        return at >= 0
                && (at == 0 || !Character.isLetterOrDigit(hostile.charAt(at - 1)))
                && (at + name.length() == hostile.length()
                        || !Character.isLetterOrDigit(hostile.charAt(at + name.length())));
    }

    /**
     * Two texts as one, where only the two together are an order: what either of them says by
     * itself is told of it alone.
     */
    public static Suspicion joined(String one, String other) {
        var nothing = new Suspicion(0, List.of());
        if (of(one).score() >= LIKELY || of(other).score() >= LIKELY) {
            return nothing;
        }
        Suspicion both = of(one.strip() + " " + other);
        int seam = Plain.of(one).length();
        boolean across =
                both.hints.stream()
                        .anyMatch(h -> h.at() < seam && h.at() + h.quote().length() > seam);
        boolean before = both.hints.stream().anyMatch(h -> h.at() < seam);
        boolean behind = both.hints.stream().anyMatch(h -> h.at() >= seam);
        return across || (before && behind) ? both : nothing;
    }

    /** A sentence in pieces is read as one, as a model does. */
    private static DemandedActs.Pattern spread(List<Hint> hints, String plain, TextPlace place) {
        String glued = place == TextPlace.WORDS ? Fragments.glued(plain) : "";
        return glued.isEmpty()
                ? DemandedActs.Pattern.NONE
                : gather(hints, glued, TextPlace.WORDS).pattern();
    }

    /** A README is for people; what it tells them says nothing unless a model is spoken to. */
    private static DemandedActs.Pattern heard(DemandedActs.Found found, TextPlace place) {
        DemandedActs.Pattern pattern = found.pattern();
        boolean heard =
                place != TextPlace.README
                        || found.addressed().stream()
                                .anyMatch(a -> Math.abs(a - pattern.at()) <= place.reach());
        return heard ? pattern : DemandedActs.Pattern.NONE;
    }

    /** What hints add up to counts as far as the words of some stretch agree. */
    private Suspicion weighed(DemandedActs.Pattern pattern, int length) {
        if (pattern.odds() >= PATTERN) {
            boolean borne = hints.stream().anyMatch(hint -> bears(hint, pattern));
            boolean plain = borne || pattern.odds() >= LONE_PATTERN;
            int weight = plain ? STRONG : LIKELY;
            var more = new ArrayList<>(hints);
            more.add(new Hint(Cue.PATTERN, weight, pattern.at(), pattern.quote()));
            return new Suspicion(borne ? score + weight : Math.max(score, weight), more);
        }
        if (any(CRAFTED) || stealsInSecret() || pattern.odds() >= DOUBT) {
            return this;
        }
        boolean chance =
                length > SHORT
                        ? pattern.odds() < CHANCE
                        : pattern.odds() < SHORT_CHANCE && score <= LIKELY;
        return new Suspicion(Math.min(score, chance ? LIKELY - 1 : STRONG - 1), hints);
    }

    /** Whatever words it is wrapped in: take a secret, and keep that from the user. */
    private boolean stealsInSecret() {
        return outright(HIDES) && outright(SECRETS);
    }

    private boolean outright(Set<Cue> cues) {
        return hints.stream()
                .anyMatch(hint -> hint.weight() >= OUTRIGHT && cues.contains(hint.cue()));
    }

    /** Said outright, and near the words that sound like it. */
    private static boolean bears(Hint hint, DemandedActs.Pattern pattern) {
        return hint.weight() >= OUTRIGHT && Math.abs(hint.at() - pattern.at()) <= REACH;
    }

    /** Whether nothing but a likeness of words speaks against it. */
    public boolean onlyAlike() {
        return hints.stream().noneMatch(h -> h.cue() != Cue.PATTERN && h.weight() >= OUTRIGHT);
    }

    /** Beyond any honest reading: an order and a purpose, or an act that needs no company. */
    public boolean strong() {
        return score >= STRONG
                && outright()
                && (hints.stream().anyMatch(hint -> hint.weight() >= STRONG)
                        || (any(ORDERS) && any(PURPOSES))
                        || purposes() > 1);
    }

    /**
     * The same for the words of a tool of this name: what the name says openly is what the tool is
     * for, and no order. An act without the user, or behind his back, stays one.
     */
    public Suspicion named(String name) {
        List<Hint> own = hints.stream().filter(hint -> business(hint, name)).toList();
        var others = new ArrayList<>(hints);
        others.removeAll(own);
        return new Suspicion(score - own.stream().mapToInt(Hint::weight).sum(), others);
    }

    private static boolean business(Hint hint, String name) {
        return hint.cue() == Cue.WEAKENS
                && hint.weight() < STRONG
                && DemandedActs.speaksOf(hint.quote(), Notion.SECURITY, name);
    }

    /** Two things that no tool needs, each of them said plainly. */
    private long purposes() {
        return hints.stream()
                .filter(hint -> PURPOSES.contains(hint.cue()) && hint.weight() >= LIKELY)
                .count();
    }

    public boolean noteworthy() {
        return score >= NOTEWORTHY && outright();
    }

    private boolean outright() {
        return hints.stream().anyMatch(hint -> hint.weight() >= OUTRIGHT);
    }

    /** Whether any of these was hinted at. */
    public boolean any(Set<Cue> cues) {
        return hints.stream().anyMatch(hint -> cues.contains(hint.cue()));
    }

    /** What the text does, weightiest first, each with its own words. */
    public List<Hint> weightiest() {
        return hints.stream()
                .sorted(Comparator.comparingInt(Hint::weight).reversed().thenComparing(Hint::cue))
                .toList();
    }

    /** Also tells at which places a model is spoken to. */
    private static DemandedActs.Found gather(List<Hint> hints, String plain, TextPlace place) {
        PHRASES.each(plain, (phrase, match) -> weigh(hints, plain, phrase, match));
        DemandedActs.Found found = DemandedActs.in(plain, place);
        hints.addAll(found.hints());
        return found;
    }

    /** In data an order counts only where a model is spoken to. */
    private static boolean spoken(
            Hint hint, List<Hint> hints, List<Integer> addressed, TextPlace place) {
        return !place.data()
                || (place == TextPlace.DATA && outcry(hint))
                || addressed.stream().anyMatch(at -> Math.abs(at - hint.at()) <= place.reach())
                || hints.stream()
                        .filter(other -> VOICE.contains(other.cue()) && other.weight() >= OUTRIGHT)
                        .anyMatch(other -> Math.abs(other.at() - hint.at()) <= place.reach());
    }

    /** People are told to run commands and to change start-up files, but not the rest. */
    private static boolean outcry(Hint hint) {
        return switch (hint.cue()) {
            case COMMAND, PERSIST, SHELL -> false;
            case TAKES -> hint.weight() >= OUTCRY - 2;
            default -> hint.weight() >= OUTCRY;
        };
    }

    private static void weigh(List<Hint> hints, String plain, Phrase phrase, MatchResult match) {
        boolean only = phrase.mentionable() && mentioned(plain, match.start(), match.end());
        int weight = only ? phrase.weight() / 4 : phrase.weight();
        weight = denied(plain, match.start()) ? weight / 4 : weight;
        if (weight > 0) {
            hints.add(
                    new Hint(
                            phrase.cue(),
                            weight,
                            match.start(),
                            quote(plain, match.start(), match.end())));
        }
    }

    private static void decoded(List<Hint> hints, String plain) {
        for (String message : Decoding.in(plain)) {
            var inside = new ArrayList<Hint>();
            gather(inside, Plain.of(message), TextPlace.WORDS);
            int weight = inside.stream().mapToInt(Hint::weight).max().orElse(0);
            if (weight >= 4) {
                hints.add(new Hint(Cue.ENCODED, 12, 0, cut(message)));
                hints.addAll(inside);
            }
        }
    }

    private static void disguised(List<Hint> hints, String reading, Suspicion plainly) {
        var inside = new ArrayList<Hint>();
        String plain = Plain.of(reading);
        gather(inside, plain, TextPlace.WORDS);
        decoded(inside, plain);
        if (best(inside).score() > Math.max(plainly.score(), NOTEWORTHY - 1)) {
            hints.add(new Hint(Cue.DISGUISED, 8, 0, cut(plain)));
            hints.addAll(inside);
        }
    }

    private static void dress(List<Hint> hints, String hostile, TextPlace place) {
        // Without what trails it, so that a gap is always followed by something.
        String begin = hostile.substring(0, Math.min(hostile.length(), MAX_DRESS)).stripTrailing();
        String word = Lookalike.in(begin);
        if (!word.isEmpty()) {
            hints.add(new Hint(Cue.LOOKALIKE, 5, 0, word));
        }
        Matcher gap = GAP.matcher(begin);
        // The tables of a README are full of gaps.
        if (place != TextPlace.README && gapes(begin) && gap.find()) {
            hints.add(new Hint(Cue.PADDING, 5, 0, cut(gap.group().strip())));
        }
        Matcher comment = COMMENT.matcher(begin);
        boolean opens = begin.contains("<!--") || begin.contains("[//]");
        if (opens && comment.find()) {
            hints.add(new Hint(Cue.COMMENT, 5, 0, cut(comment.group().strip())));
        }
    }

    /** Whether there is space enough for a gap; the pattern is slow to find that there is none. */
    private static boolean gapes(String text) {
        int blanks = 0;
        int lines = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            blanks = c == ' ' || c == '\u00a0' ? blanks + 1 : 0;
            lines = c == '\n' ? lines + 1 : c == ' ' || c == '\t' || c == '\r' ? lines : 0;
            if (blanks >= GAP_BLANKS || lines >= GAP_LINES) {
                return true;
            }
        }
        return false;
    }

    /**
     * The heaviest stretch: of each kind its weightiest hint within reach, and half of the next one
     * that puts it in other words.
     */
    private static Suspicion best(List<Hint> hints) {
        var most = new Suspicion(0, List.of());
        for (Hint first : hints) {
            Map<Cue, List<Hint>> near = new EnumMap<>(Cue.class);
            for (Hint hint : hints) {
                if (hint.at() >= first.at() && hint.at() <= first.at() + REACH) {
                    near.computeIfAbsent(hint.cue(), c -> new ArrayList<>()).add(hint);
                }
            }
            int score = 0;
            var shown = new ArrayList<Hint>();
            for (List<Hint> alike : near.values()) {
                alike.sort(Comparator.comparingInt(Hint::weight).reversed());
                Hint heaviest = alike.getFirst();
                shown.add(heaviest);
                score += heaviest.weight() + second(alike);
            }
            if (score > most.score()) {
                most = new Suspicion(score, shown);
            }
        }
        return most;
    }

    private static int second(List<Hint> alike) {
        Hint heaviest = alike.getFirst();
        return alike.stream()
                .filter(hint -> Math.abs(hint.at() - heaviest.at()) > heaviest.quote().length() / 2)
                .mapToInt(hint -> hint.weight() / 2)
                .findFirst()
                .orElse(0);
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

    private static String quote(String plain, int start, int end) {
        String words = plain.substring(start, Math.min(plain.length(), end + 30));
        int paragraph = words.indexOf('¶', end - start);
        return cut((paragraph < 0 ? words : words.substring(0, paragraph)).strip());
    }

    private static String cut(String hostile) {
        return hostile.length() <= MAX_QUOTE ? hostile : hostile.substring(0, MAX_QUOTE) + "…";
    }
}
