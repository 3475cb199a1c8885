package io.mcpsf.observe.ebpf;

import io.mcpsf.os.Scratch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The program in the kernel that is the sensor where no listener can be had or is wanted. It serves
 * all sandboxes of this process, and is loaded when the first of them needs it.
 */
public final class SensorProgram implements AutoCloseable {

    private static final String MEMBERS = "members";

    private final Map<Integer, Consumer<CallRecord>> readers = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();
    private final KernelRing ring;

    /** Whether it can be had here. */
    public sealed interface Trial {

        /** It told of what we did ourselves. */
        record Works(SensorProgram program) implements Trial {}

        record Refused(String why) implements Trial {}
    }

    /** Loaded at the first use, and kept until the process ends. */
    private static final class Shared {
        private static final Trial TRIAL = attempt();

        private static Trial attempt() {
            try {
                return new Trial.Works(load());
            } catch (UnavailableException e) {
                return new Trial.Refused(String.valueOf(e.getMessage()));
            } catch (RuntimeException | LinkageError e) {
                return new Trial.Refused("loading it failed: " + e);
            }
        }
    }

    /** Begins to load it, and returns at once. */
    public static void prepare() {
        Thread.ofPlatform().name("mcpsf-load-sensor").daemon().start(SensorProgram::shared);
    }

    /** The one of this process, which is tried when it is first asked for. */
    public static Trial shared() {
        return Shared.TRIAL;
    }

    /** Loads it into the kernel and lets it tell of ourselves. */
    static SensorProgram load() throws UnavailableException {
        var program = new SensorProgram();
        boolean passed = false;
        try {
            program.prove();
            passed = true;
            return program;
        } finally {
            if (!passed) {
                program.close();
            }
        }
    }

    private SensorProgram() throws UnavailableException {
        ring = KernelRing.load("sensor.o", "mcpsf-kernel-sensor", this::heard);
        ToldCalls.each((call, how) -> ring.put("calls", call, how));
    }

    /**
     * That it is attached proves nothing: where processes have other ids than ours, as in a
     * container, it tells of nobody that we know.
     */
    private void prove() throws UnavailableException {
        int ourselves = (int) ProcessHandle.current().pid();
        var told = new AtomicBoolean();
        Scratch scratch = Scratch.make();
        Path file = openedByUs(scratch);
        int number =
                watch(
                        ourselves,
                        record -> {
                            String name = file.getFileName().toString();
                            if (record.process() == ourselves
                                    && record.node().path().endsWith(name)) {
                                told.set(true);
                            }
                        });
        try {
            Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UnavailableException("a file of ours: " + e.getMessage());
        } finally {
            forget(number, ourselves);
            scratch.close();
        }
        if (!told.get()) {
            throw new UnavailableException("it runs, and told nothing of what this process did");
        }
    }

    private static Path openedByUs(Scratch scratch) throws UnavailableException {
        try {
            return Files.createTempFile(scratch.path(), "", "");
        } catch (IOException e) {
            throw new UnavailableException("a file of ours: " + e.getMessage());
        }
    }

    /**
     * Tells of this process, as the host counts, and of all that it makes; the sandbox's number.
     */
    int watch(int process, Consumer<CallRecord> reader) {
        int number = last.incrementAndGet();
        readers.put(number, reader);
        ring.put(MEMBERS, process, number);
        return number;
    }

    /** The last word on a sandbox that is gone; false when it was not heard. */
    boolean forget(int number, int process) {
        ring.remove(MEMBERS, process);
        boolean all = ring.catchUp();
        readers.remove(number);
        return all;
    }

    /** How many records had no room in the kernel or could not be read, of all sandboxes. */
    long lost() {
        return ring.lost();
    }

    /** Why records were lost, in words. */
    String trouble() {
        String trouble = ring.trouble();
        return trouble.isEmpty() ? "it could not keep up" : trouble;
    }

    private void heard(byte[] bytes) {
        CallRecord record = CallRecord.read(bytes);
        Consumer<CallRecord> reader = readers.get(record.sandbox());
        if (reader != null) {
            reader.accept(record);
        }
    }

    @Override
    public void close() {
        ring.close();
    }
}
