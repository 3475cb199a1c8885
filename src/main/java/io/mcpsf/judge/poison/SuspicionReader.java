package io.mcpsf.judge.poison;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Collects the hints of one text: of what it says, of what it hides in codes, disguises and
 * comments, and of what stands in pieces in it.
 */
final class SuspicionReader {

    /** Said only to a model. */
    private static final Set<Cue> VOICE =
            EnumSet.of(Cue.OVERRIDE, Cue.CONCEAL, Cue.FRAME, Cue.JAILBREAK, Cue.OBEY, Cue.REVEAL);

    /** From here on it does not matter who is spoken to. */
    private static final int OUTCRY = 14;

    /** Half of every character that spells hidden text. */
    private static final char TAG_PLANE = '\uDB40';

    private SuspicionReader() {}

    /** Of a text that stands at this place. */
    static FirstReading of(String hostile, TextPlace place) {
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
        hints.addAll(Obfuscation.in(hostile, place));
        Suspicion plainly = Suspicion.heaviest(hints);
        for (String reading : Disguise.readings(hostile)) {
            disguised(hints, reading, plainly);
        }
        DemandedActs.Pattern heard = heard(found, place);
        DemandedActs.Pattern words = spread.odds() > heard.odds() ? spread : heard;
        return new FirstReading(
                plain, words, Suspicion.heaviest(hints), heeded(found, words, place));
    }

    /** A sentence in pieces is read as one, as a model does. */
    private static DemandedActs.Pattern spread(List<Hint> hints, String plain, TextPlace place) {
        String glued = place == TextPlace.WORDS ? Fragments.glued(plain) : "";
        return glued.isEmpty()
                ? DemandedActs.Pattern.NONE
                : gather(hints, glued, TextPlace.WORDS).pattern();
    }

    /** In data, whether a model is spoken to where it is most suspicious. */
    private static boolean heeded(
            DemandedActs.Found found, DemandedActs.Pattern words, TextPlace place) {
        return !place.data()
                || found.addressed().stream()
                        .anyMatch(at -> Math.abs(at - words.at()) <= place.reach());
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

    /** Also tells at which places a model is spoken to. */
    private static DemandedActs.Found gather(List<Hint> hints, String plain, TextPlace place) {
        hints.addAll(PhraseHints.in(plain));
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
                        .filter(
                                other ->
                                        VOICE.contains(other.cue())
                                                && other.weight() >= Suspicion.OUTRIGHT)
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

    private static void decoded(List<Hint> hints, String plain) {
        for (String message : Decoding.in(plain)) {
            var inside = new ArrayList<Hint>();
            gather(inside, Plain.of(message), TextPlace.WORDS);
            int weight = inside.stream().mapToInt(Hint::weight).max().orElse(0);
            if (weight >= 4) {
                hints.add(Hint.quoting(Cue.ENCODED, 12, 0, message));
                hints.addAll(inside);
            }
        }
    }

    private static void disguised(List<Hint> hints, String reading, Suspicion plainly) {
        var inside = new ArrayList<Hint>();
        String plain = Plain.of(reading);
        gather(inside, plain, TextPlace.WORDS);
        decoded(inside, plain);
        if (Suspicion.heaviest(inside).score()
                > Math.max(plainly.score(), Suspicion.NOTEWORTHY - 1)) {
            hints.add(Hint.quoting(Cue.DISGUISED, 8, 0, plain));
            hints.addAll(inside);
        }
    }
}
