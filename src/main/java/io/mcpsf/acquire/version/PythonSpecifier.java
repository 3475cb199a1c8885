package io.mcpsf.acquire.version;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which versions of Python a package asks for: {@code >=3.10,<4,!=3.11.*}. */
public final class PythonSpecifier {

    private static final int LONGEST = 512;
    private static final Pattern CLAUSE =
            Pattern.compile("\\s*(===|~=|==|!=|<=|>=|<|>)\\s*([^\\s,]+?)(\\.\\*)?\\s*");

    private PythonSpecifier() {}

    /** What cannot be read restricts nothing, as in pip. */
    public static boolean admits(String specifier, PythonVersion python) {
        if (specifier.isBlank() || specifier.length() > LONGEST) {
            return true;
        }
        for (String clause : specifier.split(",")) {
            Matcher parts = CLAUSE.matcher(clause);
            if (parts.matches() && !fits(parts, python)) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(Matcher clause, PythonVersion python) {
        var asked = PythonVersion.parse(clause.group(2));
        if (asked.isEmpty()) {
            return true;
        }
        PythonVersion wanted = asked.get();
        boolean any = clause.group(3) != null;
        int order = python.comparePublic(wanted);
        return switch (clause.group(1)) {
            case "==", "===" ->
                    any ? startsWith(python, wanted, wanted.release().size()) : order == 0;
            case "!=" -> any ? !startsWith(python, wanted, wanted.release().size()) : order != 0;
            case ">=" -> order >= 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            case "<" -> order < 0;
            default -> order >= 0 && startsWith(python, wanted, wanted.release().size() - 1);
        };
    }

    private static boolean startsWith(PythonVersion python, PythonVersion wanted, int length) {
        for (int i = 0; i < length; i++) {
            if (python.at(i) != wanted.at(i)) {
                return false;
            }
        }
        return true;
    }
}
