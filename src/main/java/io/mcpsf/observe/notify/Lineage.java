package io.mcpsf.observe.notify;

import io.mcpsf.linux.Errno;
import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.observe.notify.Task.Member;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Who is who among the threads and processes of the sample, and who started whom. */
final class Lineage implements AutoCloseable {

    /** More than a sandbox may have threads at once by far; each costs us a descriptor. */
    private static final int MOST_TASKS = 1024;

    private static final int MOST_MEMBERS = 8192;
    private static final int DEEPEST = 64;

    /** The kernel needs longer than this to come round to the same id. */
    private static final long TRUSTED_NANOS = 50_000_000L;

    private static final byte[] STATUS = ascii("status");
    private static final byte[] STAT = ascii("stat");

    private final FileCalls files;
    private final Map<Integer, Task> tasks = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<Integer, Member> members = new LinkedHashMap<>(64, 0.75f, true);
    private final AtomicInteger last;

    Lineage(FileCalls files, AtomicInteger last) {
        this.files = files;
        this.last = last;
    }

    /** The thread with this id, as far as it is still the one we knew. */
    Task task(int thread) {
        long now = System.nanoTime();
        Task known = tasks.get(thread);
        if (known != null) {
            if (now - known.checkedNanos < TRUSTED_NANOS) {
                return known;
            }
            if (files.exists(known.folder, STATUS)) {
                known.checkedNanos = now;
                return known;
            }
            forget(known);
        }
        if (tasks.size() >= MOST_TASKS) {
            forget(tasks.values().iterator().next());
        }
        Task task = meet(thread);
        task.checkedNanos = now;
        tasks.put(thread, task);
        return task;
    }

    /** Our number of a process that is known to be the sample's, or 0. */
    int number(int process) {
        Member known = members.get(process);
        return known == null ? 0 : known.number;
    }

    @Override
    public void close() {
        tasks.values().forEach(t -> files.close(t.folder));
        tasks.clear();
    }

    private void forget(Task task) {
        files.close(task.folder);
        tasks.remove(task.thread);
    }

    private Task meet(int thread) {
        int folder =
                files.open(
                        FileCalls.AT_FDCWD,
                        ascii("/proc/" + thread),
                        FileCalls.O_PATH | FileCalls.O_DIRECTORY);
        if (folder < 0) {
            throw new ErrnoException("open of a task", -folder);
        }
        try {
            String status = status(folder);
            Task task =
                    new Task(
                            thread,
                            folder,
                            inside(status, "NSpid:"),
                            inside(status, "NStgid:"),
                            member(number(status, "Tgid:"), 0));
            folder = -1;
            return task;
        } finally {
            if (folder >= 0) {
                files.close(folder);
            }
        }
    }

    private Member member(int process, int depth) {
        int folder =
                files.open(
                        FileCalls.AT_FDCWD,
                        ascii("/proc/" + process),
                        FileCalls.O_PATH | FileCalls.O_DIRECTORY);
        if (folder < 0) {
            throw new ErrnoException("open of a process", -folder);
        }
        try {
            long start = start(folder);
            Member known = members.get(process);
            if (known != null && known.start == start) {
                return known;
            }
            int parent = parent(status(folder), depth);
            if (members.size() >= MOST_MEMBERS) {
                members.remove(members.keySet().iterator().next());
            }
            var member = new Member(last.incrementAndGet(), parent, process, start);
            members.put(process, member);
            return member;
        } finally {
            files.close(folder);
        }
    }

    /** Our number of the parent; 0 for the first of the sandbox, whose parent is outside. */
    private int parent(String status, int depth) {
        int parent = number(status, "PPid:");
        if (inside(status, "NStgid:") == 1 || parent == 0 || depth > DEEPEST) {
            return 0;
        }
        try {
            return member(parent, depth + 1).number;
        } catch (ErrnoException gone) {
            return 0;
        }
    }

    private String status(int folder) {
        byte[] text = files.small(folder, STATUS);
        if (text.length == 0) {
            throw new ErrnoException("read of a status", Errno.ESRCH);
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** In clock ticks since boot: field 22, counted behind the name, which may hold anything. */
    private long start(int folder) {
        String stat = new String(files.small(folder, STAT), StandardCharsets.ISO_8859_1);
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length < 20) {
            throw new ErrnoException("read of a stat", Errno.ESRCH);
        }
        return Long.parseLong(fields[19]);
    }

    private static int number(String status, String field) {
        return Integer.parseInt(value(status, field));
    }

    /** The last of several ids is the innermost: what the sample itself sees. */
    private static int inside(String status, String field) {
        String ids = value(status, field);
        return Integer.parseInt(ids.substring(ids.lastIndexOf('\t') + 1));
    }

    /** A name in the first line cannot forge a field: the kernel escapes line breaks in it. */
    private static String value(String status, String field) {
        int at = status.indexOf("\n" + field);
        if (at < 0) {
            throw new ErrnoException("read of a status", Errno.ESRCH);
        }
        int from = at + field.length() + 1;
        return status.substring(from, status.indexOf('\n', from)).strip();
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
