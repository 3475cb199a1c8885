package io.mcpsf.observe.notify;

import io.mcpsf.linux.Errno;
import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.linux.SeccompListener;
import io.mcpsf.linux.TaskMemory;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.Sense;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The call that is being looked at: who makes it, its arguments, the caller's memory, and what has
 * been seen of it so far. What is seen counts only once the caller is known to be waiting still.
 */
final class Trap {

    private static final int BLOCK = 512;

    private final SeccompListener listener;
    private final TaskMemory memory;
    private final Task task;
    private final List<Sighting> sightings = new ArrayList<>(2);

    /** One thing seen and the sense it was seen with. */
    record Sighting(Sense sense, Observation what) {}

    Trap(SeccompListener listener, TaskMemory memory, Task task) {
        this.listener = listener;
        this.memory = memory;
        this.task = task;
    }

    Task task() {
        return task;
    }

    long argument(int index) {
        return listener.argument(index);
    }

    /** For arguments that the kernel takes as int: descriptors, flags, modes. */
    int small(int index) {
        return (int) listener.argument(index);
    }

    /** The path that an argument points to; what is as long as allowed is too long. */
    byte[] path(int index) {
        return memory.string(task.thread, argument(index), FileCalls.PATH_MAX);
    }

    byte[] string(long address, int most) {
        return memory.string(task.thread, address, most);
    }

    byte[] bytes(long address, long length) {
        return length <= 0
                ? new byte[0]
                : memory.read(task.thread, address, (int) Math.min(length, TaskMemory.MOST));
    }

    long word(long address) {
        return memory.word(task.thread, address);
    }

    /** The pointers of a vector that ends with a null pointer, at most so many. */
    long[] pointers(long vector, int most) {
        long[] found = new long[16];
        int count = 0;
        while (vector != 0 && count < most) {
            var block =
                    ByteBuffer.wrap(bytes(vector + 8L * count, BLOCK))
                            .order(ByteOrder.nativeOrder());
            if (block.remaining() < 8) {
                throw new ErrnoException("read of a vector", Errno.EFAULT);
            }
            while (block.remaining() >= 8 && count < most) {
                long pointer = block.getLong();
                if (pointer == 0) {
                    return Arrays.copyOf(found, count);
                }
                if (count == found.length) {
                    found = Arrays.copyOf(found, count * 2);
                }
                found[count++] = pointer;
            }
        }
        return Arrays.copyOf(found, count);
    }

    void saw(Sense sense, Observation what) {
        sightings.add(new Sighting(sense, what));
    }

    /** Says so where the path of a place must not be believed. */
    void doubt(ResolvedPath place) {
        if (!place.doubt().isEmpty()) {
            saw(
                    Sense.FILES,
                    new CallNoted("path", place.path() + " is uncertain: " + place.doubt()));
        }
    }

    List<Sighting> sightings() {
        return sightings;
    }
}
