package io.mcpsf.judge.poison;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

    /**
     * Less than this is a side note, or a phrase that is only mentioned: many of them make no
     * order.
     */
    static final int OUTRIGHT = 5;

    /** From these odds on the words of a stretch are enough by themselves. */
    private static final double PATTERN = 3.0;

    /** From these on there is no honest reading of it, even where no act was recognised. */
    private static final double LONE_PATTERN = 5.0;

    /** The same of a text that was read a second time: enough by itself. */
    private static final double READ = 3.3;

    /** And without an honest reading, where no act was recognised. */
    private static final double READ_PATTERN = 4.2;

    /** The same where one was recognised as well. */
    private static final double READ_ACT = 3.9;

    /** A second reading that is no surer than this does not clear what acts speak against. */
    static final double UNSURE = 0.0;

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

    /** Hints farther apart than this have nothing to do with each other. */
    private static final int REACH = 700;

    private static final int SHORTEST_NAME = 4;

    static final Suspicion NONE = new Suspicion(0, List.of());

    public Suspicion {
        hints = List.copyOf(hints);
    }

    /** Reads one text: a description, a schema's title, instructions. */
    public static Suspicion of(String hostile) {
        return of(hostile, TextPlace.WORDS);
    }

    /** Reads a text that stands at this place once; {@link CloseReading} reads some twice. */
    public static Suspicion of(String hostile, TextPlace place) {
        return SuspicionReader.of(hostile, place).alone();
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
        if (of(one).score() >= LIKELY || of(other).score() >= LIKELY) {
            return NONE;
        }
        Suspicion both = of(one.strip() + " " + other);
        int seam = Plain.of(one).length();
        boolean across =
                both.hints.stream()
                        .anyMatch(h -> h.at() < seam && h.at() + h.quote().length() > seam);
        boolean before = both.hints.stream().anyMatch(h -> h.at() < seam);
        boolean behind = both.hints.stream().anyMatch(h -> h.at() >= seam);
        return across || (before && behind) ? both : NONE;
    }

    /** What hints add up to counts as far as the words of some stretch agree. */
    Suspicion weighed(DemandedActs.Pattern pattern, int length) {
        if (pattern.odds() >= (pattern.again() ? READ : PATTERN)) {
            boolean borne = hints.stream().anyMatch(hint -> bears(hint, pattern));
            boolean plain = pattern.again() ? plain(pattern, borne) : borne || lone(pattern);
            int weight = plain ? STRONG : LIKELY;
            var more = new ArrayList<>(hints);
            more.add(new Hint(Cue.PATTERN, weight, pattern.at(), pattern.quote()));
            return new Suspicion(borne ? score + weight : Math.max(score, weight), more);
        }
        if (any(CRAFTED) || stealsInSecret() || pattern.odds() >= DOUBT) {
            return this;
        }
        boolean chance =
                pattern.again()
                        ? pattern.odds() < UNSURE
                        : length > SHORT
                                ? pattern.odds() < CHANCE
                                : pattern.odds() < SHORT_CHANCE && score <= LIKELY;
        return new Suspicion(Math.min(score, chance ? LIKELY - 1 : STRONG - 1), hints);
    }

    private static boolean plain(DemandedActs.Pattern read, boolean borne) {
        return read.odds() >= (borne ? READ_ACT : READ_PATTERN);
    }

    private static boolean lone(DemandedActs.Pattern pattern) {
        return pattern.odds() >= LONE_PATTERN;
    }

    /** Whatever words it is wrapped in: take a secret, and keep that from the user. */
    private boolean stealsInSecret() {
        return outright(HIDES) && outright(SECRETS);
    }

    private boolean outright(Set<Cue> cues) {
        return hints.stream()
                .anyMatch(hint -> hint.weight() >= OUTRIGHT && cues.contains(hint.cue()));
    }

    private boolean outright() {
        return hints.stream().anyMatch(hint -> hint.weight() >= OUTRIGHT);
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

    /**
     * The heaviest stretch: of each kind its weightiest hint within reach, and half of the next one
     * that puts it in other words.
     */
    static Suspicion heaviest(List<Hint> hints) {
        var most = NONE;
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
}
