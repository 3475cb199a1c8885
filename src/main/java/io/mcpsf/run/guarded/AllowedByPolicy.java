package io.mcpsf.run.guarded;

import io.mcpsf.policy.Policy;
import io.mcpsf.sandbox.Executables;

import java.util.Set;

/** The programs of a policy, as the sandbox takes them. */
public final class AllowedByPolicy {

    private AllowedByPolicy() {}

    public static Executables of(Policy policy) {
        return policy.programs().isEmpty()
                ? Executables.any()
                : new Executables.Only(Set.copyOf(policy.programs()));
    }
}
