package io.mcpsf.run.scene;

import io.mcpsf.observe.ebpf.SensorProgram;
import io.mcpsf.observe.ebpf.SharedWitness;
import io.mcpsf.run.request.SensorChoice;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.sandbox.Capabilities;

/** The sensor that the user has chosen. It is refused where it can't be had, never replaced. */
public final class ChosenSensor {

    /** What stands in the report for the reason. */
    static final String REASON = "as --sensor ebpf asks";

    private ChosenSensor() {}

    /** Begins to load what it takes, and returns at once. */
    public static void prepare(SensorChoice choice) {
        switch (choice) {
            case AUTO -> SharedWitness.prepare();
            case EBPF -> SensorProgram.prepare();
        }
    }

    /** Throws, naming the way out, where it can't be had. */
    public static void require(SensorChoice choice, Capabilities here) {
        switch (choice) {
            case AUTO -> {}
            case EBPF -> {
                requireOurKernel(here);
                requireLoaded(SensorProgram.shared());
            }
        }
    }

    static void requireOurKernel(Capabilities here) {
        if (here.enforces(Capabilities.OWN_KERNEL)) {
            throw new UsageException(
                    "--sensor ebpf cannot be used with " + here.runtime(),
                    "the server's system calls go to a kernel of its own, of which eBPF sees"
                            + " nothing; gVisor tells them by itself",
                    "use --runtime crun or runc, or leave out --sensor");
        }
    }

    static SensorProgram requireLoaded(SensorProgram.Trial trial) {
        return switch (trial) {
            case SensorProgram.Trial.Works(SensorProgram program) -> program;
            case SensorProgram.Trial.Refused(String why) ->
                    throw new UsageException(
                            "--sensor ebpf cannot be used here",
                            why,
                            "start mcpsf as root on the host itself, or leave out --sensor;"
                                    + " mcpsf doctor shows more");
        };
    }
}
