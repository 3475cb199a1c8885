package io.mcpsf.policy;

import java.util.List;
import java.util.stream.Collectors;

/** A policy that can't be used, with everything that is wrong with it. */
public final class BadPolicyException extends RuntimeException {

    private final transient List<PolicyFault> faults;

    public BadPolicyException(List<PolicyFault> faults) {
        super(faults.stream().map(PolicyFault::toString).collect(Collectors.joining("\n")));
        this.faults = List.copyOf(faults);
    }

    public List<PolicyFault> faults() {
        return faults;
    }
}
