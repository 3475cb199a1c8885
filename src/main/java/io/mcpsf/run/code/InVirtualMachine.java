package io.mcpsf.run.code;

import io.mcpsf.policy.Policy;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.vm.VmExecutor;

import java.util.ArrayList;

/** What a virtual machine does not offer to code yet: a start that asks for it is refused. */
final class InVirtualMachine {

    private InVirtualMachine() {}

    static void refuse(Executor executor, Policy policy) {
        if (!is(executor)) {
            return;
        }
        var parts = new ArrayList<String>();
        if (!policy.network().allow().isEmpty()) {
            parts.add("network access (it has no network device)");
        }
        if (!policy.files().read().isEmpty() || !policy.files().write().isEmpty()) {
            parts.add("files of the host (use --workspace, which is copied)");
        }
        if (!parts.isEmpty()) {
            throw new RefusedStartException(
                    "this policy cannot be enforced in a virtual machine",
                    "--runtime vm does not offer " + String.join(", ", parts) + " yet",
                    "remove these from the policy, or use another --runtime");
        }
    }

    static void refuseSession(Executor executor) {
        if (is(executor)) {
            throw new RefusedStartException(
                    "sessions do not run in a virtual machine",
                    "--runtime vm runs one execution and ends",
                    "use another --runtime for sessions");
        }
    }

    private static boolean is(Executor executor) {
        return executor.capabilities().runtime().equals(VmExecutor.WORD);
    }
}
