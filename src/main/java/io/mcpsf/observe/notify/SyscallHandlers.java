package io.mcpsf.observe.notify;

import io.mcpsf.bait.CanaryFinder;

import java.util.HashMap;
import java.util.Map;

/** All readers of system calls, by the name of the call. */
final class SyscallHandlers {

    private SyscallHandlers() {}

    static Map<String, Handler> all(
            PathLookup paths,
            BaitBook bait,
            Sockets sockets,
            CanaryFinder canaries,
            ExecWitness witness) {
        Map<String, Handler> all = new HashMap<>();
        new ExecHandler(paths, bait, sockets, canaries, witness).addTo(all);
        new OpenHandler(paths, bait).addTo(all);
        new ActHandlers(paths, bait).addTo(all);
        new SocketHandlers(sockets, canaries).addTo(all);
        new KernelHandlers().addTo(all);
        return all;
    }
}
