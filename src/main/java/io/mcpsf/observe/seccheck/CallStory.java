package io.mcpsf.observe.seccheck;

import io.mcpsf.linux.CallNames;
import io.mcpsf.linux.Machine;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.ProcessObservation.Slept;
import io.mcpsf.model.Sense;
import io.mcpsf.observe.seccheck.Members.Member;
import io.mcpsf.observe.seccheck.TraceTranslator.Pen;
import io.mcpsf.observe.seccheck.TraceTranslator.Teller;
import io.mcpsf.sandbox.CallPolicy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** Calls that are told by their numbers alone: what is refused, and what is worth a note. */
final class CallStory {

    private static final int ARGUMENTS = 6;
    private static final int FIRST = 5;
    private static final int PR_SET_DUMPABLE = 4;
    private static final int PR_SET_NAME = 15;
    private static final int PR_SET_SECCOMP = 22;
    private static final long SHORTEST_SLEEP_MILLIS = 10;
    private static final int MOST_SLEEPERS = 4096;

    private final SocketStory sockets;
    private final Actors actors;
    private final Pen pen;
    private final CallPolicy policy = CallPolicy.usual();
    private final List<Sleeper> sleepers = new ArrayList<>();

    private record Sleeper(int call, List<Long> arguments, Member who, long since) {}

    CallStory(SocketStory sockets, Actors actors, Pen pen) {
        this.sockets = sockets;
        this.actors = actors;
        this.pen = pen;
    }

    void began(Teller teller, WireMessage call) {
        int number = (int) call.number(4);
        long[] arguments = arguments(call);
        var decision = policy.decide(Machine.ours().audit(), number, i -> arguments[i]);
        String name = CallNames.ours().name(number);
        switch (decision.kind()) {
            case ALLOW -> {}
            case DENY ->
                    pen.saw(
                            teller.process(),
                            Sense.SYSCALLS,
                            new CallRefused(name, detail(name, arguments), Machine.ours().label()));
            case WATCH -> watched(teller, name, number, arguments);
        }
    }

    /** A call ended; only sleeps are told so. */
    void ended(WireMessage call) {
        int number = (int) call.number(4);
        List<Long> arguments = Arrays.stream(arguments(call)).boxed().toList();
        for (Iterator<Sleeper> all = sleepers.iterator(); all.hasNext(); ) {
            Sleeper sleeper = all.next();
            if (sleeper.call() == number && sleeper.arguments().equals(arguments)) {
                all.remove();
                slept(sleeper);
                return;
            }
        }
    }

    /** Whoever sleeps now has slept until now. */
    void end() {
        sleepers.forEach(this::slept);
        sleepers.clear();
    }

    private void watched(Teller teller, String name, int number, long[] arguments) {
        int small = (int) arguments[0];
        switch (name) {
            case "unlink", "unlinkat", "rmdir" -> actor(teller, Act.DELETE);
            case "rename", "renameat", "renameat2" -> actor(teller, Act.RENAME);
            case "link", "linkat" -> actor(teller, Act.LINK);
            case "symlink", "symlinkat" -> actor(teller, Act.SYMLINK);
            case "chmod", "fchmod" -> actors.asked(teller.process().number, mode(arguments[1]));
            case "fchmodat", "fchmodat2" ->
                    actors.asked(teller.process().number, mode(arguments[2]));
            case "mkdir", "mkdirat" -> actor(teller, Act.MKDIR);
            case "mknod", "mknodat" -> actor(teller, Act.MAKE_NODE);
            case "listen" -> sockets.listened(teller, small);
            case "nanosleep", "clock_nanosleep" -> {
                if (sleepers.size() < MOST_SLEEPERS) {
                    sleepers.add(
                            new Sleeper(
                                    number,
                                    Arrays.stream(arguments).boxed().toList(),
                                    teller.process(),
                                    System.nanoTime()));
                }
            }
            case "kill" -> {
                if ((int) arguments[1] != 0 && small != teller.group()) {
                    noted(teller, Sense.PROCESSES, name, "signal " + arguments[1] + " to " + small);
                }
            }
            case "pidfd_send_signal" ->
                    noted(teller, Sense.SYSCALLS, name, "signal " + arguments[1]);
            case "memfd_create" -> noted(teller, Sense.SYSCALLS, name, "");
            case "prctl" -> controlled(teller, small, (int) arguments[1]);
            case "seccomp" -> noted(teller, Sense.SYSCALLS, name, "operation " + small);
            default -> {
                if (name.startsWith("set")) {
                    noted(teller, Sense.SYSCALLS, name, detail(name, arguments));
                }
            }
        }
    }

    /** The name itself is behind a pointer; it is known when the process next tells something. */
    private void controlled(Teller teller, int what, int value) {
        switch (what) {
            case PR_SET_NAME -> {
                if (teller.thread() == teller.group()) {
                    teller.process().renames = true;
                }
            }
            case PR_SET_DUMPABLE ->
                    noted(teller, Sense.SYSCALLS, "prctl", "PR_SET_DUMPABLE " + value);
            case PR_SET_SECCOMP ->
                    noted(teller, Sense.SYSCALLS, "prctl", "PR_SET_SECCOMP " + value);
            default -> {}
        }
    }

    private static int mode(long argument) {
        return (int) argument & 07777;
    }

    private void actor(Teller teller, Act act) {
        actors.asked(act, teller.process().number);
    }

    private void slept(Sleeper sleeper) {
        long millis = (System.nanoTime() - sleeper.since()) / 1_000_000;
        if (millis >= SHORTEST_SLEEP_MILLIS) {
            pen.saw(sleeper.who(), Sense.PROCESSES, new Slept(millis));
        }
    }

    private void noted(Teller teller, Sense sense, String call, String detail) {
        pen.saw(teller.process(), sense, new CallNoted(call, detail));
    }

    /** Only numbers: what a pointer leads to is not told. */
    private static String detail(String call, long[] a) {
        return switch (call) {
            case "unshare", "clone" -> "flags 0x%x".formatted(a[0]);
            case "ioctl" -> "request 0x%x".formatted((int) a[1]);
            case "setns" -> "type 0x%x".formatted((int) a[1]);
            case "ptrace" -> "request %d of process %d".formatted(a[0], (int) a[1]);
            case "process_vm_readv", "process_vm_writev", "pidfd_getfd" -> "process " + (int) a[0];
            case "bpf", "keyctl", "syslog", "prctl", "personality", "io_uring_setup" ->
                    "argument 0x%x".formatted(a[0]);
            case "setuid", "setgid", "setfsuid", "setfsgid" -> "to " + (int) a[0];
            case "setreuid", "setregid" -> "to " + (int) a[0] + " " + (int) a[1];
            case "setresuid", "setresgid" ->
                    "to " + (int) a[0] + " " + (int) a[1] + " " + (int) a[2];
            default -> "";
        };
    }

    private static long[] arguments(WireMessage call) {
        long[] arguments = new long[ARGUMENTS];
        for (int i = 0; i < ARGUMENTS; i++) {
            arguments[i] = call.number(FIRST + i);
        }
        return arguments;
    }
}
