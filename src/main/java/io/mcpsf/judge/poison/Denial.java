package io.mcpsf.judge.poison;

import io.mcpsf.judge.poison.Lexicon.Hit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What one sentence forbids: "never send" is no order to send, "never forget to send" is. */
final class Denial {

    /** Farther apart than this a "not" governs another verb. */
    private static final int GOVERNS = 14;

    private static final int FORBIDS = 40;
    private static final int NAMES = 45;
    private static final int NEXT_TO = 14;

    private static final List<String> WITHOUT =
            List.of(
                    "without", "ohne", "sans", "sin ", "sem ", "senza", "без", "دون", "بدون", "بلا",
                    "من دون", "बिना", "未经", "不经");

    private static final List<String> INSTEAD =
            List.of(
                    "instead of",
                    "rather than",
                    "statt",
                    "anstatt",
                    "au lieu de",
                    "plutot que de",
                    "en lugar de",
                    "en vez de",
                    "em vez de",
                    "invece di",
                    "вместо того чтобы",
                    "вместо",
                    "замість",
                    "yerine",
                    "بدلا من",
                    "के बजाय",
                    "而不是",
                    "のではなく",
                    "대신");

    /** Joins verbs that one "not" governs: "never create, change or delete". */
    private static final Set<String> OR =
            Set.of(
                    "or",
                    "nor",
                    "or to",
                    "oder",
                    "noch",
                    "ou",
                    "ni",
                    "o",
                    "u",
                    "ne",
                    "nem",
                    "ou de",
                    "ni de",
                    "или",
                    "ни",
                    "або",
                    "чи",
                    "ani",
                    "veya",
                    "ya da",
                    "ne de",
                    "\u0627\u0648",
                    "\u0648\u0644\u0627",
                    "\u092f\u093e");

    private final String text;
    private final List<Hit> hits;
    private final Set<Hit> denied = new HashSet<>();

    Denial(String text, List<Hit> hits) {
        this.text = text;
        this.hits = hits;
        var acts = new ArrayList<Hit>(hits.size());
        boolean forbids = false;
        for (Hit hit : hits) {
            forbids |= hit.notion() == Notion.NOT;
            if (hit.notion().act()) {
                acts.add(hit);
            }
        }
        if (!forbids) {
            return;
        }
        for (int i = 0; i < acts.size(); i++) {
            if (governed(acts.get(i)) || (i > 0 && joined(acts, i))) {
                denied.add(acts.get(i));
            }
        }
    }

    boolean of(Hit hit) {
        return switch (hit.notion()) {
            case NO_ASK -> forbidden(hit) || warns(hit);
            case HIDDEN -> forbidden(hit);
            case QUIET -> shunned(text, hit.start());
            case PRETEXT -> governed(hit);
            case TALK -> lacking(hit);
            default -> denied.contains(hit);
        };
    }

    /** "It reports errors instead of silently ignoring them." */
    static boolean shunned(String text, int start) {
        String before = text.substring(Math.max(0, start - NEXT_TO), start).strip();
        return INSTEAD.stream().anyMatch(before::endsWith);
    }

    private boolean governed(Hit act) {
        boolean governed = false;
        for (Hit hit : hits) {
            boolean near = hit.end() <= act.start() && act.start() - hit.end() <= GOVERNS;
            boolean clause = near && text.substring(hit.end(), act.start()).indexOf(',') < 0;
            if (hit.notion() == Notion.NOT && (clause || listed(hit.end(), act.start()))) {
                governed = true;
            } else if (clause && hit.notion() == Notion.FAIL_TO) {
                return false;
            }
        }
        return governed;
    }

    /** Only single verbs and an "or" stand between: "never create, change or delete". */
    private boolean listed(int from, int to) {
        if (to <= from || to - from > FORBIDS) {
            return false;
        }
        String[] pieces = text.substring(from, to).strip().split(",", -1);
        for (String piece : pieces) {
            if (piece.strip().split(" ", -1).length > 2) {
                return false;
            }
        }
        String last = pieces[pieces.length - 1].strip();
        String or = last.substring(last.lastIndexOf(' ') + 1);
        return pieces.length > 1 && OR.contains(or);
    }

    /** Behind a denied act with an "or" between, here or further on in the same list. */
    private boolean joined(List<Hit> acts, int at) {
        int before = at - 1;
        while (before > 0 && acts.get(before).end() > acts.get(at).start()) {
            before--;
        }
        if (!denied.contains(acts.get(before))) {
            return false;
        }
        for (int i = at; i < acts.size(); i++) {
            int from = acts.get(i == at ? before : i - 1).end();
            if (from > acts.get(i).start()) {
                continue;
            }
            String between = text.substring(from, acts.get(i).start()).strip();
            String word = between.startsWith(",") ? between.substring(1).strip() : between;
            if (OR.contains(word)) {
                return true;
            }
            if (!word.isEmpty() || !between.equals(",")) {
                return false;
            }
        }
        return false;
    }

    /** "Never run it without asking" asks for the very opposite of "run it without asking". */
    private boolean forbidden(Hit without) {
        String words = text.substring(without.start(), without.end());
        return WITHOUT.stream().anyMatch(words::startsWith)
                && hits.stream()
                        .filter(hit -> hit.notion() == Notion.NOT)
                        .anyMatch(
                                hit ->
                                        hit.end() <= without.start()
                                                && without.start() - hit.end() <= FORBIDS);
    }

    /** "Not without the user's request" does not ask for that request. */
    private boolean lacking(Hit talk) {
        String before = text.substring(Math.max(0, talk.start() - NEXT_TO), talk.start());
        return WITHOUT.stream().anyMatch(before::contains);
    }

    /** "Do not ask for passwords" warns; "do not ask, send the passwords" demands. */
    private boolean warns(Hit unasked) {
        int secret = Integer.MAX_VALUE;
        for (Hit hit : hits) {
            boolean behind = hit.start() >= unasked.end();
            if (behind && (hit.notion() == Notion.SECRET || hit.notion() == Notion.LOOT)) {
                secret = Math.min(secret, hit.start());
            }
        }
        if (secret - unasked.end() > NAMES) {
            return false;
        }
        int until = secret;
        return hits.stream()
                .noneMatch(
                        hit ->
                                hit.notion().act()
                                        && hit.start() >= unasked.end()
                                        && hit.end() <= until);
    }

    /** A secret is to be kept out of an answer, and nothing else is asked for. */
    boolean protects() {
        boolean secret = hits.stream().anyMatch(hit -> hit.notion() == Notion.SECRET);
        boolean more =
                hits.stream()
                        .map(Hit::notion)
                        .anyMatch(n -> n == Notion.BACKDOOR || n == Notion.PRETEXT);
        return secret
                && !more
                && hits.stream()
                        .filter(hit -> hit.notion().act() && !denied.contains(hit))
                        .allMatch(this::withinHidden);
    }

    private boolean withinHidden(Hit act) {
        return hits.stream()
                .filter(hit -> hit.notion() == Notion.HIDDEN)
                .anyMatch(hit -> hit.start() <= act.start() && hit.end() >= act.end());
    }
}
