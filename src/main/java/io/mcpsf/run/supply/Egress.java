package io.mcpsf.run.supply;

import io.mcpsf.acquire.Registries;
import io.mcpsf.boundary.EgressPolicy;
import io.mcpsf.boundary.cache.AnswerCache;
import io.mcpsf.run.request.UsageException;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The user's words for what may really leave, {@code HOST[:PORT]}, as a policy. */
public final class Egress {

    private static final Pattern FORM =
            Pattern.compile("([A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}))(?::([0-9]{1,5}))?");
    private static final int HTTPS = 443;

    private Egress() {}

    /** What an installation may reach, and how its package managers are told. */
    public record Door(EgressPolicy policy, Map<String, String> environment, AnswerCache answers) {}

    /** The user's own registries, for reading alone, and the words that lead there. */
    static Door registries(Registries registries, Set<String> pypiHosts, AnswerCache answers) {
        EgressPolicy policy = EgressPolicy.sinkhole();
        var hosts = new LinkedHashSet<>(registries.npmHosts());
        hosts.addAll(pypiHosts);
        for (String host : hosts) {
            int colon = host.lastIndexOf(':');
            int port = Integer.parseInt(host.substring(colon + 1));
            policy =
                    policy.allowing(new EgressPolicy.Allowed(host.substring(0, colon), port, true));
        }
        var env = new LinkedHashMap<String, String>();
        env.put("npm_config_registry", registries.npm().toString());
        registries
                .npmScopes()
                .forEach(
                        (scope, uri) ->
                                env.put("npm_config_" + scope + ":registry", uri.toString()));
        // The home's own settings hold a decoy token, which must not go to a real registry.
        env.put("npm_config_userconfig", "/dev/null");
        if (Files.isDirectory(Path.of("/usr/include/node"))) {
            env.put("npm_config_nodedir", "/usr");
        }
        env.put("UV_DEFAULT_INDEX", registries.pypi().getFirst().toString());
        if (registries.pypi().size() > 1) {
            env.put(
                    "UV_INDEX",
                    registries.pypi().stream()
                            .skip(1)
                            .map(URI::toString)
                            .collect(Collectors.joining(" ")));
        }
        return new Door(policy, env, answers);
    }

    public static EgressPolicy policy(List<String> allowed) {
        EgressPolicy policy = EgressPolicy.sinkhole();
        for (String word : allowed) {
            Matcher form = FORM.matcher(word);
            int port =
                    form.matches() && form.group(2) != null
                            ? Integer.parseInt(form.group(2))
                            : HTTPS;
            if (!form.matches() || port < 1 || port > 65_535) {
                throw new UsageException(
                        "--allow-net " + word + " is not valid",
                        "use a host name, or a host name and a port",
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
