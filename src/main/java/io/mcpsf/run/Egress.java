package io.mcpsf.run;

import io.mcpsf.boundary.EgressPolicy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The user's words for what may really leave, {@code HOST[:PORT]}, as a policy. */
final class Egress {

    private static final Pattern FORM =
            Pattern.compile("([A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}))(?::([0-9]{1,5}))?");
    private static final int HTTPS = 443;

    private Egress() {}

    /** What an installation may reach, and how its package managers are told. */
    record Door(EgressPolicy policy, Map<String, String> environment) {}

    /** TODO: the user's own registries. */
    static Door registries() {
        EgressPolicy policy = EgressPolicy.sinkhole();
        for (String host : List.of("registry.npmjs.org", "pypi.org", "files.pythonhosted.org")) {
            policy = policy.allowing(new EgressPolicy.Allowed(host, HTTPS, true));
        }
        return new Door(
                policy,
                Map.of(
                        "npm_config_registry", "https://registry.npmjs.org/",
                        "npm_config_userconfig", "/dev/null",
                        "npm_config_nodedir", "/usr"));
    }

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
