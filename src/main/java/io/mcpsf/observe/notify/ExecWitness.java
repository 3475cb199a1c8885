package io.mcpsf.observe.notify;

import io.mcpsf.linux.FileCalls;
import io.mcpsf.linux.FileCalls.Stat;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.ExecArguments;
import io.mcpsf.observe.SenseCounts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds what an exec asked for against what the kernel runs after it: another thread may change the
 * path, the arguments or the file between our look and the kernel's. The kernel's own word on the
 * running program, by device and inode, settles it; a difference is told as one more start.
 */
final class ExecWitness implements AutoCloseable {

    /** How the remark on an exchanged program begins; a rule reads it. */
    static final String EXCHANGED = "exchanged: ";

    private static final int MOST = 256;
    private static final long RIPE_NANOS = 5_000_000L;
    private static final long STALE_NANOS = 2_000_000_000L;
    private static final int COMPARED = 8000;
    private static final byte[] EXE = Lineage.ascii("exe");
    private static final byte[] CMDLINE = Lineage.ascii("cmdline");
    private static final byte[] VECTOR = Lineage.ascii("auxv");
    private static final Stat NOTHING = new Stat(0, 0, 0, 0, 0, 0);

    private final FileCalls files;
    private final PathLookup paths;
    private final Sink sink;
    private final SenseCounts tally;
    private final Map<Integer, Expected> waiting = new LinkedHashMap<>();

    /** What a process will be, if nobody lied. */
    @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
    private record Expected(
            int folder,
            int thread,
            Stat before,
            byte[] vector,
            Program program,
            ProcessStarted told,
            long nanos) {}

    /**
     * @param runs what the kernel will run, as far as it can be foretold
     * @param sure whether anything else must have been put in its place
     * @param line the command line that the kernel will make, as far as it is compared
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
    private record Program(Stat runs, boolean sure, byte[] line) {}

    ExecWitness(FileCalls files, PathLookup paths, Sink sink, SenseCounts tally) {
        this.files = files;
        this.paths = paths;
        this.sink = sink;
        this.tally = tally;
    }

    /** An exec is about to happen. */
    void expect(
            Trap trap, byte[] asked, ResolvedPath place, byte[] arguments, ProcessStarted told) {
        Task task = trap.task();
        forget(task.process.number);
        if (waiting.size() >= MOST) {
            settle(waiting.keySet().iterator().next(), 0);
        }
        int folder =
                files.open(
                        FileCalls.AT_FDCWD,
                        Lineage.ascii("/proc/" + task.process.id),
                        FileCalls.O_PATH | FileCalls.O_DIRECTORY);
        if (folder < 0) {
            return;
        }
        waiting.put(
                task.process.number,
                new Expected(
                        folder,
                        task.thread,
                        image(folder),
                        files.small(folder, VECTOR),
                        program(task, asked, place, arguments),
                        told,
                        System.nanoTime()));
    }

    boolean idle() {
        return waiting.isEmpty();
    }

    /** A thread of the sample makes a call: whatever it executed before has come to pass. */
    void calls(Task task) {
        if (waiting.containsKey(task.process.number)) {
            settle(task.process.number, task.thread);
        }
        if (!waiting.isEmpty()) {
            var oldest = waiting.entrySet().iterator().next();
            if (System.nanoTime() - oldest.getValue().nanos() > RIPE_NANOS) {
                settle(oldest.getKey(), 0);
            }
        }
    }

    @Override
    public void close() {
        List.copyOf(waiting.keySet()).forEach(process -> settle(process, 0));
        List.copyOf(waiting.keySet()).forEach(this::forget);
    }

    /**
     * @param caller the thread that goes on, or 0 when that is not known
     */
    private void settle(int process, int caller) {
        Expected expected = waiting.get(process);
        if (expected == null) {
            return;
        }
        // In this order: when the vector is new, the image that is read after it is, too.
        boolean fresh = !Arrays.equals(expected.vector(), files.small(expected.folder(), VECTOR));
        Stat now = image(expected.folder());
        if (now.inode() == 0) {
            forget(process);
            return;
        }
        boolean happened = fresh || !same(now, expected.before());
        if (happened) {
            compare(process, expected, now);
            forget(process);
        } else if (caller == expected.thread()
                || System.nanoTime() - expected.nanos() > STALE_NANOS) {
            // It goes on as what it was: the exec failed.
            forget(process);
        }
    }

    private void compare(int process, Expected expected, Stat now) {
        Program program = expected.program();
        byte[] line = files.small(expected.folder(), CMDLINE);
        boolean other = !same(now, program.runs());
        boolean worded = program.line().length > 0 && !begins(line, program.line());
        if (other || (worded && line.length > 0)) {
            tell(process, expected, line, other);
        }
    }

    private void tell(int process, Expected expected, byte[] line, boolean other) {
        ProcessStarted told = expected.told();
        ResolvedPath place = paths.held(expected.folder(), EXE);
        var arguments = new ExecArguments();
        for (byte[] word : words(line)) {
            arguments.add(word);
        }
        List<String> notable = new ArrayList<>(told.notable());
        if (expected.program().sure()) {
            notable.add(
                    EXCHANGED
                            + (other
                                    ? told.path() + " was requested at the time of the call"
                                    : "the arguments differ from those of the call"));
        }
        Image image = place.memory() ? Image.MEMORY : place.deleted() ? Image.DELETED : Image.FILE;
        tally.saw(Sense.PROCESSES);
        sink.saw(
                process,
                new ProcessStarted(
                        told.process(),
                        told.parent(),
                        place.path(),
                        arguments.kept(),
                        image,
                        notable));
    }

    private Program program(Task task, byte[] asked, ResolvedPath place, byte[] arguments) {
        if (!place.found()) {
            // The kernel should find nothing, either.
            return new Program(NOTHING, true, new byte[0]);
        }
        ProgramHead head = ProgramHead.read(paths.head(place, ProgramHead.LENGTH));
        return switch (head.kind()) {
            case ELF -> new Program(place.stat(), true, cut(arguments));
            case SCRIPT -> script(task, asked, head, arguments);
            case OTHER -> new Program(place.stat(), false, new byte[0]);
        };
    }

    private Program script(Task task, byte[] asked, ProgramHead head, byte[] arguments) {
        ResolvedPath interpreter = paths.find(task, FileCalls.AT_FDCWD, head.interpreter(), true);
        byte[] start = paths.head(interpreter, ProgramHead.LENGTH);
        if (ProgramHead.read(start).kind() != ProgramHead.Kind.ELF) {
            return new Program(NOTHING, false, new byte[0]);
        }
        // Only the path of the script is compared, and only where no other word comes before it.
        boolean plain = head.words() == 1 && asked.length > 0 && arguments.length > 0;
        byte[] line = plain ? join(head.interpreter(), asked) : new byte[0];
        return new Program(interpreter.stat(), true, line);
    }

    private void forget(int process) {
        Expected gone = waiting.remove(process);
        if (gone != null) {
            files.close(gone.folder());
        }
    }

    /** The identity of what a process runs; nothing when it is gone. */
    private Stat image(int folder) {
        int fd = files.open(folder, EXE, FileCalls.O_PATH);
        if (fd < 0) {
            return NOTHING;
        }
        try {
            return files.stat(fd);
        } finally {
            files.close(fd);
        }
    }

    private static boolean same(Stat one, Stat other) {
        return one.device() == other.device() && one.inode() == other.inode();
    }

    private static byte[] cut(byte[] arguments) {
        return arguments.length > COMPARED ? Arrays.copyOf(arguments, COMPARED) : arguments;
    }

    private static boolean begins(byte[] line, byte[] expected) {
        return line.length >= expected.length
                && Arrays.equals(line, 0, expected.length, expected, 0, expected.length);
    }

    private static byte[] join(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length + 2);
        System.arraycopy(other, 0, both, one.length + 1, other.length);
        return both;
    }

    private static List<byte[]> words(byte[] line) {
        List<byte[]> words = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < line.length; i++) {
            if (line[i] == 0) {
                words.add(Arrays.copyOfRange(line, from, i));
                from = i + 1;
            }
        }
        if (from < line.length) {
            words.add(Arrays.copyOfRange(line, from, line.length));
        }
        return words;
    }
}
