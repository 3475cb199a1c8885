package io.mcpsf.judge.poison;

import io.mcpsf.judge.poison.Lexicon.Hit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Reads a text for acts that are demanded of a model, whatever the words and the language. */
final class DemandedActs {

    private static final int SPREAD = 3;
    private static final int MAX_QUOTE = 160;

    /** Letters of a word that its endings leave alone. */
    private static final int ROOT = 6;

    /** With one of these a path is more than named. */
    private static final long WANTED =
            Notion.EVERYTHING.bit()
                    | Notion.GIVE.bit()
                    | Notion.SEND.bit()
                    | Notion.MUST.bit()
                    | Notion.COMMAND.bit()
                    | Notion.USER.bit();

    private static final int MAX_SPREAD = 1_200;

    private DemandedActs() {}

    /**
     * Who is spoken to, at these places of the plain text, and what is demanded.
     *
     * @param refers whether some part of the text refers to another
     */
    record Found(
            List<Hint> hints, List<Integer> addressed, boolean refers, Supplier<Pattern> weighing) {

        Found {
            hints = List.copyOf(hints);
            addressed = List.copyOf(addressed);
        }

        /** Weighed only when asked for; most readings of a text are dropped before. */
        Pattern pattern() {
            return weighing.get();
        }
    }

    /**
     * How much the most suspicious stretch looks like an order against the user.
     *
     * @param again whether the text was read a second time
     */
    record Pattern(double odds, boolean again, int at, String quote) {

        static final Pattern NONE = new Pattern(Double.NEGATIVE_INFINITY, false, 0, "");
    }

    static Found in(String plain, TextPlace place) {
        Folded folded = Folded.of(plain);
        Lexicon.Found read = Lexicon.all().in(folded.text());
        List<Statement> statements = Statement.in(folded, read, place);
        var hints = new ArrayList<Hint>();
        var addressed = new ArrayList<Integer>();
        for (int i = 0; i < statements.size(); i++) {
            look(hints, plain, folded, statements, i);
            Statement statement = statements.get(i);
            if (!statement.about(-1L) && (statement.notions() & place.addresses()) != 0) {
                addressed.add(folded.place(statement.start()));
            }
        }
        strayPath(hints, plain, folded, statements);
        boolean refers = read.hits().stream().anyMatch(hit -> hit.notion() == Notion.REFERS);
        return new Found(hints, addressed, refers, () -> pattern(plain, folded, statements, place));
    }

    /** Whether what it says of this notion has its root in a name: "approval", "unapprove". */
    static boolean speaksOf(String quote, Notion notion, String name) {
        String text = Folded.of(quote).text();
        String named = Folded.of(name).text();
        return Lexicon.all().in(text).hits().stream()
                .filter(hit -> hit.notion() == notion)
                .map(hit -> text.substring(hit.start(), hit.end()))
                .anyMatch(word -> word.length() >= ROOT && named.contains(word.substring(0, ROOT)));
    }

    private static Pattern pattern(
            String plain, Folded folded, List<Statement> statements, TextPlace place) {
        Weights.Verdict verdict = Weights.all().judge(folded.text(), statements, place);
        int start = folded.place(verdict.start());
        String words = plain.substring(start, folded.place(verdict.end())).strip();
        return new Pattern(verdict.odds(), false, start, cut(words));
    }

    /**
     * Parts that refer to each other, as an order that is spread over a schema does, read as one.
     */
    static List<Hint> acrossParts(String plain, Found found) {
        if (plain.length() > MAX_SPREAD || !found.refers()) {
            return List.of();
        }
        String glued =
                plain.replace(". \u00b6 ", ", ").replace(" \u00b6 ", ", ").replace(". ", ", ");
        Folded folded = Folded.of(glued);
        var hints = new ArrayList<Hint>();
        List<Statement> statements = Statement.in(folded, TextPlace.WORDS);
        for (int i = 0; i < statements.size(); i++) {
            look(hints, glued, folded, statements, i);
        }
        return hints;
    }

    /** The path of a secret in the words of a tool that speaks of nothing of the kind. */
    private static void strayPath(
            List<Hint> hints, String plain, Folded folded, List<Statement> statements) {
        boolean named = false;
        for (Statement statement : statements) {
            named |= (statement.notions() & Notion.SECRET_FILE.bit()) != 0;
        }
        if (!named) {
            return;
        }
        List<Hit> all = statements.stream().flatMap(s -> s.hits().stream()).toList();
        List<Hit> paths =
                statements.stream()
                        .filter(s -> (s.notions() & Notion.SECRET_FILE.bit()) != 0)
                        .flatMap(s -> s.hits().stream())
                        .filter(hit -> hit.notion() == Notion.SECRET_FILE)
                        .map(hit -> token(folded.text(), hit))
                        .distinct()
                        .toList();
        boolean business =
                all.stream()
                        .filter(hit -> hit.notion() == Notion.TOPIC)
                        .anyMatch(hit -> paths.stream().noneMatch(path -> within(hit, path)));
        boolean mentioned = statements.stream().anyMatch(s -> s.mention() != Integer.MAX_VALUE);
        if (!paths.isEmpty() && !business && !mentioned) {
            Hit path = paths.getFirst();
            int begin = folded.place(path.start());
            String words = plain.substring(begin, folded.place(path.end()));
            boolean wanted =
                    paths.size() > 2
                            || statements.stream()
                                    .filter(s -> (s.notions() & Notion.SECRET_FILE.bit()) != 0)
                                    .anyMatch(s -> (s.notions() & WANTED) != 0);
            if (wanted) {
                hints.add(new Hint(Cue.STRAY_PATH, 10, begin, cut(words)));
            }
        }
    }

    private static boolean within(Hit inner, Hit outer) {
        return inner.start() < outer.end() && inner.end() > outer.start();
    }

    private static boolean inPath(char c) {
        return c > ' ' && c < 0x7F && c != ',' && c != ';';
    }

    private static Hit token(String text, Hit hit) {
        int start = hit.start();
        int end = hit.end();
        while (start > 0 && inPath(text.charAt(start - 1))) {
            start--;
        }
        while (end < text.length() && inPath(text.charAt(end))) {
            end++;
        }
        return new Hit(hit.notion(), start, end);
    }

    private static void look(
            List<Hint> hints, String plain, Folded folded, List<Statement> all, int from) {
        Statement first = all.get(from);
        if (first.notions() == 0) {
            return;
        }
        for (Act act : Demands.ALL) {
            // A spread one must begin here, so that it is counted once.
            if ((first.notions() & act.mask()) == 0) {
                continue;
            }
            long notions = 0;
            int last = act.near() ? Math.min(all.size(), from + SPREAD) : from + 1;
            for (int to = from; to < last; to++) {
                notions |= all.get(to).notions();
                if (act.met(notions)) {
                    boolean discounted = first.about(act.mask()) || all.get(to).about(act.mask());
                    boolean asks = (notions & Notion.CONSENT.bit()) != 0;
                    int weight = discounted ? act.weight() / 4 : act.weight();
                    weight = asks ? weight / 2 : weight;
                    add(hints, act, weight, plain, folded, all.subList(from, to + 1));
                    break;
                }
            }
        }
    }

    private static void add(
            List<Hint> hints,
            Act act,
            int weight,
            String plain,
            Folded folded,
            List<Statement> where) {
        if (weight <= 0) {
            return;
        }
        int start = Integer.MAX_VALUE;
        int end = 0;
        for (Statement statement : where) {
            for (Hit hit : statement.hits()) {
                if ((hit.notion().bit() & act.mask()) != 0) {
                    start = Math.min(start, hit.start());
                    end = Math.max(end, hit.end());
                }
            }
        }
        int begin = folded.place(start);
        String words = plain.substring(begin, folded.place(end));
        hints.add(new Hint(act.cue(), weight, begin, cut(words)));
    }

    private static String cut(String hostile) {
        return hostile.length() <= MAX_QUOTE ? hostile : hostile.substring(0, MAX_QUOTE) + "…";
    }
}
