package io.mcpsf.judge.poison;

import io.mcpsf.judge.poison.Lexicon.Hit;
import io.mcpsf.judge.poison.Lexicon.Word;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A sentence with the notions in it. What stands behind {@code mention} is only talked about. In
 * data, what stands in quotation marks is somebody else's and left out, unless a voice is imitated.
 */
record Statement(int start, int end, List<Hit> hits, long notions, int mention, List<Word> words) {

    private static final int MAX_PAIRS = 50;

    /** With one of these a file of settings is read and not only written. */
    private static final long TAKEN =
            Notion.READ.bit()
                    | Notion.SEND.bit()
                    | Notion.EVERYTHING.bit()
                    | Notion.HIDDEN.bit()
                    | Notion.QUIET.bit()
                    | Notion.NO_ASK.bit()
                    | Notion.MODEL.bit()
                    | Notion.COMMENT.bit();

    /** So far into a statement a voice of its own may begin. */
    private static final int VOICE = 20;

    private static final int LONGEST = 320;
    private static final int LONGEST_NAME = 60;

    /** Programs that are called agents; hyphens are spaces here. */
    private static final List<String> DAEMONS =
            List.of(
                    "ssh agent",
                    "agent forwarding",
                    "agent weiterleitung",
                    "gpg agent",
                    "user agent");

    Statement {
        hits = List.copyOf(hits);
        words = List.copyOf(words);
    }

    static List<Statement> in(Folded folded, TextPlace place) {
        return in(folded, Lexicon.all().in(folded.text()), place);
    }

    static List<Statement> in(Folded folded, Lexicon.Found found, TextPlace place) {
        String text = folded.text();
        List<Word> words = new ArrayList<>(found.words());
        words.removeIf(w -> w.sense() == WordSense.HIDE && Denial.shunned(text, w.start()));
        words.sort(Comparator.comparingInt(Word::start));
        List<Hit> hits = new ArrayList<>(found.hits());
        hits.addAll(NamedAddresses.in(text));
        pair(hits, Notion.NOT_TELL, Notion.USER, Notion.HIDDEN, 14);
        pair(hits, Notion.PUPPET, Notion.PUPPET, Notion.PUPPETRY, 200);
        pair(hits, Notion.IGNORE, Notion.ORDERS, Notion.EARLIER, 30);
        hits.sort(Comparator.comparingInt(Hit::start).thenComparingInt(Hit::end));
        Quotations quotations = Quotations.in(text);
        boolean daemon = DAEMONS.stream().anyMatch(text::contains);
        hits.removeIf(hit -> daemon && agent(text, hit));
        hits.removeIf(hit -> openly(text, hit));
        var statements = new ArrayList<Statement>();
        int start = 0;
        int next = 0;
        int nextWord = 0;
        while (start < text.length()) {
            int end = end(text, start);
            var inside = new ArrayList<Hit>();
            while (next < hits.size() && hits.get(next).start() < end) {
                inside.add(hits.get(next++));
            }
            int firstWord = nextWord;
            while (nextWord < words.size() && words.get(nextWord).start() < end) {
                nextWord++;
            }
            statements.add(
                    of(text, start, end, inside, quotations, place)
                            .with(words.subList(firstWord, nextWord)));
            start = end;
        }
        return statements;
    }

    /** Two notions close to each other, in whatever order a language has them, are a third. */
    private static void pair(List<Hit> hits, Notion one, Notion other, Notion third, int reach) {
        List<Hit> ones = of(hits, one, MAX_PAIRS);
        List<Hit> others = ones.isEmpty() ? ones : of(hits, other, Integer.MAX_VALUE);
        for (Hit a : ones) {
            for (Hit b : others) {
                int gap = Math.max(b.start() - a.end(), a.start() - b.end());
                if (gap >= 0 && gap <= reach) {
                    hits.add(
                            new Hit(
                                    third,
                                    Math.min(a.start(), b.start()),
                                    Math.max(a.end(), b.end())));
                    break;
                }
            }
        }
    }

    private static List<Hit> of(List<Hit> hits, Notion notion, int most) {
        var some = new ArrayList<Hit>(0);
        for (Hit hit : hits) {
            if (hit.notion() == notion && some.size() < most) {
                some.add(hit);
            }
        }
        return some;
    }

    private static Statement of(
            String text,
            int start,
            int end,
            List<Hit> hits,
            Quotations quotations,
            TextPlace place) {
        if (hits.isEmpty()) {
            return new Statement(start, end, hits, 0, Integer.MAX_VALUE, List.of());
        }
        var denial = new Denial(text, hits);
        boolean voice = quotations.any() && hits.stream().anyMatch(hit -> own(hit, quotations));
        long notions = 0;
        int mention = Integer.MAX_VALUE;
        var own = new ArrayList<Hit>();
        for (Hit hit : hits) {
            boolean foreign = place.data() || hit.notion() == Notion.EARLIER;
            boolean quoted = foreign && !voice && quotations.hold(hit.start(), hit.end());
            if (hit.notion() == Notion.MENTION) {
                mention = Math.min(mention, hit.start());
            } else if (!quoted
                    && !denial.of(hit)
                    && !inside(text, start, hit)
                    && !named(text, hits, hit)) {
                notions |= hit.notion().bit();
                own.add(hit);
            }
        }
        if ((notions & Notion.SECRET_FILE.bit()) != 0
                && (notions & TAKEN) == 0
                && settings(text, hits)) {
            notions &= ~Notion.SECRET_FILE.bit();
        }
        if ((notions & Notion.HIDDEN.bit()) != 0 && denial.protects()) {
            notions &= ~Notion.HIDDEN.bit();
        }
        return new Statement(start, end, own, notions, mention, List.of());
    }

    private Statement with(List<Word> found) {
        return new Statement(start, end, hits, notions, mention, found);
    }

    /** What its words can be about, as bits. */
    long senses() {
        long senses = 0;
        for (Word word : words) {
            senses |= word.sense().bit();
        }
        return senses;
    }

    /** The agent of such a text is a program and no model. */
    private static boolean agent(String text, Hit hit) {
        return hit.notion() == Notion.MODEL
                && text.substring(hit.start(), hit.end()).contains("agent");
    }

    /** The public half of a key is meant to be handed out. */
    private static boolean openly(String text, Hit hit) {
        if (hit.notion() != Notion.SECRET_FILE) {
            return false;
        }
        int end = hit.end();
        while (end < text.length() && end - hit.end() < LONGEST_NAME && named(text.charAt(end))) {
            end++;
        }
        return text.substring(hit.start(), end).contains(".pub");
    }

    private static boolean named(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-' || c == '/';
    }

    /** A voice, or an act that is done with the quotation: "remember this: …". */
    private static boolean own(Hit hit, Quotations quotations) {
        return switch (hit.notion()) {
            case FRAME -> true;
            case REMEMBER, GIVE, SEND, RUN, CHANGE -> !quotations.hold(hit.start(), hit.end());
            default -> false;
        };
    }

    /**
     * "Assistant:" opens a turn and is not spoken to as well, nor is the end of "phones.ai"; "this
     * server's other tool" is none of another server.
     */
    private static boolean named(String text, List<Hit> hits, Hit hit) {
        return switch (hit.notion()) {
            case MODEL -> covered(hits, hit, Notion.FRAME) || NamedAddresses.label(text, hit);
            case OTHER_TOOL -> covered(hits, hit, Notion.OWN);
            default -> false;
        };
    }

    private static boolean covered(List<Hit> hits, Hit hit, Notion by) {
        return hits.stream()
                .anyMatch(
                        other ->
                                other.notion() == by
                                        && other.start() < hit.end()
                                        && other.end() > hit.start());
    }

    /** Whether what it demands of these notions is only talked about. */
    boolean about(long mask) {
        if (mention == Integer.MAX_VALUE) {
            return false;
        }
        int first = Integer.MAX_VALUE - 1;
        for (Hit hit : hits) {
            Notion notion = hit.notion();
            boolean demands = notion.act() || notion == Notion.EARLIER || notion == Notion.HIDDEN;
            if (demands && (notion.bit() & mask) != 0) {
                first = Math.min(first, hit.start());
            }
        }
        return first > mention || behind(mask, Notion.SECRET_FILE) || behind(mask, Notion.COMMAND);
    }

    /** "A value such as cat /etc/passwd": what is asked for is itself an example. */
    private boolean behind(long mask, Notion asset) {
        return (asset.bit() & mask) != 0
                && hits.stream()
                                .filter(hit -> hit.notion() == asset)
                                .mapToInt(Hit::start)
                                .min()
                                .orElse(0)
                        > mention;
    }

    /** Only the file of settings is named, which people are told to write to. */
    private static boolean settings(String text, List<Hit> hits) {
        return hits.stream()
                .filter(hit -> hit.notion() == Notion.SECRET_FILE)
                .allMatch(hit -> text.substring(hit.start(), hit.end()).contains("env"));
    }

    /** "System:" is a voice of its own only where a statement begins. */
    private static boolean inside(String text, int start, Hit hit) {
        return hit.notion() == Notion.FRAME
                && text.charAt(hit.end() - 1) == ':'
                && hit.start() - start > VOICE;
    }

    /** Behind the mark that ends a sentence, or behind the text. */
    private static int end(String text, int start) {
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            // Three dots leave something out of a sentence and do not end it.
            boolean dots = c == '.' && i > start && text.charAt(i - 1) == '.';
            boolean stop = (c == '.' && !dots) || c == '!' || c == '?' || c == '\u061f';
            boolean last = i + 1 == text.length() || text.charAt(i + 1) == ' ';
            if ((stop && last && i - start > 1)
                    || c == '\u00b6'
                    || c == '\u3002'
                    || c == '\u0964'
                    || (c == ' ' && i + 1 < text.length() && text.charAt(i + 1) == '[')
                    || (c == ' ' && i - start > LONGEST)) {
                return i + 1;
            }
        }
        return text.length();
    }
}
