package io.mcpsf.run.guarded;

import io.mcpsf.policy.Policy;
import io.mcpsf.policy.SecretGrant;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.sandbox.Capabilities;

import java.util.ArrayList;
import java.util.Set;

/** What a policy says that a session does not hold yet: a start under it is refused. */
public final class Unenforced {

    private static final Set<String> ENFORCE_PROGRAMS = Set.of("crun", "runc");

    private Unenforced() {}

    /** Where the server is no code of ours: nobody asks a broker or passes a privacy gate. */
    public static void refuse(Policy policy) {
        var parts = new ArrayList<String>();
        if (policy.secrets().values().stream().anyMatch(SecretGrant::reveal)) {
            parts.add("secrets with reveal");
        }
        if (!policy.privacy().isEmpty()) {
            parts.add("privacy");
        }
        if (!parts.isEmpty()) {
            throw new RefusedStartException(
                    "this policy cannot be enforced",
                    "mcpsf run does not enforce " + String.join(", ", parts),
                    "remove these from the policy");
        }
    }

    /** An engine mounts in its own way, and can't be told what must not be executed. */
    public static void refuse(Policy policy, Capabilities here) {
        if (!policy.programs().isEmpty() && !ENFORCE_PROGRAMS.contains(here.runtime())) {
            throw new RefusedStartException(
                    "this policy cannot be enforced",
                    here.runtime()
                            + " cannot restrict what is executed, and the policy has programs",
                    "use --runtime crun, or remove programs from the policy");
        }
    }
}
