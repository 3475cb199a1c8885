package io.mcpsf.run.guarded;

import io.mcpsf.policy.Policy;
import io.mcpsf.policy.SecretGrant;
import io.mcpsf.run.request.RefusedStartException;

import java.util.ArrayList;
import java.util.List;

/** What a policy says that a session does not hold yet: a start under it is refused. */
public final class Unenforced {

    private Unenforced() {}

    public static void refuse(Policy policy) {
        var parts = new ArrayList<String>();
        if (policy.secrets().values().stream().anyMatch(SecretGrant::reveal)) {
            parts.add("secrets with reveal");
        }
        if (!policy.privacy().isEmpty()) {
            parts.add("privacy");
        }
        refuse(policy, parts);
    }

    /** The same for one execution of code, which has a broker and a privacy gate. */
    public static void refuseForCode(Policy policy) {
        refuse(policy, new ArrayList<>());
    }

    private static void refuse(Policy policy, List<String> parts) {
        if (!policy.programs().isEmpty()) {
            parts.add("programs");
        }
        if (!parts.isEmpty()) {
            throw new RefusedStartException(
                    "this policy cannot be enforced",
                    "it does not enforce " + String.join(", ", parts) + " yet",
                    "remove these from the policy");
        }
    }
}
