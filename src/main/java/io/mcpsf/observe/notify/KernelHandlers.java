package io.mcpsf.observe.notify;

import io.mcpsf.linux.TimeNamespace;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.ProcessObservation.Slept;
import io.mcpsf.model.Sense;
import io.mcpsf.observe.Hostile;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What else is allowed and worth a note: signals, sleeps, names, identities, memory files. */
final class KernelHandlers {

    private static final int PR_SET_DUMPABLE = 4;
    private static final int PR_SET_NAME = 15;
    private static final int PR_SET_SECCOMP = 22;
    private static final int CLOCK_REALTIME = 0;
    private static final int TIMER_ABSTIME = 1;

    private static final long OURSELVES = ProcessHandle.current().pid();

    /** Runtimes nap for micro- and milliseconds all the time. */
    private static final long SHORTEST_SLEEP_MILLIS = 10;

    void addTo(Map<String, Handler> handlers) {
        handlers.put(
                "memfd_create",
                t -> noted(t, "memfd_create", Hostile.text(t.string(t.argument(0), 250))));
        handlers.put("kill", KernelHandlers::signalled);
        handlers.put(
                "pidfd_send_signal",
                t -> {
                    if (t.small(1) != 0) {
                        noted(t, "pidfd_send_signal", "signal " + t.small(1));
                    }
                });
        handlers.put("nanosleep", t -> slept(t, nanos(t, t.argument(0))));
        handlers.put("clock_nanosleep", KernelHandlers::sleptByClock);
        handlers.put("prctl", KernelHandlers::controlled);
        handlers.put("seccomp", t -> noted(t, "seccomp", "operation " + t.small(0)));
        for (String call : List.of("setuid", "setgid", "setfsuid", "setfsgid")) {
            handlers.put(call, t -> noted(t, call, "to " + t.small(0)));
        }
        for (String call : List.of("setreuid", "setregid")) {
            handlers.put(call, t -> noted(t, call, "to " + t.small(0) + " " + t.small(1)));
        }
        for (String call : List.of("setresuid", "setresgid")) {
            handlers.put(
                    call,
                    t -> noted(t, call, "to " + t.small(0) + " " + t.small(1) + " " + t.small(2)));
        }
    }

    /** Signal 0 only asks whether somebody is there; a process may do to itself what it likes. */
    private static void signalled(Trap trap) {
        int target = trap.small(0);
        int signal = trap.small(1);
        if (signal != 0 && target != trap.task().insideProcess) {
            trap.saw(Sense.PROCESSES, new CallNoted("kill", "signal " + signal + " to " + target));
        }
    }

    private static void sleptByClock(Trap trap) {
        long nanos = nanos(trap, trap.argument(2));
        if ((trap.small(1) & TIMER_ABSTIME) != 0) {
            // The clocks that count from the start of the machine are our own, moved a bit.
            nanos -=
                    trap.small(0) == CLOCK_REALTIME
                            ? Duration.ofMillis(System.currentTimeMillis()).toNanos()
                            : System.nanoTime()
                                    + TimeNamespace.monotonicNanos(trap.task().process.id)
                                    - TimeNamespace.monotonicNanos(OURSELVES);
        }
        slept(trap, nanos);
    }

    private static long nanos(Trap trap, long timespec) {
        long seconds = Math.clamp(trap.word(timespec), 0, Long.MAX_VALUE / 2_000_000_000L);
        long nanos = Math.clamp(trap.word(timespec + 8), 0, 999_999_999L);
        return seconds * 1_000_000_000L + nanos;
    }

    private static void slept(Trap trap, long nanos) {
        long millis = nanos / 1_000_000;
        if (millis >= SHORTEST_SLEEP_MILLIS) {
            trap.saw(Sense.PROCESSES, new Slept(millis));
        }
    }

    /** Threads are named as a matter of course; a new name for the process may be a disguise. */
    private static void controlled(Trap trap) {
        switch (trap.small(0)) {
            case PR_SET_NAME -> {
                if (trap.task().main()) {
                    noted(
                            trap,
                            "prctl",
                            "PR_SET_NAME " + Hostile.text(trap.string(trap.argument(1), 16)));
                }
            }
            case PR_SET_DUMPABLE -> noted(trap, "prctl", "PR_SET_DUMPABLE " + trap.small(1));
            case PR_SET_SECCOMP -> noted(trap, "prctl", "PR_SET_SECCOMP " + trap.small(1));
            default -> {}
        }
    }

    private static void noted(Trap trap, String call, String detail) {
        trap.saw(Sense.SYSCALLS, new CallNoted(call, detail));
    }
}
