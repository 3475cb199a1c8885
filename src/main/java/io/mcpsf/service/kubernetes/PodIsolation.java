package io.mcpsf.service.kubernetes;

import io.mcpsf.os.Command;
import io.mcpsf.service.worker.Runner.Outcome;
import io.mcpsf.text.Printable;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether this pod was granted what a sandbox is made of. Where it was not, nothing of the sample
 * is started, and the reason names what the cluster must grant.
 */
public final class PodIsolation {

    private static final List<String> NAMESPACES =
            List.of(
                    "unshare",
                    "--user",
                    "--map-root-user",
                    "--mount",
                    "--pid",
                    "--net",
                    "--fork",
                    "--kill-child",
                    "--mount-proc",
                    "--",
                    "true");

    private PodIsolation() {}

    /** Why it can't be isolated here; nothing when it can. */
    public static Optional<Outcome.Refused> refusal(Map<String, String> env)
            throws InterruptedException {
        Command.Result tried = Command.of(NAMESPACES).within(Duration.ofSeconds(20)).run();
        return tried.good()
                ? Optional.empty()
                : Optional.of(
                        refused(tried.complaint(), env.getOrDefault("MCPSF_POD_PROFILE", "")));
    }

    static Outcome.Refused refused(String complaint, String profile) {
        String needs =
                PodProfile.words().contains(profile)
                        ? PodProfile.of(profile).needs()
                        : PodProfile.LOCALHOST.needs();
        return new Outcome.Refused(
                "the pod cannot isolate the server, so nothing of it was started",
                Printable.line(complaint, 300),
                "grant to the pods: " + needs);
    }
}
