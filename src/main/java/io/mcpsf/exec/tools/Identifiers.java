package io.mcpsf.exec.tools;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Makes a stranger's names into identifiers: letters, digits and underscores of ASCII, no keyword
 * of either language, no leading underscore, and no two alike in one scope.
 */
final class Identifiers {

    private static final int LONGEST = 64;

    /** Words of Python or JavaScript that name nothing, and those that our own files use. */
    private static final Set<String> RESERVED =
            Set.of(
                    ("false none true and as assert async await break class continue def del elif"
                                    + " else except finally for from global if import in is lambda"
                                    + " nonlocal not or pass raise return try while with yield"
                                    + " match case type catch const debugger default delete"
                                    + " do enum export extends function implements instanceof"
                                    + " interface let new null package private protected public"
                                    + " static super switch this throw typeof undefined var void"
                                    + " eval arguments self call any literal input output index"
                                    + " print dict list str int float bool")
                            .split(" +"));

    private final Set<String> taken = new HashSet<>();

    /** The identifier for a name in this scope; the same name asked for again gets another. */
    String of(String hostile) {
        String plain = hostile.replaceAll("[^A-Za-z0-9_]", "_").replaceFirst("^_+", "");
        if (plain.length() > LONGEST) {
            plain = plain.substring(0, LONGEST);
        }
        if (plain.isEmpty() || Character.isDigit(plain.charAt(0))) {
            plain = "n" + plain;
        }
        if (RESERVED.contains(lower(plain))) {
            plain += "_";
        }
        String unique = plain;
        for (int i = 2; !taken.add(lower(unique)); i++) {
            unique = plain + "_" + i;
        }
        return unique;
    }

    private static String lower(String word) {
        return word.toLowerCase(Locale.ROOT);
    }
}
