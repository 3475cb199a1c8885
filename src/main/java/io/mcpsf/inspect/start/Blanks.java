package io.mcpsf.inspect.start;

import io.mcpsf.model.Demand;
import io.mcpsf.model.Demand.Kind;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Words that a reader is meant to replace by his own, and what we put in their place. */
final class Blanks {

    private static final Pattern BLANK =
            Pattern.compile(
                    "<[^>]{1,80}>|\\$?\\{[^}]{1,80}}|\\[[^\\]]{2,60}]|\\byour\\b|^your|your[-_"
                        + " ]|[-_]here\\b|\\bxxx|\\.\\.\\.|…"
                        + "|(^|/)path/to|absolute/path|^/[A-Za-z]|^[A-Za-z]:[^/]"
                        + "|^~/|%[A-Z]+%|replace|placeholder|example\\.com|^(sk|ghp|xoxb|pk)[-_]",
                    Pattern.CASE_INSENSITIVE);
    private static final Pattern DATABASE =
            Pattern.compile("(?i)(postgres(ql)?|mysql|mariadb|rediss?|mongodb(\\+srv)?)://.*");
    private static final Pattern CAPITALS = Pattern.compile("[A-Z][A-Z0-9]*(_[A-Z0-9]+)+");
    private static final Pattern FLAG = Pattern.compile("(--?[A-Za-z][\\w.-]{0,60})=(.*)");

    private final Furniture furniture;
    private final String subject;
    private final List<Demand> given = new ArrayList<>();

    /** {@code subject} is what is started: a key for it is a key of its service. */
    Blanks(Furniture furniture, String subject) {
        this.furniture = furniture;
        this.subject = subject;
    }

    /** Everything that was put in, in its order. */
    List<Demand> given() {
        return List.copyOf(given);
    }

    static boolean isBlank(String word) {
        boolean json = word.matches("\\s*(\\{\\s*\"|\\[\\s*[\"{\\d]).*");
        return !json && (BLANK.matcher(word).find() || DATABASE.matcher(word).matches());
    }

    /**
     * The arguments with every blank filled; what stands before a blank says what belongs in it.
     */
    List<String> fill(List<String> words, String why) {
        List<String> filled = new ArrayList<>();
        String before = "";
        for (String word : words) {
            var flag = FLAG.matcher(word);
            if (flag.matches()) {
                filled.add(flag.group(1) + "=" + argument(flag.group(1), flag.group(2), why));
                before = "";
            } else {
                String value = argument(before, word, why);
                // A second folder that would be the same one again says nothing new.
                boolean again = !value.equals(word) && before.isEmpty() && filled.contains(value);
                if (!again) {
                    filled.add(value);
                }
                before = word.startsWith("-") ? word : "";
            }
        }
        return filled;
    }

    /** The value of a variable: the documented one when it is no blank. */
    String variable(String name, String documented, String why) {
        Demand byName = Guess.variable(name, documented, why);
        boolean blank = documented.isBlank() || isBlank(documented) || byName.kind().secret();
        return blank ? give(byName) : documented;
    }

    String give(Demand demand) {
        given.add(demand);
        return furniture.value(demand);
    }

    private String argument(String flag, String word, String why) {
        boolean named = CAPITALS.matcher(word).matches() && !flag.isEmpty();
        if (word.startsWith("-") || (!isBlank(word) && !named)) {
            return word;
        }
        Kind byFlag = flag.isEmpty() ? Kind.TEXT : Guess.kind(flag.replaceFirst("^-+", ""));
        Kind byWord = Guess.kind(word);
        Kind kind = byFlag == Kind.TEXT || byFlag == Kind.FOLDER ? byWord : byFlag;
        kind = kind == Kind.TEXT ? byFlag : kind;
        String name = flag.isEmpty() ? word : flag;
        name = kind.secret() ? name + " of " + subject : name;
        return give(
                new Demand(kind == Kind.FILE ? word.replaceAll("[^\\w./-]", "") : name, kind, why));
    }
}
