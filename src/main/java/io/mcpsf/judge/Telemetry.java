package io.mcpsf.judge;

import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Seen;

import java.util.Locale;
import java.util.regex.Pattern;

/** What counts the users of a program and reports its crashes, by its usual names. */
final class Telemetry {

    private static final Pattern PLACES =
            Pattern.compile(
                    "(^|[./_-])(telemetry|analytics|metrics|segment|sentry|mixpanel|amplitude"
                            + "|posthog|datadoghq|bugsnag|plausible|statsd?|usage|tracking|track"
                            + "|scarf|google-analytics|honeycomb)([./:?_-]|$)");

    private static final Pattern WORDS =
            Baits.words("telemetry|analytics|usage data|usage statistics|crash reports?");

    private Telemetry() {}

    static boolean is(Seen seen) {
        String place =
                seen.what() instanceof RequestSent request
                        ? beforeQuery(request.url())
                        : Exits.destination(seen);
        return PLACES.matcher(Message.cut(place, 500).toLowerCase(Locale.ROOT)).find();
    }

    /** The server's own words say that it does this. */
    static boolean disclosed(Trail trail) {
        return Baits.says(trail, WORDS);
    }

    private static String beforeQuery(String url) {
        int question = url.indexOf('?');
        return question < 0 ? url : url.substring(0, question);
    }
}
