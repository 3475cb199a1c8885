package io.mcpsf.judge.poison;

import java.util.List;
import java.util.stream.Stream;

/**
 * One sentence that is spread over the parts of a schema: each part ends with a piece of it, marked
 * by a number or a word that counts, or begun with a small letter.
 */
final class Fragments {

    private static final int FEWEST = 3;
    private static final int SHORTEST = 8;
    private static final int MARK = 8;
    private static final int COUNT = 40;

    /** What honest parts of a schema go on with. */
    private static final List<String> USUAL =
            List.of("e.g", "i.e", "eg ", "ex.", "default", "optional", "z.b", "p. ex", "p.ej");

    /** Before a colon or a comma these number a piece, or say that it comes later. */
    private static final List<String> COUNTS =
            Stream.of(
                            "step,part,stage,phase,first,second,third,then,next,after that,finally",
                            "lastly,schritt,teil,zuerst,zunächst,vorher,dann,danach,anschließend",
                            "zuletzt,schließlich,étape,partie,d'abord,ensuite,puis,enfin,paso",
                            "parte,primero,luego,después,por último,finalmente,passo,etapa",
                            "primeiro,depois,em seguida,por fim,fase,prima,poi,quindi,infine",
                            "шаг,часть,сначала,затем,потом,далее,наконец,крок,частина,спочатку",
                            "потім,далі,нарешті,adım,bölüm,önce,sonra,ardından,son olarak",
                            "الخطوة,الجزء,أولا,ثم,بعد ذلك,أخيرا,चरण,भाग,पहले,फिर,अंत में",
                            "步骤,第一,第二,第三,第四,首先,然后,接着,最后,手順,ステップ,まず,次に",
                            "最後に,その後,1단계,2단계,3단계,먼저,그다음,다음으로,마지막으로")
                    .flatMap(line -> Stream.of(line.split(",", -1)))
                    .map(word -> Folded.of(word).text())
                    .toList();

    private Fragments() {}

    /** The pieces in their order as one sentence; empty when there are too few. */
    static String glued(String plain) {
        var sentence = new StringBuilder();
        int pieces = 0;
        for (String part : plain.split("\u00b6", -1)) {
            String piece = piece(part.strip());
            if (piece.length() >= SHORTEST) {
                sentence.append(piece).append(' ');
                pieces++;
            }
        }
        return pieces >= FEWEST ? sentence.toString().strip() : "";
    }

    private static String piece(String part) {
        int counted = afterCount(part);
        int stop = counted > 0 ? -1 : stop(part);
        String rest = stop < 0 ? part : part.substring(stop).strip();
        int begin = Math.max(afterMark(rest), afterCount(rest));
        String words = rest.substring(begin).strip();
        boolean small = !words.isEmpty() && Character.isLowerCase(words.codePointAt(0));
        boolean goesOn = stop >= 0 && small && USUAL.stream().noneMatch(words::startsWith);
        String piece = begin > 0 || goesOn ? words : "";
        return piece.endsWith(".") ? piece.substring(0, piece.length() - 1) : piece;
    }

    /** Behind the first sentence, or negative. */
    private static int stop(String part) {
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            boolean last = i + 1 < part.length() && part.charAt(i + 1) == ' ';
            if ((c == '.' && last) || c == '\u3002' || c == '\u0964') {
                return i + 1;
            }
        }
        return -1;
    }

    /** Behind "Step 1 of 4:", "Then," or "B:", or 0. */
    private static int afterCount(String text) {
        int end = -1;
        for (int i = 0; i < Math.min(text.length(), COUNT) && end < 0; i++) {
            end = ",:\u3001".indexOf(text.charAt(i)) >= 0 ? i : -1;
        }
        if (end <= 0) {
            return 0;
        }
        String mark = Folded.of(text.substring(0, end)).text();
        boolean letter = end == 1 && Character.isUpperCase(text.charAt(0));
        boolean counts = COUNTS.stream().anyMatch(word -> begins(mark, word));
        return (letter && text.charAt(end) == ':') || counts ? end + 1 : 0;
    }

    private static boolean begins(String mark, String word) {
        boolean whole =
                mark.length() == word.length()
                        || word.codePointAt(0) > 0x2E80
                        || (mark.length() > word.length() && mark.charAt(word.length()) == ' ');
        return mark.startsWith(word) && whole;
    }

    /** Behind "(a)", "(2/3)", "2)" or an arrow, or 0. */
    private static int afterMark(String text) {
        if (text.startsWith("\u2192") || text.startsWith("->") || text.startsWith("\u2026")) {
            return text.startsWith("->") ? 2 : 1;
        }
        int close = text.indexOf(')');
        if (close <= 0 || close > MARK) {
            return 0;
        }
        String mark = text.substring(text.startsWith("(") ? 1 : 0, close);
        boolean number = !mark.isEmpty() && mark.chars().allMatch(c -> c == '/' || digit(c));
        boolean letter = mark.length() == 1 && Character.isLetter(mark.charAt(0));
        return number || letter ? close + 1 : 0;
    }

    private static boolean digit(int c) {
        return c >= '0' && c <= '9';
    }
}
