package io.mcpsf.sandbox.host;

import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * The files of /proc that would tell about the host: how its kernel was started, which start that
 * was, and how busy it is. A sandbox is shown others, of a machine that does not exist.
 */
public final class ProcFiles {

    private static final Path RELEASE = Path.of("/proc/sys/kernel/osrelease");
    private static final List<String> WORDS =
            List.of("ro quiet splash", "ro quiet", "ro quiet splash vt.handoff=7", "ro");

    private final SecureRandom random = new SecureRandom();
    private final Path load;
    private final List<Box.Bound> bounds;
    private final int tasks = random.nextInt(280, 900);
    private final double[] averages = {
        random.nextDouble(0.1, 1.4), random.nextDouble(0.1, 1.1), random.nextDouble(0.1, 0.9)
    };
    private int last = random.nextInt(20, 90);

    private ProcFiles(Path folder) {
        load = folder.resolve(StateRoot.random(6));
        bounds =
                List.of(
                        bound(folder, "/proc/cmdline", commandLine()),
                        bound(folder, "/proc/sys/kernel/random/boot_id", UUID.randomUUID() + "\n"),
                        new Box.Bound(load, "/proc/loadavg", false));
    }

    /** Writes them into the files of a sandbox, under names that say nothing. */
    public static ProcFiles in(Box box) {
        var files = new ProcFiles(box.aside());
        files.breathe();
        return files;
    }

    public List<Box.Bound> bounds() {
        return bounds;
    }

    /** The load of a machine that has little to do, a little later than it was last. */
    public void breathe() {
        for (int i = 0; i < averages.length; i++) {
            double pull = (0.45 - averages[i]) / (12 << (2 * i));
            averages[i] = Math.max(0, averages[i] + pull + random.nextGaussian() / (20 << (2 * i)));
        }
        last += random.nextInt(3);
        String text =
                String.format(
                        Locale.ROOT,
                        "%.2f %.2f %.2f %d/%d %d%n",
                        averages[0],
                        averages[1],
                        averages[2],
                        random.nextInt(1, 3),
                        tasks + random.nextInt(6),
                        last);
        write(load, text);
    }

    private static String commandLine() {
        var random = new SecureRandom();
        try {
            return "BOOT_IMAGE=/boot/vmlinuz-%s root=UUID=%s %s%n"
                    .formatted(
                            Files.readString(RELEASE).strip(),
                            UUID.randomUUID(),
                            WORDS.get(random.nextInt(WORDS.size())));
        } catch (IOException e) {
            throw new ExecutorException("cannot read " + RELEASE, e);
        }
    }

    private static Box.Bound bound(Path folder, String at, String text) {
        Path file = folder.resolve(StateRoot.random(6));
        write(file, text);
        return new Box.Bound(file, at, false);
    }

    /** In place: what is mounted is the file itself. */
    private static void write(Path file, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        try (var channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes));
            // Only now: nobody is to read an empty file.
            channel.truncate(bytes.length);
        } catch (IOException e) {
            throw new ExecutorException("cannot write " + file, e);
        }
    }
}
