package io.mcpsf.inspect.start;

import io.mcpsf.inspect.start.StartPlan.Ready;
import io.mcpsf.model.Demand;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Variables that a server names when it gives up. */
final class MissingVariables {

    private static final int MOST = 12;
    private static final String NAME = "\\b([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6})\\b";
    private static final Pattern VARIABLE = Pattern.compile(NAME);
    private static final Pattern COMPLAINT =
            Pattern.compile(
                    "(?i)required|missing|not"
                        + " (?:set|found|defined|provided|configured|specified)|must"
                        + " (?:be|set|provide|have)|please"
                        + " (?:set|provide|specify|export|configure)|undefined|environment|env(?:ironment)?"
                        + " var|need(?:s|ed)?\\b|no"
                        + " (?:api|access)|invalid|unset|empty|expected|provide|set the");
    private static final Pattern KEY_ERROR =
            Pattern.compile("KeyError: ['\"]([A-Za-z]\\w{2,60})['\"]");
    private static final Pattern PYDANTIC =
            Pattern.compile("(?m)^(\\w{3,60})\\n\\s+Field required");

    /** Names of errors look like variables and are none. */
    private static final Pattern NO_VARIABLE =
            Pattern.compile(
                    "ERR_.*|E[A-Z]{4,10}|HTTP_.*|JSON_RPC.*|.*_ERROR|MODULE_NOT_FOUND|UNABLE_TO_.*|NODE_.*|INVALID_.*|MISSING_.*|DEP\\d+");

    private MissingVariables() {}

    static Optional<Cure> read(String said, Ready tried) {
        Set<String> names = new LinkedHashSet<>();
        List<String> lines = said.lines().limit(2000).map(Diagnosis::line).toList();
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at);
            // A list of names often follows its complaint, or the reason follows the name.
            String around =
                    String.join(
                            "\n",
                            lines.subList(Math.max(0, at - 2), Math.min(lines.size(), at + 3)));
            if (VARIABLE.matcher(line).find() && COMPLAINT.matcher(around).find()) {
                collect(VARIABLE, line, names);
            }
        }
        collect(KEY_ERROR, said, names);
        collect(PYDANTIC, said, names);
        List<Demand> demands = new ArrayList<>();
        for (String name : names) {
            boolean known = tried.env().containsKey(name) || VariableClues.isEverybodys(name);
            if (!known && demands.size() < MOST && !NO_VARIABLE.matcher(name).matches()) {
                demands.add(Guess.variable(name, "", "it asked for it"));
            }
        }
        return demands.isEmpty() ? Optional.empty() : Optional.of(new Cure.NeedsVariable(demands));
    }

    private static void collect(Pattern pattern, String text, Set<String> names) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find() && names.size() < 3 * MOST) {
            names.add(matcher.group(1));
        }
    }
}
