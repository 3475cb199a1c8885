package io.mcpsf.run;

import io.mcpsf.boundary.EgressPolicy;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The user's words for what may really leave, {@code HOST[:PORT]}, as a policy. */
final class Egress {

    private static final Pattern FORM =
            Pattern.compile("([A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}))(?::([0-9]{1,5}))?");
    private static final int HTTPS = 443;

    private Egress() {}

    static EgressPolicy policy(List<String> allowed) {
        EgressPolicy policy = EgressPolicy.sinkhole();
        for (String word : allowed) {
            Matcher form = FORM.matcher(word);
            int port =
                    form.matches() && form.group(2) != null
                            ? Integer.parseInt(form.group(2))
                            : HTTPS;
            if (!form.matches() || port < 1 || port > 65_535) {
                throw new UsageException(
                        "--allow-net " + word + " is not understood",
                        "it wants a host name, or a host name and a port",
                        "--allow-net api.service.example:443");
            }
            policy =
                    policy.allowing(
                            new EgressPolicy.Allowed(
                                    form.group(1).toLowerCase(Locale.ROOT), port, false));
        }
        return policy;
    }
}
