package io.mcpsf.inspect.start;

import io.mcpsf.inspect.start.StartPlan.Ready;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Variables that take one of a few words, of which a server says the first when it gives up. */
final class Choices {

    private static final String NAME = "\\b([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6})\\b";

    /** A plain word: nothing that a shell or a path would read as more. */
    private static final String WORD = "[\\[(\"'`]{0,3}([A-Za-z][A-Za-z0-9-]{0,30})\\b";

    private static final Pattern OFFERED =
            Pattern.compile(
                    NAME
                            + "[^\\n]{0,60}?\\b(?i:must be|should be|has to be|expected"
                            + "|(?:allowed|valid) values(?: are)?)[: ]{1,2}"
                            + "(?i:either |one of[: ]{1,2})?"
                            + WORD
                            + "[\"'`]?(?: ?[,|/]| or\\b)");

    private Choices() {}

    static Optional<Cure> read(String said, Ready tried) {
        Matcher offered = OFFERED.matcher(said);
        while (offered.find()) {
            String name = offered.group(1);
            String value = offered.group(2);
            if (!value.equals(tried.env().get(name)) && !VariableClues.isEverybodys(name)) {
                return Optional.of(new Cure.NeedsValue(name, value));
            }
        }
        return Optional.empty();
    }
}
