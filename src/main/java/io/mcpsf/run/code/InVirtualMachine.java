package io.mcpsf.run.code;

import io.mcpsf.policy.NetworkAccess;
import io.mcpsf.policy.Policy;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.World;
import io.mcpsf.sandbox.vm.VmExecutor;

/** What is different for code in a virtual machine; what it does not offer is refused. */
final class InVirtualMachine {

    /** By how much an emulated processor may be behind the host's. */
    static final int SLOWER = 6;

    private InVirtualMachine() {}

    static void refuse(Executor executor, Policy policy) {
        boolean lends = !policy.files().read().isEmpty() || !policy.files().write().isEmpty();
        if (is(executor) && lends) {
            throw new RefusedStartException(
                    "this policy cannot be enforced in a virtual machine",
                    "--runtime vm does not show files of the host, and the policy has files",
                    "remove files from the policy and use --workspace, which is copied, or use"
                            + " another --runtime");
        }
    }

    /** A machine without a network device, where the policy lets nothing out. */
    static World.Network network(Executor executor, Policy policy, World.Network joined) {
        NetworkAccess access = policy.network();
        boolean nothing =
                access.allow().isEmpty() && access.otherwise() == NetworkAccess.Otherwise.REFUSE;
        return is(executor) && nothing ? new World.Network.Closed() : joined;
    }

    static boolean is(Executor executor) {
        return executor.capabilities().runtime().equals(VmExecutor.WORD);
    }
}
