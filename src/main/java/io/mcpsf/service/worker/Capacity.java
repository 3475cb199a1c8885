package io.mcpsf.service.worker;

import com.sun.management.OperatingSystemMXBean;

import java.lang.management.ManagementFactory;

/** How many jobs this machine takes at once. */
public final class Capacity {

    /** A chamber with its controller: 512 MB inside, and as much around it. */
    private static final long BYTES_PER_JOB = 1L << 30;

    private static final long BYTES_FOR_THE_REST = 1L << 30;

    private Capacity() {}

    /** One for each processor, as far as the memory goes; one at least. */
    public static int slots() {
        long memory =
                ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                        ? system.getTotalMemorySize()
                        : BYTES_FOR_THE_REST;
        return slots(Runtime.getRuntime().availableProcessors(), memory);
    }

    static int slots(int processors, long memory) {
        long fits = (memory - BYTES_FOR_THE_REST) / BYTES_PER_JOB;
        return (int) Math.max(1, Math.min(processors, fits));
    }
}
