package io.mcpsf.scan;

import java.net.InetAddress;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * What must hold before the first packet. Every reason for a refusal is told, not only the first.
 */
public record ScanGate(BiPredicate<InetAddress, Integer> inScope, Machine machine) {

    private static final long NEEDED_MEMORY = 512L << 20;

    /** What there is to run a scanner with. */
    public record Machine(boolean root, long freeMemory, LocalTime now) {}

    /** What is asked for. */
    public record Wish(List<ScanTarget> targets, TimeWindow window, List<String> faults) {
        public Wish {
            targets = List.copyOf(targets);
            faults = List.copyOf(faults);
        }
    }

    /** Empty when the scan may begin. */
    public List<String> refusals(Wish wish) {
        var reasons = new ArrayList<>(wish.faults());
        if (wish.targets().isEmpty()) {
            reasons.add("nothing to scan: no service of the project has an address");
        }
        for (ScanTarget target : wish.targets()) {
            for (int port : target.ports()) {
                if (!inScope.test(target.address(), port)) {
                    reasons.add(
                            "out of scope: " + target.address().getHostAddress() + " port " + port);
                }
            }
        }
        if (!wish.window().contains(machine.now())) {
            reasons.add(
                    "outside of the time window "
                            + wish.window().from()
                            + "-"
                            + wish.window().to()
                            + ": it is "
                            + machine.now().withNano(0));
        }
        if (!machine.root()) {
            reasons.add("not root: the sandbox's network needs it");
        }
        if (machine.freeMemory() < NEEDED_MEMORY) {
            reasons.add(
                    "too little memory: "
                            + (machine.freeMemory() >> 20)
                            + " MB are free, a scanner needs 512");
        }
        return List.copyOf(reasons);
    }
}
