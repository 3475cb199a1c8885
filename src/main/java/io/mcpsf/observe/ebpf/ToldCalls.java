package io.mcpsf.observe.ebpf;

import io.mcpsf.linux.CallNames;
import io.mcpsf.sandbox.CallPolicy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Which calls the program of the sensor tells, and what it copies of each: the words that {@code
 * sensor.bpf.c} finds in its map, by the number of the call.
 */
final class ToldCalls {

    /** As many as the map has room for. */
    private static final int MOST_CALLS = 1024;

    /** The word for all numbers that nothing is known of: told when the kernel refuses them. */
    private static final How UNKNOWN = How.whenRefused();

    private final Map<String, How> byName = new HashMap<>();

    private ToldCalls() {
        CallPolicy.usual().calls().values().forEach(this::refused);
        opens();
        paths();
        sockets();
        programs();
    }

    /** Hands over each number and its word. */
    static void each(BiConsumer<Integer, Integer> entry) {
        var told = new ToldCalls();
        CallNames names = CallNames.ours();
        for (int number = 0; number < MOST_CALLS; number++) {
            How how =
                    CallPolicy.usual().calls().containsKey(number)
                            ? told.byName.getOrDefault(names.name(number), How.never())
                            : UNKNOWN;
            entry.accept(number, how.word());
        }
    }

    /** What the policy may refuse, with the strings that say what it was to be done to. */
    private void refused(CallPolicy.Call call) {
        if (call.decisions().stream().noneMatch(CallPolicy.Decision::fails)) {
            return;
        }
        How how = How.whenRefused();
        byName.put(
                call.name(),
                switch (call.name()) {
                    case "mount", "pivot_root" -> how.path(0).other(1);
                    case "umount2", "chroot", "swapon", "swapoff", "acct", "fsopen", "mknod" ->
                            how.path(0);
                    case "open_tree", "fspick", "mount_setattr", "move_mount", "mknodat" ->
                            how.path(1);
                    case "clone3" -> how.memory(0);
                    default -> how;
                });
    }

    private void opens() {
        byName.put("open", How.always().path(0).here().resultIsFile());
        byName.put("creat", How.always().path(0).here().resultIsFile());
        byName.put("openat", How.always().path(1).below(0).resultIsFile());
        byName.put("openat2", How.always().path(1).below(0).resultIsFile());
    }

    private void paths() {
        for (String call :
                List.of("unlink", "rmdir", "chmod", "chown", "lchown", "mkdir", "truncate")) {
            byName.put(call, How.always().path(0).here());
        }
        for (String call : List.of("unlinkat", "fchmodat", "fchmodat2", "fchownat", "mkdirat")) {
            byName.put(call, How.always().path(1).below(0));
        }
        byName.put("mknod", How.always().path(0).here());
        byName.put("mknodat", How.always().path(1).below(0));
        byName.put("fchmod", How.always().below(0));
        byName.put("fchown", How.always().below(0));
        for (String call : List.of("rename", "link")) {
            byName.put(call, How.always().path(0).other(1).here());
        }
        for (String call : List.of("renameat", "renameat2", "linkat")) {
            byName.put(call, How.always().path(1).other(3).below(0));
        }
        // The text comes first, the name of the link after it.
        byName.put("symlink", How.always().path(1).other(0).here());
        byName.put("symlinkat", How.always().path(2).other(0).below(1));
    }

    private void sockets() {
        byName.put("connect", How.always().socket().memory(1, 2));
        byName.put("bind", How.always().socket().memory(1, 2));
        byName.put("listen", How.always().socket());
        // With an address only: what goes over a connection would be each answer of a server.
        byName.put("sendto", How.always().socket().memory(4, 5).onlyWithMemory());
    }

    private void programs() {
        byName.put("execve", How.whenFailed().path(0).here());
        byName.put("execveat", How.whenFailed().path(1).below(0));
        byName.put("memfd_create", How.always().path(0));
        byName.put("nanosleep", How.never().atEntry().memory(0));
        byName.put("clock_nanosleep", How.never().atEntry().memory(2));
        byName.put("prctl", How.always().path(1));
        for (String call :
                List.of(
                        "kill",
                        "pidfd_send_signal",
                        "seccomp",
                        "setuid",
                        "setgid",
                        "setfsuid",
                        "setfsgid",
                        "setreuid",
                        "setregid",
                        "setresuid",
                        "setresgid")) {
            byName.put(call, How.always());
        }
    }

    /** One word, put together from its parts; the places of arguments count from 0. */
    record How(int word) {

        private static final int NOWHERE = 7;

        static How never() {
            return new How(0);
        }

        static How always() {
            return new How(1);
        }

        static How whenRefused() {
            return new How(2);
        }

        static How whenFailed() {
            return new How(3);
        }

        How path(int argument) {
            return with(argument + 1, 4);
        }

        How other(int argument) {
            return with(argument + 1, 7);
        }

        /** Paths begin at the folder of this descriptor. */
        How below(int argument) {
            return with(argument + 1, 10);
        }

        /** Paths begin at the working folder. */
        How here() {
            return with(NOWHERE, 10);
        }

        How resultIsFile() {
            return with(1, 13);
        }

        How socket() {
            return with(1, 14);
        }

        /** What an argument points to, and how much of it another says. */
        How memory(int argument, int length) {
            return with(argument + 1, 15).with(length + 1, 18);
        }

        /** Two words of what an argument points to. */
        How memory(int argument) {
            return with(argument + 1, 15).with(NOWHERE, 18);
        }

        /** Not told when there is no such memory. */
        How onlyWithMemory() {
            return with(1, 21);
        }

        /** Told when it begins, with the memory that is named. */
        How atEntry() {
            return with(1, 22);
        }

        private How with(int value, int at) {
            return new How(word | value << at);
        }
    }
}
