package io.mcpsf.judge;

import io.mcpsf.model.NetworkObservation.MailSent;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Seen;

import java.util.regex.Pattern;

/**
 * Services that count the users of a program and collect its crashes, by who runs them. What a host
 * or a path is called says nothing: whoever steals data can call a host "telemetry".
 */
final class Telemetry {

    private static final DomainTable OPERATORS = DomainTable.load("telemetry.yaml");

    private static final Pattern WORDS =
            Baits.words("telemetry|analytics|usage data|usage statistics|crash reports?");

    private Telemetry() {}

    static boolean is(Trail trail, Seen seen) {
        if (seen.what() instanceof MailSent) {
            return false;
        }
        String place = Hosts.of(Exits.destination(seen));
        String host = trail.name(place).isEmpty() ? place : trail.name(place);
        // A request says itself for whom it is; the connection below it has to agree.
        return OPERATORS.holds(host)
                && (!(seen.what() instanceof RequestSent) || trail.reached(host));
    }

    /** The server's own words say that it does this. */
    static boolean disclosed(Trail trail) {
        return Baits.says(trail, WORDS);
    }
}
