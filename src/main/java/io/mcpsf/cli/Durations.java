package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them: 90, 90s, 5m, 1m30s, 1h, 30d. */
final class Durations {

    private static final Pattern FORM =
            Pattern.compile("(\\d{1,6}d)?((?:\\d{1,6}[hms]){0,3})", Pattern.CASE_INSENSITIVE);

    private Durations() {}

    static Duration read(String option, String word) {
        String form = word.matches("\\d{1,6}") ? word + "s" : word;
        try {
            Matcher parts = FORM.matcher(form.toUpperCase(Locale.ROOT));
            if (!form.isEmpty() && parts.matches()) {
                String days = parts.group(1) == null ? "" : parts.group(1);
                String rest = parts.group(2).isEmpty() ? "" : "T" + parts.group(2);
                Duration duration = Duration.parse("P" + days + rest);
                if (duration.isPositive()) {
                    return duration;
                }
            }
        } catch (DateTimeException e) {
            throw notATime(option, word);
        }
        throw notATime(option, word);
    }

    private static UsageException notATime(String option, String word) {
        return new UsageException(
                option + " " + word + " is not a valid duration",
                "a duration is a number with d, h, m or s, and not zero",
                option + " 90s, or 5m, or 1m30s");
    }
}
