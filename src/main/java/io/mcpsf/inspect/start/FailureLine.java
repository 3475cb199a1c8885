package io.mcpsf.inspect.start;

import java.util.List;
import java.util.regex.Pattern;

/** The one line of a failed start that says most. */
final class FailureLine {

    private static final int MOST_LINES = 2000;
    private static final List<Pattern> TELLING =
            List.of(
                    Pattern.compile("^(?:\\w+\\.)*\\w*(?:Error|Exception|Exit)\\b.*:.*"),
                    Pattern.compile(
                            "(?i).*\\b(?:error|fatal|failed|cannot|could not|unable)\\b.*"));
    private static final Pattern FRAME =
            Pattern.compile("\\s*(?:at |File \"|Node\\.js v|\\^|~|[{}\\]]|Traceback).*");

    private FailureLine() {}

    /** The last line of the most telling kind there is; empty for silence. */
    static String in(String hostile) {
        List<String> lines =
                hostile.lines()
                        .limit(MOST_LINES)
                        .filter(line -> !line.isBlank() && line.length() < 4000)
                        .filter(line -> !FRAME.matcher(line).matches())
                        .toList();
        for (Pattern pattern : TELLING) {
            var found = lines.stream().filter(line -> pattern.matcher(line).matches()).toList();
            if (!found.isEmpty()) {
                return Diagnosis.quote(found.getLast());
            }
        }
        return lines.isEmpty() ? "" : Diagnosis.quote(lines.getLast());
    }
}
