package io.mcpsf.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processes by their number: who still lives, and sending signals. */
public final class Processes {

    public static final int SIGKILL = 9;

    private static final MethodHandle KILL =
            Libc.call("kill", FunctionDescriptor.of(Libc.INT, Libc.INT, Libc.INT));

    private Processes() {}

    /** Sends a signal to one process; false when there is no such process. */
    public static boolean signal(long pid, int signal) {
        if (pid <= 1) {
            throw new IllegalArgumentException("never a group, never all, never init: " + pid);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = Libc.capture(arena);
            if ((int) KILL.invokeExact(captured, (int) pid, signal) == 0) {
                return true;
            }
            int errno = Libc.errno(captured);
            if (errno == Errno.ESRCH) {
                return false;
            }
            throw new ErrnoException("kill " + pid, errno);
        } catch (ErrnoException e) {
            throw e;
        } catch (Throwable e) {
            throw Libc.broken("kill", e);
        }
    }

    /** The number of the mount namespace that a process or thread lives in. */
    public static int mountNamespace(int thread) {
        try {
            Path link = Path.of("/proc", Integer.toString(thread), "ns", "mnt");
            String name = Files.readSymbolicLink(link).toString();
            return Integer.parseUnsignedInt(name, 5, name.length() - 1, 10);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("the namespace of " + thread, e);
        }
    }

    /**
     * When a process started, in clock ticks since boot: with the number it names one process for
     * as long as the machine runs. -1 when there is none.
     */
    public static long startedAt(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            // The name in brackets may hold anything, also spaces and brackets.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Long.parseLong(fields[19]);
        } catch (IOException e) {
            return -1;
        }
    }

    /** How many tasks there are on this machine, of all users. */
    public static long tasks() {
        try {
            String load = Files.readString(Path.of("/proc/loadavg"));
            return Long.parseLong(load.split(" ")[3].split("/")[1]);
        } catch (IOException e) {
            return 4096;
        }
    }

    /** Names the running system: changes with every boot. */
    public static String boot() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
