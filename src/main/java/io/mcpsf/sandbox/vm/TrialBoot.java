package io.mcpsf.sandbox.vm;

import io.mcpsf.os.Command;
import io.mcpsf.os.Scratch;
import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/**
 * Whether an ordinary kernel boots here with the processor's own virtualization, found out by doing
 * it. A device that can be opened proves nothing: some hosts have one with which firmware runs and
 * a kernel hangs. The answer is remembered until the host boots again.
 */
public final class TrialBoot {

    private static final Path DEVICE = Path.of("/dev/kvm");
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    /** With hardware it takes less than a second. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final String SIGN = "the kernel has booted";
    private static final String FIRST_PROGRAM =
            """
            #!/busybox sh
            /busybox mount -t devtmpfs dev /dev
            echo "%s" > /dev/ttyS0
            /busybox reboot -f
            """
                    .formatted(SIGN);

    private TrialBoot() {}

    /** What came of it, in words for a person. */
    public record Answer(boolean boots, String words) {}

    /** Of this host; tried if it was not since the host has booted. */
    public static Answer ofHardware(VmParts parts) throws InterruptedException {
        if (!Files.exists(DEVICE)) {
            return new Answer(false, "there is no " + DEVICE);
        }
        if (!Files.isReadable(DEVICE) || !Files.isWritable(DEVICE)) {
            return new Answer(false, "%s is not open to this user (group kvm)".formatted(DEVICE));
        }
        return remembered(
                parts.folder().resolve("trial-boot"),
                String.join(" ", bootId(), parts.qemuVersion(), parts.kernelVersion()),
                () -> hardware(parts));
    }

    private static Answer hardware(VmParts parts) throws InterruptedException {
        return of(parts, List.of("-accel", "kvm", "-cpu", "host"), PATIENCE)
                ? new Answer(true, "a kernel boots with " + DEVICE)
                : new Answer(
                        false,
                        "%s exists, and a kernel did not boot with it within %d seconds"
                                .formatted(DEVICE, PATIENCE.toSeconds()));
    }

    /** Whether a kernel comes up in time on this kind of processor. */
    static boolean of(VmParts parts, List<String> processor, Duration patience)
            throws InterruptedException {
        try (var scratch = Scratch.make()) {
            byte[] root =
                    new CpioArchive()
                            .folder("dev")
                            .file("busybox", 0755, Files.readAllBytes(parts.shell()))
                            .file("init", 0755, FIRST_PROGRAM.getBytes(StandardCharsets.UTF_8))
                            .finish();
            Path file = Files.write(scratch.path().resolve("root"), root);
            return Command.of(QemuLine.toTry(processor, parts.kernel(), file))
                    .within(patience)
                    .run()
                    .stdout()
                    .contains(SIGN);
        } catch (IOException e) {
            throw new ExecutorException("a trial boot cannot be prepared", e);
        }
    }

    /** Tries something. */
    @FunctionalInterface
    interface Trial {
        Answer answer() throws InterruptedException;
    }

    /** The answer in the file, if it was given under the same circumstances; else a new one. */
    static Answer remembered(Path file, String circumstances, Trial trial)
            throws InterruptedException {
        try {
            if (Files.exists(file)) {
                List<String> lines = Files.readAllLines(file);
                if (lines.size() == 3 && lines.getFirst().equals(circumstances)) {
                    return new Answer(lines.get(1).equals("boots"), lines.get(2));
                }
            }
            Answer answer = trial.answer();
            Path fresh = file.resolveSibling(file.getFileName() + ".new");
            Files.write(
                    fresh,
                    List.of(circumstances, answer.boots() ? "boots" : "hangs", answer.words()));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            return answer;
        } catch (IOException e) {
            throw new ExecutorException("the result of a trial boot cannot be kept", e);
        }
    }

    private static String bootId() {
        try {
            return Files.readString(BOOT_ID).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
