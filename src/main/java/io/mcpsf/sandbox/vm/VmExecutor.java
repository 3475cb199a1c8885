package io.mcpsf.sandbox.vm;

import io.mcpsf.sandbox.Capabilities;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs each program in a virtual machine of its own, restored from a snapshot, in a sandbox of
 * another executor. The processor is emulated: that works on every host, and is not the guarantee
 * that hardware would give.
 */
public final class VmExecutor implements Executor {

    /** The name under which it is asked for and reported. */
    public static final String WORD = "vm";

    private static final long MEGABYTE = 1L << 20;

    /** What the guest's kernel and first process take. */
    private static final long GUEST_OWN = 192 * MEGABYTE;

    /** Sizes come in steps, because each has a snapshot of its own. */
    private static final long STEP = 256 * MEGABYTE;

    /** What QEMU takes besides the guest's memory, its translated code included. */
    private static final long QEMU_OWN = 512 * MEGABYTE;

    /** Small files of a guest are copied into its sandbox. */
    private static final long DISK = 64 * MEGABYTE;

    private static final int QEMU_THREADS = 64;
    private static final Duration RESTORE = Duration.ofMinutes(5);

    private final Executor around;
    private final VmSnapshots snapshots;
    private final Capabilities capabilities;

    private VmExecutor(Executor around, VmSnapshots snapshots, Capabilities capabilities) {
        this.around = around;
        this.snapshots = snapshots;
        this.capabilities = capabilities;
    }

    /** Around each machine is a sandbox of that executor. */
    public static VmExecutor in(Executor around, VmParts parts, Consumer<String> say) {
        parts.require();
        try {
            String qemu = parts.qemuVersion();
            return new VmExecutor(
                    around,
                    new VmSnapshots(around, parts, qemu, say),
                    capabilities(around.capabilities(), qemu, parts.kernelVersion()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutorException("interrupted while looking for QEMU", e);
        }
    }

    private static Capabilities capabilities(Capabilities outer, String qemu, String kernel) {
        var enforced = new ArrayList<>(outer.enforced());
        enforced.add(
                "virtual machine for each run, with a network device only where the policy needs"
                        + " one");
        enforced.add("sandbox of " + outer.runtime() + " around QEMU");
        var missing = new ArrayList<>(outer.missing());
        missing.add("hardware virtualization: the machine is emulated");
        missing.add("calls inside the virtual machine are its own word");
        return new Capabilities(
                WORD, "QEMU " + qemu + ", emulated", "Linux " + kernel, enforced, missing);
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public Sandbox start(SandboxSpec spec) {
        String back = back(spec);
        var job = new GuestJob(spec, back);
        long needed = spec.limits().memoryBytes() + job.given() + GUEST_OWN;
        long memory = (needed + STEP - 1) / STEP * STEP;
        var machine =
                new QemuLine.Machine(
                        Math.toIntExact(memory / MEGABYTE),
                        spec.world().network() instanceof World.Network.Joined);
        try {
            VmSnapshots.Snapshot snapshot = snapshots.of(machine);
            var outer =
                    new SandboxSpec(
                            new SandboxSpec.Program(
                                    QemuLine.toRestore(machine),
                                    Map.of("PATH", "/usr/bin:/bin"),
                                    "/"),
                            snapshot.places(),
                            new Limits(
                                    memory + QEMU_OWN,
                                    Math.ceil(spec.limits().cpus()),
                                    QEMU_THREADS,
                                    DISK,
                                    spec.limits().wallClock().plus(RESTORE)),
                            spec.world(),
                            new SandboxSpec.Listener.None());
            Sandbox qemu = around.start(outer);
            try {
                return VmSandbox.start(qemu, job, back, spec.limits(), call(spec));
            } catch (RuntimeException e) {
                qemu.close();
                throw e;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutorException("interrupted while a guest was prepared", e);
        }
    }

    private static Consumer<byte[]> call(SandboxSpec spec) {
        return spec.listener() instanceof SandboxSpec.Listener.Told(Consumer<byte[]> line)
                ? line
                : _ -> {};
    }

    /** The first writable place: its files are worth having when the program has ended. */
    private static String back(SandboxSpec spec) {
        return spec.places().stream()
                .filter(place -> place instanceof Place.Scratch)
                .map(Place::at)
                .findFirst()
                .orElseThrow(() -> new ExecutorException("a guest has no writable folder"));
    }
}
