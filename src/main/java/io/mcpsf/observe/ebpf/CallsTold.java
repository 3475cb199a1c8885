package io.mcpsf.observe.ebpf;

import io.mcpsf.linux.Machine;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.ProcessObservation.Slept;
import io.mcpsf.model.Sense;
import io.mcpsf.observe.Hostile;
import io.mcpsf.observe.RefusedCall;
import io.mcpsf.observe.ebpf.CallRecord.Call;
import io.mcpsf.sandbox.CallPolicy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** What was refused, and what else is allowed and worth a note: signals, sleeps, identities. */
final class CallsTold {

    private static final int PR_SET_DUMPABLE = 4;
    private static final int PR_SET_NAME = 15;
    private static final int PR_SET_SECCOMP = 22;
    private static final int CLOCK_REALTIME = 0;
    private static final int TIMER_ABSTIME = 1;
    private static final int LONGEST_NAME = 16;
    private static final int LONGEST = 256;

    /** All flags that ask for a namespace of one's own. */
    private static final long NAMESPACES = 0x7E020080L;

    /** Runtimes nap for micro- and milliseconds all the time. */
    private static final long SHORTEST_SLEEP_MILLIS = 10;

    private final CallPolicy policy = CallPolicy.usual();

    void told(CallRecord record, Pen pen) {
        Call call = record.call();
        var decision = policy.decide(call.architecture(), call.number(), call::argument);
        switch (decision.kind()) {
            case ALLOW -> {}
            case DENY -> refused(record, pen);
            case WATCH -> watched(record, pen);
        }
    }

    private static void refused(CallRecord record, Pen pen) {
        Call call = record.call();
        Machine ours = Machine.ours();
        String machine = ours.caller(call.architecture(), call.number());
        if (!machine.equals(ours.label())) {
            pen.saw(
                    Sense.SYSCALLS,
                    new CallRefused(
                            "foreign call",
                            machine + " call " + ours.plain(call.number()),
                            machine));
            return;
        }
        String name = call.name();
        if (name.equals("clone3")) {
            long flags = word(record, 0);
            if ((flags & NAMESPACES) != 0) {
                pen.saw(
                        Sense.SYSCALLS,
                        new CallRefused(name, "flags 0x%x".formatted(flags), machine));
            }
            return;
        }
        String detail =
                RefusedCall.detail(name, call::argument, index -> text(record, name, index));
        pen.saw(Sense.SYSCALLS, new CallRefused(name, detail, machine));
    }

    /** What was copied of a string argument; a mount's type is not. */
    private static String text(CallRecord record, String call, int index) {
        if (record.call().argument(index) == 0) {
            return "nothing";
        }
        boolean first = index == 0 || !(call.equals("mount") || call.equals("pivot_root"));
        byte[] text = first ? record.texts().first() : record.texts().second();
        return index > 1 || text.length == 0
                ? "unreadable"
                : Hostile.text(ClaimedPath.text(text).getBytes(StandardCharsets.UTF_8), LONGEST);
    }

    private static void watched(CallRecord record, Pen pen) {
        Call call = record.call();
        String name = call.name();
        switch (name) {
            case "memfd_create" -> noted(pen, name, ClaimedPath.text(record.texts().first()));
            case "kill" -> {
                if (call.small(1) != 0) {
                    String detail = "signal " + call.small(1) + " to " + call.small(0);
                    pen.saw(Sense.PROCESSES, new CallNoted(name, detail));
                }
            }
            case "pidfd_send_signal" -> {
                if (call.small(1) != 0) {
                    noted(pen, name, "signal " + call.small(1));
                }
            }
            case "nanosleep" -> slept(pen, nanos(record));
            case "clock_nanosleep" -> sleptByClock(record, pen);
            case "prctl" -> controlled(record, pen);
            case "seccomp" -> noted(pen, name, "operation " + call.small(0));
            default -> noted(pen, name, RefusedCall.detail(name, call::argument, _ -> ""));
        }
    }

    /** Threads are named as a matter of course; a new name for the process may be a disguise. */
    private static void controlled(CallRecord record, Pen pen) {
        Call call = record.call();
        switch (call.small(0)) {
            case PR_SET_NAME -> {
                if (record.main()) {
                    byte[] name =
                            ClaimedPath.text(record.texts().first())
                                    .getBytes(StandardCharsets.UTF_8);
                    noted(pen, "prctl", "PR_SET_NAME " + Hostile.text(name, LONGEST_NAME));
                }
            }
            case PR_SET_DUMPABLE -> noted(pen, "prctl", "PR_SET_DUMPABLE " + call.small(1));
            case PR_SET_SECCOMP -> noted(pen, "prctl", "PR_SET_SECCOMP " + call.small(1));
            default -> {}
        }
    }

    private static void sleptByClock(CallRecord record, Pen pen) {
        long nanos = nanos(record);
        if ((record.call().small(1) & TIMER_ABSTIME) != 0) {
            // It was asked for when the call began, and is read a while after that.
            long begun = record.task().nanos();
            long late = System.nanoTime() - begun;
            nanos -=
                    record.call().small(0) == CLOCK_REALTIME
                            ? Duration.ofMillis(System.currentTimeMillis()).toNanos() - late
                            : begun;
        }
        slept(pen, nanos);
    }

    private static void slept(Pen pen, long nanos) {
        long millis = nanos / 1_000_000;
        if (millis >= SHORTEST_SLEEP_MILLIS) {
            pen.saw(Sense.PROCESSES, new Slept(millis));
        }
    }

    private static long nanos(CallRecord record) {
        long seconds = Math.clamp(word(record, 0), 0, Long.MAX_VALUE / 2_000_000_000L);
        return seconds * 1_000_000_000L + Math.clamp(word(record, 8), 0, 999_999_999L);
    }

    /** Of the memory that an argument pointed to; 0 where it could not be read. */
    private static long word(CallRecord record, int at) {
        byte[] memory = record.texts().third();
        return memory.length < at + 8
                ? 0
                : ByteBuffer.wrap(memory).order(ByteOrder.nativeOrder()).getLong(at);
    }

    private static void noted(Pen pen, String call, String detail) {
        pen.saw(Sense.SYSCALLS, new CallNoted(call, detail));
    }
}
