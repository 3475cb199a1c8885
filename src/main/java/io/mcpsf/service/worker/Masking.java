package io.mcpsf.service.worker;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.service.job.JobEvent;
import io.mcpsf.service.job.JobRequest;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes the secrets that a job was given out of whatever is kept of it: a sample may echo them
 * anywhere and in any usual encoding. What stands in their place is as long, the same wherever it
 * stands, and says which one it was; so every format stays what it was, a capture of packets too,
 * and what is judged again is judged alike.
 */
final class Masking {

    private static final int WINDOW = 1 << 20;

    private static final JobEvent UNTELLABLE =
            JobEvent.note("something that can't be told without a secret");

    private final Map<Integer, List<Disguise>> byStart = new HashMap<>();
    private final BitSet starts = new BitSet(1 << 16);
    private final int longest;

    /** What a secret may look like, and what stands for it then. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Disguise(byte[] worn, byte[] mask) {}

    private Masking(List<Disguise> disguises) {
        int most = 0;
        for (Disguise one : disguises) {
            byte[] worn = one.worn();
            starts.set((worn[0] & 0xff) << 8 | (worn[1] & 0xff));
            byStart.computeIfAbsent(start(worn, 0), _ -> new ArrayList<>()).add(one);
            most = Math.max(most, worn.length);
        }
        byStart.values().forEach(all -> all.sort(Comparator.comparingInt(d -> -d.worn().length)));
        this.longest = most;
    }

    static Masking of(JobRequest request) {
        var disguises = new ArrayList<Disguise>();
        GivenSecrets.of(request)
                .forEach((value, name) -> disguises.addAll(Disguises.of(value, name)));
        return new Masking(disguises);
    }

    boolean hasNothingToHide() {
        return longest == 0;
    }

    String text(String hostile) {
        if (hasNothingToHide()) {
            return hostile;
        }
        byte[] bytes = hostile.getBytes(StandardCharsets.UTF_8);
        return mask(bytes, bytes.length, bytes.length) < 0
                ? hostile
                : new String(bytes, StandardCharsets.UTF_8);
    }

    JobEvent event(JobEvent hostile) {
        if (hasNothingToHide()) {
            return hostile;
        }
        try {
            return Json.read(text(Json.text(hostile.body()))) instanceof ObjectNode body
                    ? new JobEvent(hostile.kind(), body)
                    : UNTELLABLE;
        } catch (BadJsonException e) {
            // A secret that looks like JSON itself: better to tell nothing.
            return UNTELLABLE;
        }
    }

    /** In place, a window at a time. */
    void file(Path file) throws IOException {
        if (hasNothingToHide()) {
            return;
        }
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var window = new byte[WINDOW + longest];
            long size = channel.size();
            for (long at = 0; at < size; at += WINDOW) {
                int length = read(channel, at, window);
                // What begins in the next window is found there.
                int end = mask(window, Math.min(length, WINDOW), length);
                if (end > 0) {
                    write(channel, at, Arrays.copyOf(window, Math.min(end, length)));
                }
            }
        }
    }

    private static int read(FileChannel channel, long at, byte[] window) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(window);
        while (buffer.hasRemaining() && channel.read(buffer, at + buffer.position()) > 0) {
            // Until it is full or there is no more.
        }
        return buffer.position();
    }

    private static void write(FileChannel channel, long at, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer, at + buffer.position());
        }
    }

    /** Masks what begins before {@code until}; where the last of it ends, or less than zero. */
    private int mask(byte[] bytes, int until, int length) {
        int end = -1;
        for (int i = 0; i < until && i + 4 <= length; i++) {
            if (!starts.get((bytes[i] & 0xff) << 8 | (bytes[i + 1] & 0xff))) {
                continue;
            }
            for (Disguise one : byStart.getOrDefault(start(bytes, i), List.of())) {
                byte[] worn = one.worn();
                if (i + worn.length <= length
                        && Arrays.equals(bytes, i, i + worn.length, worn, 0, worn.length)) {
                    System.arraycopy(one.mask(), 0, bytes, i, worn.length);
                    end = i + worn.length;
                    i = end - 1;
                    break;
                }
            }
        }
        return end;
    }

    private static int start(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 24
                | (bytes[at + 1] & 0xff) << 16
                | (bytes[at + 2] & 0xff) << 8
                | (bytes[at + 3] & 0xff);
    }
}
